// Writes a figure of what is in front: as what and how is chosen at the left, and seen at the
// right.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/export/exports.h"

#include <QDialog>
#include <QImage>

#include <functional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QPushButton;
class QTimer;

namespace gui {

class FigurePreview;

class FigureDialog : public QDialog {
    Q_OBJECT
public:
    // Precondition: there is a figure.
    FigureDialog(Exports exports, QWidget* parent);

    // By these the user chooses.
    QComboBox& figures() { return *m_figure; }
    QComboBox& formats() { return *m_format; } // in the order of FigureFormat
    QComboBox& papers() { return *m_paper; }   // in the order of Paper
    QComboBox& steps() { return *m_steps; }    // in the order of WhichSteps
    QComboBox& times() { return *m_time; }     // in the order of WhichTime
    QCheckBox& title() { return *m_title; }
    QCheckBox& greyscale() { return *m_greyscale; }
    QCheckBox& ghosts() { return *m_ghosts; } // these four are hidden where there is nothing of it
    QCheckBox& criticalPath() { return *m_criticalPath; }
    QCheckBox& inner() { return *m_inner; }
    QCheckBox& memory() { return *m_memory; }

    FigureLook look() const;
    // What is seen of the figure; null while it is drawn for the first time.
    QImage preview() const;

    // Writes it, in the format that the path's ending says, or else in the one chosen, and says
    // saved() or failed().
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void failed(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QComboBox* addChoice(QFormLayout& form, const QString& name, const QStringList& choices);
    QCheckBox* addSwitch(QFormLayout& form, const QString& name, bool on);
    QWidget* makeOptions();
    const FigureSource& source() const;
    const StepsToDraw* stepsToDraw() const; // null: the source is no timeline
    ShownSteps shown() const;
    // Makes the figure on any thread.
    std::function<Figure()> figureFor(const FigureLook& look) const;
    FigureFormat format() const; // chosen
    int scale() const;           // of a PNG file
    FigureLook lookIn(FigureFormat as) const;
    void refreshOptions();
    void refreshPreview();
    void save();
    void finish(const QString& path, const QString& error);

    Exports m_exports;
    QComboBox* m_figure; // children
    QComboBox* m_format;
    QComboBox* m_scale;
    QComboBox* m_paper;
    QComboBox* m_steps;
    QComboBox* m_time;
    QCheckBox* m_title;
    QCheckBox* m_legend;
    QCheckBox* m_phases;
    QCheckBox* m_chunks;
    QCheckBox* m_ghosts;
    QCheckBox* m_criticalPath;
    QCheckBox* m_inner;
    QCheckBox* m_memory;
    QFormLayout* m_form;
    QCheckBox* m_greyscale = nullptr;
    FigurePreview* m_preview;
    QPushButton* m_save;
    QTimer* m_later;      // a preview is to be drawn
    NewestWork m_writing; // last: their threads end first
    NewestWork m_drawing;
};

} // namespace gui

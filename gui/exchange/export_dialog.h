// Writes a strategy as the configuration of another framework: which one is chosen from a list, and
// what it will say, and cannot say, stands beside it before anything is written.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/exchange/loss_report.h"

#include <QDialog>

#include <string>

class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace gui {

class LossView;

// What is exported. A copy: the document may go on changing.
struct Exported {
    strategy::Strategy strategy;
    QString path;                        // that a file is proposed beside; may be empty
    std::string format;                  // it was read from; empty: none
    std::vector<strategy::KeptKey> kept; // of that format
};

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(Exported exported, QWidget* parent);

    QListWidget& formats() { return *m_formats; }
    QPlainTextEdit& preview() { return *m_preview; }
    LossView& losses() { return *m_losses; }

    // Writes what the preview shows, and says saved() or failed().
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void failed(const QString& sentence);

private:
    void fill();
    void choose(int row);
    void save();

    Exported m_exported;
    std::vector<const strategy::Format*> m_known;
    QListWidget* m_formats; // children
    QPlainTextEdit* m_preview;
    LossView* m_losses;
    QPushButton* m_save;
    std::string m_text; // of the preview
    NewestWork m_work;  // last: its thread ends first
};

} // namespace gui

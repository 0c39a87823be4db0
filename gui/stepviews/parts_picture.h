// A picture of parts that can be clicked, walked through with the arrows and read by a screen
// reader: what all views of a step are made of.

#pragma once

#include "gui/frame/painted_parts.h"
#include "gui/stepviews/step_state.h"
#include "gui/theme/theme.h"

#include <QWidget>

#include <vector>

namespace gui {

// Letters have the size of the widget's font, and everything else follows them: it may be shown on
// a wall. As high as its width asks for. GUI thread.
class PartsPicture : public QWidget, public PaintedParts {
    Q_OBJECT
public:
    struct Part {
        QRect place{};
        QString name{};        // translated
        QString description{}; // likewise
        int rank = -1;         // -1: it is of none
        int layer = -1;
    };

    explicit PartsPicture(const QString& name, QWidget* parent = nullptr);

    // In the order of their numbers. Valid until the size, the font or what is shown changes.
    const std::vector<Part>& all() const;

    // What is chosen so far of what is asked for.
    void setMarked(std::vector<int> ranks, std::vector<int> layers);
    const std::vector<int>& markedRanks() const { return m_markedRanks; }
    const std::vector<int>& markedLayers() const { return m_markedLayers; }

    int parts() const override { return int(all().size()); }
    QString partName(int part) const override { return at(part).name; }
    QString partDescription(int part) const override { return at(part).description; }
    QRect partPlace(int part) const override { return at(part).place; }
    int partAt(QPoint place) const override; // the smallest there
    int currentPart() const override { return m_current; }
    void choosePart(int part) override;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    // Of what is clicked: one part may be of a rank and of a layer.
    void rankClicked(int rank);
    void layerClicked(int layer);

protected:
    struct LaidOut {
        std::vector<Part> parts{};
        int height = 0;
    };
    // In `width` pixels and this font.
    virtual LaidOut layOut(int width) const = 0;
    virtual void draw(QPainter& painter, const Theme& theme) const = 0;
    virtual void clicked(int part); // says so
    // What is shown, or its letters, are others now.
    void refresh();

    bool isMarked(const Part& part) const;
    QFont smallFont() const;         // in the proportions of the type scale
    int letters(double times) const; // that many heights of a line, in pixels

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Part& at(int part) const { return all()[std::size_t(part)]; }
    void ensure() const;
    int partBeside(Qt::Key key) const;

    mutable LaidOut m_laid;
    mutable int m_laidWidth = -1; // for which they are laid out; -1: none
    std::vector<int> m_markedRanks;
    std::vector<int> m_markedLayers;
    int m_current = -1;
    int m_hovered = -1;
};

} // namespace gui

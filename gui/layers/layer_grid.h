// A column per rank with its stages in it, chunk under chunk, each with its layers: as the papers
// draw a model on devices. A layer can be dragged to another stage, or to another rank's head.
//
// Keys: the arrows choose a stage; Ctrl+Left and Ctrl+Right give one of its layers to the stage
// before and behind it; Escape while dragging takes the drag back.

#pragma once

#include "gui/frame/painted_parts.h"
#include "gui/layers/layer_edit.h"

#include <QWidget>

namespace gui {

// What is known of a rank beside its layers.
struct RankFacts {
    double busy = 0;  // share of the step
    double bytes = 0; // at the peak
    double limit = 0; // of its device; 0: nothing is known of memory
};

class LayerGrid : public QWidget, public PaintedParts {
    Q_OBJECT
public:
    // `edit` must outlive it.
    explicit LayerGrid(LayerEdit& edit, QWidget* parent = nullptr);

    // [rank]; fewer: of the others nothing is known.
    void setFacts(std::vector<RankFacts> facts);

    int stage() const { return m_stage; } // chosen by the keys; -1: there is none
    void setStage(int stage);

    // In the pixels of the widget. A stage of two directions stands on two ranks.
    QRectF stageBox(int stage, bool mirrored = false) const;
    QRectF headBox(int rank) const;

    QSize minimumSizeHint() const override;

    // Stages.
    int parts() const override { return m_edit.cut() ? m_edit.cut()->stages() : 0; }
    QString partName(int stage) const override { return stageWords(*m_edit.cut(), stage); }
    QString partDescription(int stage) const override;
    QRect partPlace(int stage) const override { return stageBox(stage).toAlignedRect(); }
    int partAt(QPoint place) const override { return placeAt(place).stage; }
    int currentPart() const override { return m_stage; }
    void choosePart(int stage) override { setStage(stage); }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    // Where the pointer is: on a stage, or on a rank's head.
    struct Place {
        int stage = -1;
        int rank = -1;
        bool operator==(const Place&) const = default;
    };

    void refresh();
    Place placeAt(QPointF position) const;
    int rows() const;
    double columnWidth() const;
    double layerHeight() const;
    double rowPitch() const;
    void paintHead(QPainter& painter, int rank) const;
    void paintStage(QPainter& painter, int stage, bool mirrored) const;
    void choose(int columns, int rows);

    LayerEdit& m_edit;
    std::vector<RankFacts> m_facts;
    int m_stage = -1;
    std::optional<int> m_dragged; // the stage whose layer is dragged
    Place m_over;
    QPointF m_pointer;
};

} // namespace gui

// The model from its first layer to its last, in one line, cut into stages; a boundary between two
// stages can be dragged.
//
// Keys: Left Right, Home End choose a boundary; Ctrl+Left and Ctrl+Right move it by one layer;
// Escape while dragging takes the drag back.

#pragma once

#include "gui/frame/painted_parts.h"
#include "gui/layers/layer_edit.h"

#include <QWidget>

namespace gui {

class LayerStrip : public QWidget, public PaintedParts {
    Q_OBJECT
public:
    // `edit` must outlive it.
    explicit LayerStrip(LayerEdit& edit, QWidget* parent = nullptr);

    QSize sizeHint() const override;

    // The one behind stage `after`; -1: there is none.
    int boundary() const { return m_boundary; }
    void setBoundary(int after);
    // In the pixels of the widget.
    QRectF stageBox(int stage) const;
    double boundaryX(int after) const { return stageBox(after).right(); }
    double layerWidth() const;

    // Boundaries.
    int parts() const override { return m_edit.cut() ? m_edit.cut()->stages() - 1 : 0; }
    QString partName(int after) const override;
    QRect partPlace(int after) const override;
    int partAt(QPoint place) const override { return boundaryAt(place); }
    int currentPart() const override { return m_boundary; }
    void choosePart(int after) override { setBoundary(after); }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void refresh();
    int boundaryAt(QPointF position) const;
    void paintStage(QPainter& painter, int stage) const;
    void describe();

    LayerEdit& m_edit;
    int m_boundary = -1;
    int m_hovered = -1;
    bool m_drags = false;
    double m_from = 0;       // where the drag began
    double m_layerWidth = 1; // then
};

} // namespace gui

// The cluster as a grid of cubes that turns: pipeline by tensor by data ranks, each cube a device,
// coloured and lit as in the view by node.
//
// A drag or the arrows turn it, 0 or Home turns it back; Shift with arrows and PageUp, PageDown
// select another device; wheel and + - zoom.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/cluster/device_look.h"
#include "gui/cluster/grid_shape.h"
#include "gui/frame/painted_parts.h"

#include <QPolygonF>
#include <QWidget>

#include <array>
#include <vector>

namespace gui {

class GridView : public QWidget, public PaintedParts {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit GridView(ClusterState& state, QWidget* parent = nullptr);

    const GridTurn& turn() const { return m_turn; }
    void setTurn(const GridTurn& turn);
    const GridShape& shape() const { return m_shape; }

    int deviceAt(QPointF place) const;  // the first of the cube in front there; -1: none
    QPointF middleOf(int device) const; // of its cube
    // What a cube stands for, and how many ranks; empty where it is a device.
    QString foldedSentence() const;

    QSize minimumSizeHint() const override;

    // Cubes, along the pipeline ranks first.
    int parts() const override;
    QString partName(int cube) const override;
    QString partDescription(int cube) const override;
    QRect partPlace(int cube) const override;
    int partAt(QPoint place) const override;
    int currentPart() const override;
    void choosePart(int cube) override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    // What is seen of a cube: up to three faces.
    struct Face {
        QPolygonF outline;
        int side = 0; // 0 end, 1 top or bottom, 2 front
    };
    GridPoint middle(const GridCell& cell) const;
    QPointF onScreen(const GridPoint& point) const;
    std::vector<Face> facesOf(const GridCell& cell) const;
    void rebuild(); // shape
    void place();   // scale, and the order of the cubes

    void paintCube(QPainter& painter, const DeviceColours& colours, int index, bool faded) const;
    void paintLit(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintAxis(QPainter& painter, int axis) const;
    QString axisName(int axis) const;
    void moveSelection(int axis, int by);
    void describe();

    ClusterState& m_state;
    GridShape m_shape;
    mutable MeanShares m_means; // by cube
    GridTurn m_turn;
    double m_zoom = 1;
    double m_scale = 1; // pixels a side
    QPointF m_centre;
    std::vector<int> m_order; // of the cubes, the farthest first
    QPointF m_pressed;
    GridTurn m_turnedFrom;
    bool m_dragging = false;
};

} // namespace gui

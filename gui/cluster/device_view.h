// The cluster as nodes of devices: a box each, coloured by what is known of it. The device under
// the pointer, or else the one selected, has its groups outlined.
//
// Wheel and + - zoom, 0 or Home shows everything; arrows select another device; a drag scrolls.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/cluster/device_look.h"
#include "gui/cluster/node_layout.h"
#include "gui/frame/painted_parts.h"

#include <QAbstractScrollArea>

namespace gui {

// GUI thread. It draws what is in sight only.
class DeviceView : public QAbstractScrollArea, public PaintedParts {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit DeviceView(ClusterState& state, QWidget* parent = nullptr);

    // In the viewport.
    QRect placeOf(int device) const;
    int deviceAt(QPoint place) const; // -1: none
    int devices() const;              // that are drawn
    const NodeLayout& nodeLayout() const { return m_layout; }

    void zoom(double factor, QPointF around);
    void fit();

    QSize minimumSizeHint() const override;

    int parts() const override { return devices(); }
    QString partName(int device) const override;
    QString partDescription(int device) const override;
    QRect partPlace(int part) const override { return placeOf(part); }
    int partAt(QPoint place) const override { return deviceAt(place); }
    int currentPart() const override { return m_state.selected(); }
    void choosePart(int part) override { m_state.setSelected(part); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    QPointF origin() const; // of the layout, in the viewport
    void paintNodes(QPainter& painter, const QRectF& sight) const;
    void paintDevice(QPainter& painter, const DeviceColours& colours, int device, bool faded) const;
    void paintGroups(QPainter& painter, const QRectF& sight) const;
    // The boxes of those of a group that are in sight, `by` larger on each side.
    void paintGroup(QPainter& painter, const DeviceGroup& group, const QRectF& sight, double width,
                    double by) const;
    void moveSelection(QPoint direction);
    void describe();

    ClusterState& m_state;
    NodeLayout m_layout;
    mutable MeanShares m_means; // by node, of those that were drawn as one box
    double m_side = 0;          // of a device, as it was zoomed to; 0: as fits
    QPoint m_pressed;
    QPoint m_scrolledFrom;
    bool m_dragging = false;
};

} // namespace gui

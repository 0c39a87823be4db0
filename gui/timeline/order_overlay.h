// What is drawn over the canvas while the order of a rank is edited: where the op may stand, and
// the op at the pointer.

#pragma once

#include "gui/timeline/order_gesture.h"

#include <QWidget>

namespace gui {

// Covers its parent and takes no events.
class OrderOverlay : public QWidget {
    Q_OBJECT
public:
    // `scene` must outlive it.
    OrderOverlay(const TimelineScene& scene, QWidget* canvas);

    void setAllowed(std::optional<OrderStretch> stretch);
    void setHeld(std::optional<HeldOp> held);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    const TimelineScene& m_scene;
    std::optional<OrderStretch> m_allowed;
    std::optional<HeldOp> m_held;
};

} // namespace gui

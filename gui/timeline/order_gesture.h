// Dragging an op of the prediction along its rank's order, and moving the op selected by keys.
//
// It knows places in the order and pixels, and changes nothing itself: whoever owns the schedule
// listens, and says what stretch of time the op may stand in.

#pragma once

#include "gui/timeline/timeline_scene.h"

#include <QObject>
#include <QPointF>

#include <memory>
#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace gui {

class OrderOverlay;

// Where an op may stand: between what it needs and what needs it.
struct OrderStretch {
    int rank = 0;
    TimeRange range;
    bool isRefused = false; // it is pointed to a place outside of it
};

// The op that is held, as it is drawn at the pointer; positions in the pixels of the canvas.
struct HeldOp {
    QRectF box;
    QString text; // "3F2"
};

// Takes effect on track kOrderSlot while it is on. GUI thread.
class OrderGesture : public QObject {
    Q_OBJECT
public:
    static constexpr int kOrderSlot = 0; // of the prediction

    // Listens to the events of `canvas`, which shows `scene`, before it does; all must outlive the
    // gesture.
    OrderGesture(ViewState& state, const TimelineScene& scene, QWidget* canvas);
    ~OrderGesture() override;

    void setOn(bool on);
    bool isOn() const { return m_on; }
    bool isHeld() const { return m_held != nullptr; }

    // The op of the track that is selected.
    std::optional<OpRef> selected() const;
    void select(int rank, const plan::Op& op);

    // What is shaded; empty: nothing.
    void setAllowed(std::optional<OrderStretch> stretch);

    // A drag begins with taken() and ends with released() or, by Escape or the right button, with
    // cancelled(). In between, movedTo() says where in the rank's order the op is to stand among
    // the others, as plan::MoveOp::to does. moveWanted() is one press of a key: a place earlier
    // (-1) or later (1).
signals:
    void taken(int rank, plan::Op op);
    void movedTo(std::size_t to);
    void released();
    void cancelled();
    void moveWanted(int rank, plan::Op op, int by);
    void selectedChanged(); // any op

protected:
    bool eventFilter(QObject* canvas, QEvent* event) override;

private:
    struct Held;

    bool press(const QMouseEvent& event);
    void move(QPointF position);
    void finish(bool keeps);
    bool isMoveKey(const QKeyEvent& event) const;
    std::size_t placeAt(double x) const;

    ViewState& m_state;
    const TimelineScene& m_scene;
    QWidget* m_canvas;
    OrderOverlay* m_overlay; // child of the canvas
    bool m_on = false;
    std::unique_ptr<Held> m_held;
};

} // namespace gui

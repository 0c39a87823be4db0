// Over the ruler: the whole step at a glance, and which part of it is visible below. The part can
// be moved, or its edges, with the mouse; a press beside it brings it there.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/timeline/find_query.h"
#include "gui/timeline/overview.h"
#include "gui/timeline/view_state.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QPainter;

namespace gui {

class Minimap : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit Minimap(ViewState& state, QWidget* parent = nullptr);

    // The track that it shows; null: none. Worked out on a thread, a few times a second at most.
    void setTrack(std::shared_ptr<const TrackData> track);
    // Ticks where something was found, and a longer one for the one that stands out; both may be
    // null.
    void setHits(FindHitsPtr hits, const FindHit* current);
    // Where the plot begins, from the left edge: the two are aligned.
    void setLeft(int left);

    bool finish(std::chrono::milliseconds deadline); // false: not drawn by then

    const ViewState& viewState() const { return m_state; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Grip { None, Move, Begin, End };

    void request();
    QRect plot() const;
    TimeAxis axis() const; // of everything, on the plot
    Grip gripAt(double x) const;
    void draw(); // the overview, into m_image
    void paintHits(QPainter& painter, const QRect& area);

    ViewState& m_state;
    std::shared_ptr<const TrackData> m_track;
    Overview m_overview;
    QImage m_image;
    FindHitsPtr m_hits;
    std::optional<TimeRange> m_currentHit;
    int m_left = 0;
    Grip m_grip = Grip::None;
    double m_pressed = 0; // pixel
    TimeRange m_before;   // visible when it was pressed
    QTimer m_soon;        // runs until the next overview may be worked out
    bool m_waits = false; // a newer track is to be looked at then
    NewestWork m_work;    // last: its thread ends first
};

} // namespace gui

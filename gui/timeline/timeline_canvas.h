#pragma once

#include "gui/timeline/causes.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/keys.h"
#include "gui/timeline/view_state.h"
#include "gui/work/newest_work.h"

#include <QWidget>

namespace gui {

// The painted part of the panel: shows tracks, turns keys and the mouse into what
// the view state is asked for. Rows that do not fit are scrolled by its owner.
class TimelineCanvas : public QWidget {
    Q_OBJECT
public:
    explicit TimelineCanvas(ViewState& state, QWidget* parent = nullptr);

    const Tracks& tracks() const { return m_tracks; }
    void setTrack(int slot, TrackData track);
    void setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                   std::shared_ptr<const plan::CriticalPath> critical);
    void removeTrack(int slot);
    void setEmptyText(const QString& text);

    int scroll() const { return m_scroll; }
    void setScroll(int top); // clamped
    int scrollRange() const; // the largest scroll(); 0 if all fits
    int pageHeight() const { return m_areas.plot.height(); }

    bool finishFrame(std::chrono::milliseconds deadline);
    std::chrono::nanoseconds frameTime() const { return m_frame.took; }

signals:
    void scrolled(); // position or range
    void frameShown();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { None, Pan, ZoomTo };

    struct Hit {
        int slot = -1; // -1: on no row
        int rank = -1;
        Nanoseconds time{};
        bool memory = false; // on the lane under the row
        bool low = false;    // at the bottom of the row
        const plan::Span* span = nullptr;
    };

    void tracksChanged();
    void layOut();
    void requestFrame();
    void show(Frame frame);
    void paintPicture(QPainter& painter);
    void paintCausesOf(QPainter& painter, const ChromeView& view);
    void paintDrag(QPainter& painter);
    TimeAxis axis() const { return {m_state.visible(), double(m_areas.plot.width())}; }

    Hit hitAt(QPointF position) const;
    std::optional<GapRef> gapOf(const Hit& hit) const;
    void setGap(std::optional<GapRef>& which, std::optional<GapRef> gap);
    void hoverAt(QPointF position);
    QStringList storyOf(const Hit& hit) const;
    void showTip(const QPoint& position, const QPoint& globalPosition);
    void select(std::optional<OpRef> op); // and brings it into sight
    void run(TimelineCommand command);
    void walk(TimelineCommand command);
    void changeRank(int by);
    void focusOp();
    void describeSelected();
    std::optional<OpRef> firstInSight() const;
    const plan::Span* selectedSpan() const;
    const plan::Span* spanOf(const std::optional<OpRef>& op) const; // null where it is not

    ViewState& m_state;
    Tracks m_tracks;
    QString m_emptyText;
    const Theme* m_theme;
    ChromeAreas m_areas;
    TrackLayout m_layout;
    int m_scroll = 0;

    std::uint64_t m_requested = 0;
    LegendFacts m_seen; // of measured tracks, since one was last removed
    Frame m_frame;
    std::shared_ptr<const Glyphs> m_glyphs;
    double m_glyphScale = 0;

    std::optional<GapRef> m_hoveredGap;
    std::optional<GapRef> m_selectedGap; // none while an op is selected
    std::optional<double> m_cursorX;     // within the plot
    std::optional<Nanoseconds> m_marker;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    QPointF m_dragTo;
    TimeRange m_dragRange; // visible when it began

    FrameRenderer m_renderer; // of the thread of m_drawing alone
    NewestWork m_drawing;     // last: its thread ends first
};

} // namespace gui

// The painted part of the timeline panel: shows a scene, and turns the mouse and the keys into what
// the view state is asked for.
//
// Rows are drawn on a thread (frame_renderer.h); painting takes the newest picture, moved and
// stretched to where its time now is, and puts axis, labels and marks over it. It never waits.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/timeline/area_gesture.h"
#include "gui/timeline/find_query.h"
#include "gui/timeline/flow_lines.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/timeline_navigator.h"
#include "gui/timeline/timeline_scene.h"

#include <QWidget>

namespace gui {

// Positions are in device-independent pixels, as Qt's events have them; only the picture of the
// rows is in device pixels. What the user does changes the view state and the layout of the scene,
// never a track.
class TimelineCanvas : public QWidget {
    Q_OBJECT
public:
    // Both must outlive the canvas, which lays the scene out for its own size.
    TimelineCanvas(ViewState& state, TimelineScene& scene, QWidget* parent = nullptr);

    // Tracks of the scene were set or removed. What is selected stays as far as it is there, and
    // the extent of the view state becomes the scene's.
    void showTracks();
    // What was looked for, and the one that stands out; both may be null. `current` points into
    // `hits`.
    void setHits(FindHitsPtr hits, const FindHit* current);
    void setEmptyText(const QString& text); // while no track has anything to show
    const QString& emptyText() const { return m_emptyText; }

    // In pixels from the top of all rows; the owner has the scroll bar.
    void setScroll(int top); // clamped
    int pageHeight() const { return m_scene.areas().plot.height(); }

    // Selects, and brings what is selected into sight.
    TimelineNavigator& navigator() { return m_navigator; }

    // For those who tell what is on it (timeline_access.h).
    const TimelineScene& scene() const { return m_scene; }
    const ViewState& viewState() const { return m_state; }

    // Waits until the picture is of the present scene; false if it is not by the deadline.
    bool finishFrame(std::chrono::milliseconds deadline);
    std::chrono::nanoseconds frameTime() const { return m_frame.took; } // of the newest picture

    // scrolled(): the position, or the range of the scroll bar, is another. frameShown(): a picture
    // has arrived and will be painted.
signals:
    void scrolled();
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
    enum class Drag { None, Pan, ZoomTo, Area };

    // Lays the scene out for the size and the font of the canvas, and asks for no picture.
    void layOut();
    // Asks for a picture of the scene as it is now. Costs next to nothing: a request that waits is
    // replaced.
    void requestFrame();
    void chooseGlyphs(double scale); // for the rows as they are laid out
    // Paints that picture from now on.
    void takeFrame(Frame frame);
    void paintPicture(QPainter& painter);
    void paintCausesOf(QPainter& painter, const ChromeView& view);
    void paintDrag(QPainter& painter);
    // Everything that is drawn over the picture of the rows, within the plot; and over all.
    void paintMarks(QPainter& painter, const ChromeView& view);
    void paintOver(QPainter& painter, const ChromeView& view);

    // What the pointer is on, for the marks over the rows. Repaints only where that changes
    // something.
    void setHoveredGap(std::optional<GapRef> gap);
    // Drops what the tracks do not hold any more; a bubble that has moved is found again.
    void keepSelection();
    void hoverAt(QPointF position);
    void showCursorAt(QPointF position);
    void pressLeft(QPointF position);
    void selectAt(QPointF position);
    void openLegendMenu(const QPoint& position); // of what the legend names, all of it
    void zoomToDragged();
    LegendHit legendHitAt(const QPoint& position) const;
    void showTip(const QPoint& position, const QPoint& globalPosition);
    void describeSelected();
    void followFlows();
    ChromeView chromeView() const;
    void togglePin(std::optional<int> rank);
    void toggleFold(std::optional<int> rank); // nothing for a rank without peers
    std::optional<int> rankAsked() const; // whose row the pointer is on, else of the op selected

    ViewState& m_state;
    TimelineScene& m_scene;
    TimelineNavigator m_navigator;
    AreaGesture m_area;
    QString m_emptyText;
    const Theme* m_theme;

    std::uint64_t m_requested = 0; // number of the newest frame asked for
    Frame m_frame;                 // the newest that was drawn
    std::shared_ptr<const Glyphs> m_glyphs;
    std::shared_ptr<const Glyphs> m_smallGlyphs;
    double m_glyphScale = 0; // device pixels a pixel that the glyphs are of
    int m_labelSize = 0;     // pixels
    int m_smallLabel = 0;    // likewise
    QFont m_names;           // of kernels, at that scale

    std::optional<GapRef> m_hoveredGap;
    std::optional<double> m_cursorX;   // within the plot
    std::optional<int> m_pointedLabel; // rank that it is of
    std::optional<int> m_pointedRow;   // likewise, of a row
    std::vector<FlowLine> m_flows;     // of the op selected
    FindHitsPtr m_hits;
    const FindHit* m_currentHit = nullptr; // of those
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    QPointF m_dragTo;
    TimeRange m_dragRange; // visible when it began

    FrameRenderer m_renderer; // of the thread of m_drawing alone
    NewestWork m_drawing;     // last: its thread ends first
};

} // namespace gui

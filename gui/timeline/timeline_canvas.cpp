#include "gui/timeline/timeline_canvas.h"

#include "gui/theme/contrast.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kLabelSize = 0.85; // of the widget's font

} // namespace

TimelineCanvas::TimelineCanvas(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_theme(&themeFor(palette()))
    , m_drawing(NewestWork::Overtaken::Delivered)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(200, 120);
    connect(&state, &ViewState::visibleChanged, this, &TimelineCanvas::requestFrame);
    connect(&state, &ViewState::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::unitChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::criticalPathChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::memoryChanged, this, [this] {
        layOut();
        requestFrame();
    });
    connect(&state, &ViewState::selectedChanged, this, &TimelineCanvas::describeSelected);
}

void TimelineCanvas::setTrack(int slot, TrackData track)
{
    if (track.measured) { // steps come and go: what one of them showed keeps its room
        m_seen |= legendFacts(track);
        track.reducesAside = m_seen.aside;
    }
    m_tracks[slot] = std::make_shared<const TrackData>(std::move(track));
    tracksChanged();
}

void TimelineCanvas::setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                               std::shared_ptr<const plan::CriticalPath> critical)
{
    const auto track = m_tracks.find(slot);
    if (track == m_tracks.end())
        return;
    TrackData told = *track->second;
    told.explainer = std::move(explainer);
    told.critical = std::move(critical);
    track->second = std::make_shared<const TrackData>(std::move(told));
    update();
}

void TimelineCanvas::removeTrack(int slot)
{
    m_seen = {};
    if (m_tracks.erase(slot) > 0)
        tracksChanged();
}

void TimelineCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void TimelineCanvas::tracksChanged()
{
    m_hoveredGap.reset();
    m_selectedGap.reset();
    Nanoseconds extent{0};
    for (const auto& [slot, track] : m_tracks)
        extent = std::max(extent, endOf(*track));
    layOut();
    m_state.setExtent(extent);
    requestFrame();
}

void TimelineCanvas::layOut()
{
    m_areas = chromeAreas(size(), fontMetrics(), m_tracks, m_state.showsMemory(), m_seen);
    m_layout = layOutTracks(m_tracks, m_areas.plot.height(),
                            ChromeAreas::headerHeight(fontMetrics()), m_state.showsMemory());
    m_scroll = std::clamp(m_scroll, 0, scrollRange());
    emit scrolled();
}

int TimelineCanvas::scrollRange() const
{
    return std::max(0, m_layout.height - m_areas.plot.height());
}

void TimelineCanvas::setScroll(int top)
{
    top = std::clamp(top, 0, scrollRange());
    if (top == m_scroll)
        return;
    m_scroll = top;
    emit scrolled();
    requestFrame();
}

void TimelineCanvas::requestFrame()
{
    update();
    const double scale = devicePixelRatioF();
    if (!m_glyphs || m_glyphScale != scale) {
        QFont labels = font();
        labels.setPointSizeF(std::max(6.0, labels.pointSizeF() * kLabelSize));
        m_glyphs = std::make_shared<const Glyphs>(labels, scale);
        m_glyphScale = scale;
    }
    FrameRequest request{
        .number = ++m_requested,
        .tracks = m_tracks,
        .rows = m_layout.visibleRows(m_scroll, m_areas.plot.height(), scale),
        .axis = axis(),
        .size = QSize(std::max(1, static_cast<int>(std::lround(m_areas.plot.width() * scale))),
                      std::max(1, static_cast<int>(std::lround(m_areas.plot.height() * scale)))),
        .scroll = m_scroll,
        .scale = scale,
        .theme = m_theme,
        .glyphs = m_glyphs};
    request.axis.width = request.size.width();
    m_drawing.request([this, request = std::move(request)](const auto&) -> NewestWork::Delivery {
        return [this, frame = m_renderer.render(request)]() mutable { show(std::move(frame)); };
    });
}

void TimelineCanvas::show(Frame frame)
{
    m_frame = std::move(frame);
    update();
    emit frameShown();
}

bool TimelineCanvas::finishFrame(std::chrono::milliseconds deadline)
{
    if (m_requested == 0)
        requestFrame();
    return m_drawing.finish(deadline) && m_frame.number == m_requested;
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->base);
    const ChromeView view{.theme = *m_theme,
                          .areas = m_areas,
                          .layout = m_layout,
                          .tracks = m_tracks,
                          .axis = axis(),
                          .scroll = m_scroll,
                          .unit = m_state.unit(),
                          .criticalPath = m_state.showsCriticalPath(),
                          .memory = m_state.showsMemory(),
                          .seen = m_seen};
    const bool empty = m_layout.tracks.empty();
    if (!empty) {
        painter.save();
        painter.setClipRect(m_areas.plot);
        paintPicture(painter);
        paintCausesOf(painter, view);
        if (m_state.hovered())
            paintOpFrame(painter, view, *m_state.hovered(), false);
        if (m_state.selected())
            paintOpFrame(painter, view, *m_state.selected(), true);
        painter.restore();
        paintRankLabels(painter, view);
        painter.save();
        painter.setClipRect(m_areas.labels.united(m_areas.plot));
        paintHeaders(painter, view);
        painter.setClipRect(m_areas.plot);
        paintMakespans(painter, view);
        painter.restore();
    } else {
        paintEmpty(painter, view, m_emptyText);
    }
    if (m_state.extent() > Nanoseconds{0}) {
        paintRuler(painter, view);
        paintLegend(painter, view);
        std::optional<Nanoseconds> cursor;
        if (m_cursorX)
            cursor = view.axis.time(*m_cursorX);
        paintCursor(painter, view, cursor, m_marker);
        paintDrag(painter);
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme->accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

// The newest picture, moved and stretched to where its time now is: right at once
// if it is of this range, near enough until the next one comes if not.
void TimelineCanvas::paintPicture(QPainter& painter)
{
    if (m_frame.image.isNull())
        return;
    const TimeAxis now = axis();
    const double left = now.x(m_frame.axis.range.begin);
    const double right = now.x(m_frame.axis.range.end);
    const double height = m_frame.image.height() / m_glyphScale;
    const QRectF target(m_areas.plot.left() + left, m_areas.plot.top() + m_frame.scroll - m_scroll,
                        right - left, height);
    painter.drawImage(target, m_frame.image);
}

// The critical paths, and the chain of what is selected, or else of the bubble under
// the cursor.
void TimelineCanvas::paintCausesOf(QPainter& painter, const ChromeView& view)
{
    if (m_state.showsCriticalPath())
        for (const auto& [slot, track] : m_tracks) {
            const auto places = criticalPlaces(*track, view.axis.range);
            if (places.empty())
                continue;
            paintVeil(painter, view, slot, places);
            paintCauses(painter, view, slot, places, m_theme->text);
        }
    const auto& gap = m_selectedGap ? m_selectedGap : m_hoveredGap;
    if (m_state.selected()) {
        const auto track = m_tracks.find(m_state.selected()->slot);
        if (track != m_tracks.end())
            paintCauses(painter, view, track->first, chainOf(*track->second, *m_state.selected()),
                        m_theme->accent);
    } else if (gap) {
        paintCauses(painter, view, gap->slot, chainOf(*m_tracks.at(gap->slot), *gap),
                    m_theme->accent);
    }
    if (m_hoveredGap)
        paintGapFrame(painter, view, *m_hoveredGap, false);
    if (m_selectedGap)
        paintGapFrame(painter, view, *m_selectedGap, true);
}

void TimelineCanvas::paintDrag(QPainter& painter)
{
    if (m_drag != Drag::ZoomTo)
        return;
    QRectF band(QPointF(m_dragFrom.x(), m_areas.ruler.top()),
                QPointF(m_dragTo.x(), m_areas.plot.bottom()));
    band = band.normalized().intersected(QRectF(m_areas.ruler.united(m_areas.plot)));
    QColor veil = m_theme->accent;
    veil.setAlphaF(0.25F);
    painter.fillRect(band, veil);
}

void TimelineCanvas::resizeEvent(QResizeEvent*)
{
    layOut();
    requestFrame();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        m_theme = &themeFor(palette());
        m_glyphs.reset();
        layOut();
        requestFrame();
    }
    QWidget::changeEvent(event);
}

} // namespace gui

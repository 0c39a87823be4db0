#include "gui/timeline/timeline_canvas.h"

#include "gui/theme/contrast.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr double kLabelSize = 0.85; // of the widget's font

} // namespace

TimelineCanvas::TimelineCanvas(ViewState& state, TimelineScene& scene, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_scene(scene)
    , m_navigator(state, scene)
    , m_theme(&themeFor(palette()))
    , m_drawing(NewestWork::Overtaken::Delivered)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // paintEvent() fills every pixel itself, so Qt need not clear them before.
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(200, 120);
    connect(&state, &ViewState::visibleChanged, this, &TimelineCanvas::requestFrame);
    connect(&state, &ViewState::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::unitChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::criticalPathChanged, this, qOverload<>(&QWidget::update));
    for (const auto lanes : {&ViewState::memoryChanged, &ViewState::kernelsChanged})
        connect(&state, lanes, this, [this] {
            layOut();
            requestFrame();
        });
    connect(&state, &ViewState::selectedChanged, this, &TimelineCanvas::describeSelected);
    connect(&m_navigator, &TimelineNavigator::scrollWanted, this, &TimelineCanvas::setScroll);
    connect(&m_navigator, &TimelineNavigator::markerChanged, this, qOverload<>(&QWidget::update));
    connect(&m_navigator, &TimelineNavigator::deselected, this, [this] {
        m_selectedGap.reset();
        update();
    });
}

void TimelineCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void TimelineCanvas::showTracks()
{
    m_hoveredGap.reset();
    m_selectedGap.reset();
    layOut();
    m_state.setExtent(m_scene.extent());
    requestFrame();
}

void TimelineCanvas::layOut()
{
    m_scene.layOut(size(), fontMetrics());
    emit scrolled();
}

void TimelineCanvas::setScroll(int top)
{
    if (!m_scene.setScroll(top))
        return;
    emit scrolled();
    requestFrame();
}

void TimelineCanvas::requestFrame()
{
    // Until the new picture comes, the old one is shown at its new place (paintPicture()).
    update();
    const double scale = devicePixelRatioF();
    if (!m_glyphs || m_glyphScale != scale) {
        QFont labels = font();
        labels.setPointSizeF(std::max(6.0, labels.pointSizeF() * kLabelSize));
        // Shared: a picture that is being drawn may still use the old ones.
        m_glyphs = std::make_shared<const Glyphs>(labels, scale);
        m_glyphScale = scale;
        m_names = inDevicePixels(labels, scale);
    }
    const QRect plot = m_scene.areas().plot;
    FrameRequest request{.number = ++m_requested,
                         .tracks = m_scene.tracks(),
                         .rows = m_scene.rowsInSight(scale),
                         .axis = m_scene.axis(),
                         .size
                         = QSize(std::max(1, static_cast<int>(std::lround(plot.width() * scale))),
                                 std::max(1, static_cast<int>(std::lround(plot.height() * scale)))),
                         .scroll = m_scene.scroll(),
                         .scale = scale,
                         .theme = m_theme,
                         .glyphs = m_glyphs,
                         .font = m_names};
    // The scene counts in logical pixels, the picture in those of the screen.
    request.axis.width = request.size.width();
    // The job uses nothing of this widget but the renderer, which is the thread's own.
    m_drawing.request([this, request = std::move(request)](const auto&) -> NewestWork::Delivery {
        return
            [this, frame = m_renderer.render(request)]() mutable { takeFrame(std::move(frame)); };
    });
}

void TimelineCanvas::takeFrame(Frame frame)
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
    const ChromeView view = m_scene.view(*m_theme);
    const ChromeAreas& areas = view.areas;
    const bool empty = view.layout.tracks.empty();
    if (!empty) {
        painter.save();
        painter.setClipRect(areas.plot);
        paintPicture(painter);
        paintCausesOf(painter, view);
        if (m_state.hovered())
            paintOpFrame(painter, view, *m_state.hovered(), false);
        if (m_state.selected())
            paintOpFrame(painter, view, *m_state.selected(), true);
        painter.restore();
        paintRankLabels(painter, view);
        painter.save();
        painter.setClipRect(areas.labels.united(areas.plot));
        paintHeaders(painter, view);
        painter.setClipRect(areas.plot);
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
        paintCursor(painter, view, cursor, m_navigator.marker());
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
    const TimeAxis now = m_scene.axis();
    const QRect plot = m_scene.areas().plot;
    const double left = now.x(m_frame.axis.range.begin);
    const double right = now.x(m_frame.axis.range.end);
    const double height = m_frame.image.height() / m_glyphScale;
    const QRectF target(plot.left() + left, plot.top() + m_frame.scroll - m_scene.scroll(),
                        right - left, height);
    painter.drawImage(target, m_frame.image);
}

// The critical paths, and the chain of what is selected, or else of the bubble under
// the cursor.
void TimelineCanvas::paintCausesOf(QPainter& painter, const ChromeView& view)
{
    if (m_state.showsCriticalPath())
        for (const auto& [slot, track] : view.tracks) {
            const auto places = criticalPlaces(*track, view.axis.range);
            if (places.empty())
                continue;
            paintVeil(painter, view, slot, places);
            paintCauses(painter, view, slot, places, m_theme->text);
        }
    const auto& gap = m_selectedGap ? m_selectedGap : m_hoveredGap;
    if (m_state.selected()) {
        const auto track = view.tracks.find(m_state.selected()->slot);
        if (track != view.tracks.end())
            paintCauses(painter, view, track->first, chainOf(*track->second, *m_state.selected()),
                        m_theme->accent);
    } else if (gap) {
        paintCauses(painter, view, gap->slot, chainOf(*view.tracks.at(gap->slot), *gap),
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
    const ChromeAreas& areas = m_scene.areas();
    QRectF band(QPointF(m_dragFrom.x(), areas.ruler.top()),
                QPointF(m_dragTo.x(), areas.plot.bottom()));
    band = band.normalized().intersected(QRectF(areas.ruler.united(areas.plot)));
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

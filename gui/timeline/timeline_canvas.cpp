#include "gui/timeline/timeline_canvas.h"

#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/timeline_access.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

// The labels in the boxes grow with the rows: a share of their height, within pixels of scale 1.
constexpr double kLabelShare = 0.36;
constexpr double kLeastLabel = 12;
constexpr double kLargestLabel = 22;

} // namespace

TimelineCanvas::TimelineCanvas(ViewState& state, TimelineScene& scene, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_scene(scene)
    , m_navigator(state, scene)
    , m_area(state, scene)
    , m_theme(&themeFor(palette()))
    , m_drawing(NewestWork::Overtaken::Delivered)
{
    installTimelineAccess();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // paintEvent() fills every pixel itself, so Qt need not clear them before.
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(200, 120);
    connect(&state, &ViewState::visibleChanged, this, &TimelineCanvas::requestFrame);
    connect(&state, &ViewState::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::unitChanged, this, qOverload<>(&QWidget::update));
    for (const auto marks :
         {&ViewState::criticalPathChanged, &ViewState::areaChanged, &ViewState::flowsChanged})
        connect(&state, marks, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::hiddenChanged, this, &TimelineCanvas::requestFrame);
    for (const auto lanes :
         {&ViewState::memoryChanged, &ViewState::kernelsChanged, &ViewState::apartChanged,
          &ViewState::pinnedChanged, &ViewState::ghostsChanged, &ViewState::foldsChanged})
        connect(&state, lanes, this, [this] {
            layOut();
            requestFrame();
        });
    connect(&state, &ViewState::selectedChanged, this, &TimelineCanvas::describeSelected);
    connect(&m_navigator, &TimelineNavigator::scrollWanted, this, &TimelineCanvas::setScroll);
    connect(&m_navigator, &TimelineNavigator::markersChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::gapChanged, this, &TimelineCanvas::describeSelected);
}

void TimelineCanvas::setHits(FindHitsPtr hits, const FindHit* current)
{
    m_hits = std::move(hits);
    m_currentHit = current;
    update();
}

ChromeView TimelineCanvas::chromeView() const
{
    ChromeView view = m_scene.view(*m_theme);
    view.pointed = m_pointedLabel;
    return view;
}

void TimelineCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void TimelineCanvas::showTracks()
{
    m_hoveredGap.reset();
    layOut();
    m_state.setExtent(m_scene.extent());
    keepSelection();
    followFlows();
    requestFrame();
}

void TimelineCanvas::keepSelection()
{
    const auto& op = m_state.selected();
    const auto live = [this](int slot) {
        const auto track = m_scene.tracks().find(slot);
        return track != m_scene.tracks().end() && track->second->live;
    };
    // In a step under way it may be yet to come.
    if (op && !m_scene.spanOf(op) && !live(op->slot))
        m_state.setSelected({});
    if (const auto gap = m_state.gap())
        m_state.setGap(m_scene.gapNear(*gap));
    if (const auto& area = m_state.area())
        if (area->firstRank >= m_scene.ranks() || area->range.begin >= m_scene.extent())
            m_state.setArea({});
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

void TimelineCanvas::chooseGlyphs(double scale)
{
    const Metrics sizes = metrics();
    const int least = sizes.px(kLeastLabel);
    const int label = std::clamp(static_cast<int>(m_scene.layout().rowHeight * kLabelShare), least,
                                 sizes.px(kLargestLabel));
    if (m_glyphs && m_glyphScale == scale && m_labelSize == label && m_smallLabel == least)
        return;
    m_glyphScale = scale;
    m_labelSize = label;
    m_smallLabel = least;
    QFont labels = font();
    // Shared: a picture that is being drawn may still use the old ones.
    labels.setPixelSize(least);
    m_smallGlyphs = std::make_shared<const Glyphs>(labels, scale);
    labels.setPixelSize(label);
    m_glyphs = std::make_shared<const Glyphs>(labels, scale);
    m_names = inDevicePixels(labels, scale);
}

void TimelineCanvas::requestFrame()
{
    // Until the new picture comes, the old one is shown at its new place (paintPicture()).
    update();
    const double scale = devicePixelRatioF();
    chooseGlyphs(scale);
    const QRect plot = m_scene.areas().plot;
    FrameRequest request{
        .number = ++m_requested,
        .tracks = m_scene.tracks(),
        .rows = m_scene.rowsInSight(scale),
        .pinnedHeight = static_cast<int>(std::lround(m_scene.layout().pinnedHeight * scale)),
        .axis = m_scene.axis(),
        .size = QSize(std::max(1, static_cast<int>(std::lround(plot.width() * scale))),
                      std::max(1, static_cast<int>(std::lround(plot.height() * scale)))),
        .scroll = m_scene.scroll(),
        .scale = scale,
        .theme = m_theme,
        .glyphs = m_glyphs,
        .smallGlyphs = m_smallGlyphs,
        .font = m_names,
        .hidden = m_state.hidden()};
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
    const ChromeView view = chromeView();
    const ChromeAreas& areas = view.areas;
    const bool empty = view.layout.tracks.empty();
    if (!empty) {
        painter.save();
        painter.setClipRect(areas.plot);
        paintPicture(painter);
        paintMarks(painter, view);
        painter.restore();
        paintRankLabels(painter, view);
        painter.save();
        painter.setClipRect(
            areas.labels.united(areas.plot).adjusted(0, view.layout.pinnedHeight, 0, 0));
        paintHeaders(painter, view);
        paintMakespans(painter, view);
        painter.restore();
    } else {
        paintEmpty(painter, view, m_emptyText);
    }
    if (m_state.extent() > Nanoseconds{0}) {
        paintRuler(painter, view);
        paintLegend(painter, view);
        paintOver(painter, view);
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
    const double pinned = m_frame.pinnedHeight / m_glyphScale;
    const QRectF target(plot.left() + left, plot.top(), right - left, height);
    painter.save();
    if (pinned > 0) {
        painter.setClipRect(QRectF(plot.left(), plot.top(), plot.width(), pinned),
                            Qt::IntersectClip);
        painter.drawImage(target, m_frame.image);
        painter.restore();
        painter.save();
        painter.setClipRect(QRectF(plot).adjusted(0, pinned, 0, 0), Qt::IntersectClip);
    }
    painter.drawImage(target.translated(0, m_frame.scroll - m_scene.scroll()), m_frame.image);
    painter.restore();
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

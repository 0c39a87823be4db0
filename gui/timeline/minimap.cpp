#include "gui/timeline/minimap.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/timeline_access.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr std::chrono::milliseconds kEvery{120}; // between two overviews of a step that fills in
constexpr double kGrip = 5;                      // pixels at both sides of an edge
constexpr double kLeastPart = 3;                 // pixels that the visible part is drawn with
constexpr double kWheelDoubles = 240;            // two notches
constexpr double kHitTick = 5;                   // pixels of scale 1, high

} // namespace

Minimap::Minimap(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    installTimelineAccess();
    setMouseTracking(true);
    setAccessibleName(tr("Overview of the step"));
    setToolTip(tr("The whole step, all ranks together. Drag the frame to move through it, its "
                  "edges to see more or less."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kEvery);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (m_waits)
            request();
    });
    connect(&state, &ViewState::visibleChanged, this, qOverload<>(&QWidget::update));
}

void Minimap::setHits(FindHitsPtr hits, const FindHit* current)
{
    m_hits = std::move(hits);
    m_currentHit = current ? std::optional(current->range) : std::nullopt;
    update();
}

QSize Minimap::sizeHint() const { return {0, metrics().px(30)}; }

void Minimap::setTrack(std::shared_ptr<const TrackData> track)
{
    if (track && m_track && track->timeline == m_track->timeline && track->end == m_track->end)
        return;
    m_track = std::move(track);
    m_waits = true;
    if (!m_soon.isActive())
        request();
}

void Minimap::setLeft(int left)
{
    if (std::exchange(m_left, left) == left)
        return;
    draw();
    update();
}

void Minimap::request()
{
    m_waits = false;
    m_soon.start();
    m_work.request([this, track = m_track](const auto&) -> NewestWork::Delivery {
        return [this, overview = track ? overviewOf(*track) : Overview{}]() mutable {
            m_overview = std::move(overview);
            draw();
            update();
        };
    });
}

bool Minimap::finish(std::chrono::milliseconds deadline)
{
    if (m_waits)
        request();
    return m_work.finish(deadline);
}

QRect Minimap::plot() const { return rect().adjusted(m_left, 3, 0, -3); }

TimeAxis Minimap::axis() const
{
    const Nanoseconds end = std::max({m_overview.end, m_state.extent(), kShortestRange});
    return {{Nanoseconds{0}, end}, std::max(1.0, static_cast<double>(plot().width()))};
}

void Minimap::draw()
{
    const QRect area = plot();
    const double scale = devicePixelRatioF();
    const QSize size(std::max(1, static_cast<int>(area.width() * scale)),
                     std::max(1, static_cast<int>(area.height() * scale)));
    m_image = QImage(size, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(scale);
    const Theme& theme = themeFor(palette());
    m_image.fill(theme.base);
    if (m_overview.shares.empty())
        return;
    const Inks inks = inksOf(theme);
    const int strip = std::max(1, static_cast<int>(3 * scale));
    const TimeAxis device{axis().range, static_cast<double>(size.width())};
    const int height = size.height() - strip;
    for (int x = 0; x < size.width(); ++x) {
        const Nanoseconds time = device.time(x + 0.5);
        if (time >= m_overview.end)
            break;
        const auto stretch = static_cast<std::size_t>(static_cast<double>(time.count())
                                                      / static_cast<double>(m_overview.end.count())
                                                      * static_cast<double>(kOverviewStretches));
        const int phase = time < m_overview.steadyBegin ? 0
            : time < m_overview.coolDownBegin           ? 1
                                                        : 2;
        for (int y = 0; y < strip; ++y)
            m_image.setPixel(x, y, inks.phases[static_cast<std::size_t>(phase)]);
        const auto& shares = m_overview.shares[std::min(stretch, kOverviewStretches - 1)];
        double share = 0;
        int below = size.height();
        for (std::size_t category = 0; category < kCategories; ++category) {
            share += static_cast<double>(shares[category]);
            const int top = size.height() - static_cast<int>(std::lround(share * height));
            for (int y = std::max(strip, top); y < below; ++y)
                m_image.setPixel(x, y, inks.ops[category][0].fill);
            below = std::min(below, std::max(strip, top));
        }
        const auto& idle = inks.idle[static_cast<std::size_t>(phase)];
        for (int y = strip; y < below; ++y)
            m_image.setPixel(x, y,
                             idle[static_cast<std::size_t>(y) % kPattern]
                                 [static_cast<std::size_t>(x) % kPattern]);
    }
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.panel);
    const QRect area = plot();
    painter.drawImage(area.topLeft(), m_image);
    if (m_overview.shares.empty())
        return;
    const double left = std::max(0.0, axis().x(m_state.visible().begin));
    const double right
        = std::min(static_cast<double>(area.width()), axis().x(m_state.visible().end));
    const QRectF part(area.left() + left, area.top() - 2, std::max(kLeastPart, right - left),
                      area.height() + 4);
    // What is out of sight steps back.
    QColor veil = theme.panel;
    veil.setAlphaF(0.62F);
    painter.fillRect(
        QRectF(QPointF(area.left(), area.top()), QPointF(part.left(), area.bottom() + 1)), veil);
    painter.fillRect(
        QRectF(QPointF(part.right(), area.top()), QPointF(area.right() + 1, area.bottom() + 1)),
        veil);
    paintHits(painter, area);
    painter.setPen(QPen(theme.accent, 1));
    painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
}

// At the foot, a tick for each pixel that one begins at, on a line of ground.
void Minimap::paintHits(QPainter& painter, const QRect& area)
{
    if (!m_hits)
        return;
    const Theme& theme = themeFor(palette());
    const int height = metrics().px(kHitTick);
    const TimeAxis all = axis();
    const int foot = area.bottom() + 1 - height;
    painter.fillRect(QRect(area.left(), foot, area.width(), height), theme.base);
    int before = -1;
    for (const FindHit& hit : m_hits->first) {
        const int x = static_cast<int>(all.x(hit.range.begin));
        if (x == before || x < 0 || x >= area.width())
            continue;
        before = x;
        painter.fillRect(QRect(area.left() + x, foot, 1, height), theme.text);
    }
    if (!m_currentHit)
        return;
    const int x = area.left() + static_cast<int>(all.x(m_currentHit->begin));
    const int width = metrics().px(2);
    painter.fillRect(QRect(x - width / 2, area.top(), width, area.height()), theme.accent);
}

void Minimap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        draw();
    }
    QWidget::changeEvent(event);
}

void Minimap::resizeEvent(QResizeEvent*) { draw(); }

Minimap::Grip Minimap::gripAt(double x) const
{
    const double begin = axis().x(m_state.visible().begin);
    const double end = axis().x(m_state.visible().end);
    const double at = x - plot().left();
    if (std::abs(at - begin) <= kGrip)
        return Grip::Begin;
    if (std::abs(at - end) <= kGrip)
        return Grip::End;
    return at > begin && at < end ? Grip::Move : Grip::None;
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_overview.shares.empty())
        return;
    m_state.settle();
    m_pressed = event->position().x();
    m_grip = gripAt(m_pressed);
    if (m_grip == Grip::None) { // the part comes to the pointer
        const Nanoseconds there = axis().time(m_pressed - plot().left());
        const TimeRange now = m_state.visible();
        m_state.pan(there - (now.begin + now.end) / 2, ViewState::Motion::Jump);
        m_grip = Grip::Move;
    }
    m_before = m_state.visible();
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_grip == Grip::None) {
        const Grip under = gripAt(x);
        setCursor(under == Grip::Begin || under == Grip::End ? Qt::SizeHorCursor
                      : under == Grip::Move                  ? Qt::OpenHandCursor
                                                             : Qt::ArrowCursor);
        return;
    }
    const Nanoseconds by = axis().time(x) - axis().time(m_pressed);
    TimeRange range = m_before;
    if (m_grip != Grip::End)
        range.begin += by;
    if (m_grip != Grip::Begin)
        range.end += by;
    if (range.length() >= kShortestRange)
        m_state.setVisible(range, ViewState::Motion::Glide);
}

void Minimap::mouseReleaseEvent(QMouseEvent*)
{
    m_grip = Grip::None;
    m_state.settle();
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const double factor = std::exp2(event->angleDelta().y() / kWheelDoubles);
    m_state.zoom(factor, axis().time(event->position().x() - plot().left()));
}

} // namespace gui

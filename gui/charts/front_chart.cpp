#include "gui/charts/front_chart.h"

#include "gui/charts/axis_scale.h"
#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/charts/whiskers.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gui {
namespace {

// Pixels of scale 1.
constexpr double kDot = 8;
constexpr double kOwnDot = 14;
constexpr double kRing = 18;
constexpr double kCap = 3;
constexpr double kNear = 12; // that a click may be beside a point

constexpr double kAir = 0.06;   // of the range, around the points
constexpr double kFarTimes = 2; // as long as the fastest

} // namespace

FrontChart::FrontChart(const QString& empty, QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_times(new QValueAxis)
    , m_memory(new QValueAxis)
    , m_whiskers(new Whiskers(*m_chart))
    , m_view(new QChartView(m_chart))
    , m_emptyText(new QLabel(empty))
    , m_pages(new QStackedLayout(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Step time against peak memory"));
    m_times->setTitleText(tr("step time, s"));
    m_memory->setTitleText(tr("peak memory, GiB"));
    m_chart->addAxis(m_times, Qt::AlignBottom);
    m_chart->addAxis(m_memory, Qt::AlignLeft);
    for (QValueAxis* axis : {m_times, m_memory})
        axis->setLabelFormat(QStringLiteral("%g"));
    m_chart->legend()->setAlignment(Qt::AlignTop);
    m_chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    makeLook(*m_view, *m_emptyText);
    leaveRoomForFocus(*this);
    connect(m_chart, &QChart::plotAreaChanged, this, [this] { m_whiskers->follow(); });
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    redraw();
}

void FrontChart::show(FrontPicture picture)
{
    m_picture = std::move(picture);
    for (FrontPoint& point : m_picture.points)
        if (point.interval
            && !(std::isfinite(point.interval->low) && std::isfinite(point.interval->high)
                 && point.interval->low <= point.interval->high))
            point.interval.reset(); // there is nothing to draw
    m_drawn = thinned(m_picture.points, kMostDrawn);
    m_chosen = -1;
    m_showsAll = false;
    setAccessibleDescription(headline());
    redraw();
}

// The fastest that fits.
QString FrontChart::headline() const
{
    const FrontPoint* best = nullptr;
    for (const FrontPoint& point : m_picture.points)
        if (point.fits && (!best || point.seconds < best->seconds))
            best = &point;
    const QString count = tr("Strategies: %1").arg(m_picture.points.size());
    return best ? count + QLatin1Char('\n') + tr("The fastest:") + QLatin1Char('\n') + best->tip
                : count;
}

void FrontChart::paintEvent(QPaintEvent*) { paintFocus(*this); }

void FrontChart::redraw()
{
    m_pages->setCurrentWidget(isEmpty() ? static_cast<QWidget*>(m_emptyText) : m_view);
    m_whiskers->set(nullptr, {}, {}, 0);
    m_chart->removeAllSeries();
    scale();
    if (m_picture.limit)
        addLimit();
    addFront();
    addPoints();
    const Theme& theme = themeFor(palette());
    m_mark = dots({}, metrics().px(kRing), Qt::transparent, theme.accent);
    m_mark->setPen(QPen(theme.accent, 2));
    addIntervals();
    markChosen();
    applyTheme(*m_chart, *m_emptyText, theme);
}

QXYSeries* FrontChart::attach(QXYSeries* series, bool inLegend)
{
    m_chart->addSeries(series);
    series->attachAxis(m_times);
    series->attachAxis(m_memory);
    for (QLegendMarker* marker : m_chart->legend()->markers(series))
        marker->setVisible(inLegend);
    return series;
}

QScatterSeries* FrontChart::dots(const QString& name, double size, const QColor& fill,
                                 const QColor& line)
{
    auto* series = new QScatterSeries;
    series->setName(name);
    series->setMarkerSize(size);
    series->setColor(fill);
    series->setBorderColor(line);
    attach(series, !name.isEmpty());
    series->setPen(QPen(line, 1.5));
    return series;
}

void FrontChart::addPoints()
{
    const Theme& theme = themeFor(palette());
    const auto has = [this](const auto& is) {
        return std::any_of(m_drawn.begin(), m_drawn.end(),
                           [&](std::size_t i) { return is(m_picture.points[i]); });
    };
    const double dot = metrics().px(kDot);
    QScatterSeries* fit = dots(tr("fits"), dot, theme.curves[0], theme.curves[0]);
    QScatterSeries* large = has([](const FrontPoint& point) { return !point.fits; })
        ? dots(tr("does not fit"), dot, theme.base, theme.mutedText)
        : nullptr;
    QScatterSeries* own = has([](const FrontPoint& point) { return point.isOwn; })
        ? dots(tr("yours"), metrics().px(kOwnDot), theme.measured, theme.base)
        : nullptr;
    if (own)
        own->setMarkerShape(QScatterSeries::MarkerShapeRotatedRectangle);
    for (const std::size_t i : m_drawn) {
        const FrontPoint& point = m_picture.points[i];
        QScatterSeries* series = point.isOwn ? own : point.fits ? fit : large;
        series->append(point.seconds, point.gibibytes);
        // Greyed wherever it does not fit, the user's own too.
        if (point.isOwn && !point.fits)
            own->setColor(theme.mutedText);
    }
}

void FrontChart::addFront()
{
    const std::vector<QPointF> corners = frontLine(m_picture.points);
    if (corners.size() < 2)
        return;
    auto* line = new QLineSeries;
    line->setName(tr("nothing is both faster and smaller"));
    line->setPen(QPen(themeFor(palette()).curves[1], 2));
    line->append(QList<QPointF>(corners.begin(), corners.end()));
    attach(line, true);
}

void FrontChart::addLimit()
{
    auto* line = new QLineSeries;
    line->setName(m_picture.limitName);
    line->setPen(QPen(themeFor(palette()).error, 2, Qt::DashLine));
    line->append({{m_times->min(), *m_picture.limit}, {m_times->max(), *m_picture.limit}});
    attach(line, true);
}

void FrontChart::addIntervals()
{
    std::vector<Whisker> lines;
    for (const std::size_t i : m_drawn)
        if (const FrontPoint& point = m_picture.points[i]; point.interval)
            lines.push_back({point.interval->low, point.interval->high, point.gibibytes});
    m_whiskers->set(m_mark, std::move(lines), themeFor(palette()).text, metrics().px(kCap));
}

void FrontChart::scale()
{
    if (isEmpty())
        return;
    double left = m_picture.points.front().seconds;
    double high = m_picture.limit.value_or(0);
    double own = 0;
    for (const FrontPoint& point : m_picture.points) {
        left = std::min(left, point.interval ? point.interval->low : point.seconds);
        high = std::max(high, point.gibibytes);
        own = std::max(own, point.isOwn ? point.seconds : 0);
    }
    // A few that are slower by far would leave no room for the others.
    m_last = m_showsAll ? std::numeric_limits<double>::infinity() : std::max(own, kFarTimes * left);
    double right = left;
    for (const FrontPoint& point : m_picture.points)
        if (point.seconds <= m_last)
            right = std::max(right, point.interval ? point.interval->high : point.seconds);
    const double air = std::max((right - left) * kAir, right * 1e-3);
    const double tick = roundUp((right - left + 2 * air) / 8);
    m_times->setTickAnchor(std::ceil(left / tick) * tick);
    scaleAxis(*m_times, std::max(0.0, left - air), right + air, tick);
    high = high > 0 ? high * (1 + kAir) : 1;
    scaleAxis(*m_memory, 0, high, roundUp(high / 5));
}

void FrontChart::markChosen()
{
    m_mark->clear();
    if (m_chosen < 0)
        return;
    const FrontPoint& point = m_picture.points[static_cast<std::size_t>(m_chosen)];
    m_mark->append(point.seconds, point.gibibytes);
}

void FrontChart::setChosen(int point)
{
    m_chosen = point < static_cast<int>(m_picture.points.size()) ? point : -1;
    if (m_chosen >= 0 && m_picture.points[static_cast<std::size_t>(m_chosen)].seconds > m_last) {
        m_showsAll = true;
        redraw();
    }
    markChosen();
}

int FrontChart::beyond() const
{
    return static_cast<int>(
        std::count_if(m_picture.points.begin(), m_picture.points.end(),
                      [this](const FrontPoint& point) { return point.seconds > m_last; }));
}

void FrontChart::choose(int point)
{
    setChosen(point);
    setAccessibleDescription(m_picture.points[static_cast<std::size_t>(point)].tip);
    emit pointChosen(point);
}

QPoint FrontChart::placeOf(int index) const
{
    const FrontPoint& point = m_picture.points[static_cast<std::size_t>(index)];
    const QPointF inScene
        = m_chart->mapToScene(m_chart->mapToPosition({point.seconds, point.gibibytes}, m_mark));
    return m_view->viewport()->mapTo(this, m_view->mapFromScene(inScene));
}

int FrontChart::pointAt(QPoint place) const
{
    int nearest = -1;
    double least = metrics().px(kNear);
    for (const std::size_t i : m_drawn) {
        const QPoint way = placeOf(static_cast<int>(i)) - place;
        const double far = std::hypot(way.x(), way.y());
        if (far > least)
            continue;
        least = far;
        nearest = static_cast<int>(i);
    }
    return nearest;
}

void FrontChart::keyPressEvent(QKeyEvent* event)
{
    const bool isMove = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (m_chosen >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit opened(m_chosen);
        return;
    }
    if (!isMove || m_drawn.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    // From the left to the right, wherever they stand in the list.
    std::vector<std::size_t> order = m_drawn;
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return m_picture.points[a].seconds < m_picture.points[b].seconds;
    });
    const auto here
        = std::find(order.begin(), order.end(), static_cast<std::size_t>(std::max(0, m_chosen)));
    auto place = here == order.end() ? 0 : static_cast<int>(here - order.begin());
    if (m_chosen >= 0)
        place = std::clamp(place + (event->key() == Qt::Key_Right ? 1 : -1), 0,
                           static_cast<int>(order.size()) - 1);
    else
        place = 0;
    choose(static_cast<int>(order[static_cast<std::size_t>(place)]));
}

bool FrontChart::eventFilter(QObject* watched, QEvent* event)
{
    const auto at
        = [this](QPoint place) { return pointAt(m_view->viewport()->mapTo(this, place)); };
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int point = at(help->pos());
        if (point >= 0)
            QToolTip::showText(help->globalPos(),
                               plainTip(m_picture.points[static_cast<std::size_t>(point)].tip),
                               m_view);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int point = at(mouse->position().toPoint());
        setFocus(Qt::MouseFocusReason);
        if (point >= 0 && mouse->button() == Qt::LeftButton) {
            choose(point);
            if (event->type() == QEvent::MouseButtonDblClick)
                emit opened(point);
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FrontChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw();
    QWidget::changeEvent(event);
}

} // namespace gui

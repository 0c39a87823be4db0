#include "gui/charts/sweep_chart.h"

#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLocale>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kOverHighest = 1.08; // over the highest point
constexpr double kPointSize = 8;
constexpr int kMostValues = 12;

const SweepPoint* pointOf(const SweepCurve& curve, std::size_t value)
{
    return value < curve.points.size() && curve.points[value] ? &*curve.points[value] : nullptr;
}

} // namespace

SweepChart::SweepChart(const QString& empty, QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_values(new QCategoryAxis)
    , m_heights(new QValueAxis)
    , m_view(new QChartView(m_chart))
    , m_emptyText(new QLabel(empty))
    , m_pages(new QStackedLayout(this))
{
    m_chart->addAxis(m_values, Qt::AlignBottom);
    m_chart->addAxis(m_heights, Qt::AlignLeft);
    m_values->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_values->setGridLineVisible(false);
    m_heights->setLabelFormat(QStringLiteral("%g"));
    m_heights->setTickType(QValueAxis::TicksDynamic);
    m_chart->legend()->setAlignment(Qt::AlignTop);
    m_chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    makeLook(*m_view, *m_emptyText);
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    redraw();
}

bool SweepChart::isEmpty() const
{
    return std::none_of(m_picture.curves.begin(), m_picture.curves.end(), [](const auto& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(),
                           [](const auto& point) { return point.has_value(); });
    });
}

void SweepChart::show(const SweepPicture& picture)
{
    m_picture = picture;
    m_view->setAccessibleName(picture.title);
    redraw();
}

void SweepChart::redraw()
{
    m_pages->setCurrentWidget(isEmpty() ? static_cast<QWidget*>(m_emptyText) : m_view);
    // Made anew and not changed: their number and their colours differ from picture to picture.
    m_chart->removeAllSeries();
    const int curves = std::min(kCurves, static_cast<int>(m_picture.curves.size()));
    for (int number = 0; number < curves; ++number)
        addCurve(number);
    if (m_picture.limit)
        addLimit();
    m_chart->legend()->setVisible(curves > 1 || m_picture.limit);
    labelValues();
    scale();
    applyTheme(*m_chart, *m_emptyText, themeFor(palette()));
}

QXYSeries* SweepChart::attach(QXYSeries* series, bool inLegend)
{
    m_chart->addSeries(series);
    series->attachAxis(m_values);
    series->attachAxis(m_heights);
    // Markers are made by addSeries(), so they can only be hidden here.
    for (QLegendMarker* marker : m_chart->legend()->markers(series))
        marker->setVisible(inLegend);
    return series;
}

// A line for each run of neighbours, and the points.
void SweepChart::addCurve(int number)
{
    const Theme& theme = themeFor(palette());
    const SweepCurve& curve = m_picture.curves[static_cast<std::size_t>(number)];
    const QColor colour = theme.curves[static_cast<std::size_t>(number)];
    // A single curve needs no name: the axes say what it is.
    const bool several = m_picture.curves.size() > 1;
    QList<QPointF> run;
    QList<QPointF> full;
    QList<QPointF> hollow;
    bool named = false;
    const auto endRun = [&] {
        // A lone point needs no line of its own, but the legend takes the curve's name from the
        // first line, which is therefore made in any case.
        if (run.size() > 1 || (!run.empty() && !named)) {
            auto* line = new QLineSeries;
            line->setName(curve.name);
            line->setPen(QPen(colour, 2));
            line->append(run);
            attach(line, several && !named);
            named = true;
        }
        run.clear();
    };
    for (std::size_t value = 0; value < curve.points.size(); ++value) {
        const SweepPoint* point = pointOf(curve, value);
        if (!point) {
            endRun();
            continue;
        }
        run << QPointF(static_cast<double>(value), point->height);
        (point->fits ? full : hollow) << run.back();
    }
    endRun();
    for (const bool fits : {true, false}) {
        auto* points = new QScatterSeries;
        points->setMarkerSize(kPointSize);
        points->setColor(fits ? colour : theme.base);
        points->setBorderColor(colour);
        points->append(fits ? full : hollow);
        attach(points, false);
        points->setPen(QPen(colour, 2));
    }
}

void SweepChart::addLimit()
{
    auto* line = new QLineSeries;
    line->setName(m_picture.limitName);
    line->setPen(QPen(themeFor(palette()).error, 2, Qt::DashLine));
    const double last = std::max(0.0, static_cast<double>(m_picture.values.size()) - 1);
    line->append({{-0.5, *m_picture.limit}, {last + 0.5, *m_picture.limit}});
    attach(line, true);
}

void SweepChart::labelValues()
{
    const auto count = static_cast<int>(m_picture.values.size());
    labelPlaces(*m_values, count, std::max(1, (count + kMostValues - 1) / kMostValues),
                [this](int value) { return m_picture.values[value]; });
    m_values->setTitleText(m_picture.field);
    m_heights->setTitleText(m_picture.title);
}

void SweepChart::scale()
{
    double highest = m_picture.limit.value_or(0);
    const auto curves = std::min(static_cast<std::size_t>(kCurves), m_picture.curves.size());
    for (std::size_t curve = 0; curve < curves; ++curve)
        for (const auto& point : m_picture.curves[curve].points)
            highest = std::max(highest, point ? point->height : 0);
    // An axis needs a height even where every value is 0.
    if (!(highest > 0))
        highest = 1;
    m_heights->setRange(0, highest * kOverHighest);
    m_heights->setTickInterval(roundUp(highest / 5));
}

QString SweepChart::tipOf(double position) const
{
    if (isEmpty())
        return {};
    const int last = static_cast<int>(m_picture.values.size()) - 1;
    const int value = std::clamp(static_cast<int>(std::lround(position)), 0, last);
    QStringList lines{QStringLiteral("%1: %2").arg(m_picture.field, m_picture.values[value])};
    const std::size_t drawn = std::min<std::size_t>(kCurves, m_picture.curves.size());
    for (std::size_t i = 0; i < drawn; ++i) {
        const SweepCurve& curve = m_picture.curves[i];
        const SweepPoint* point = pointOf(curve, static_cast<std::size_t>(value));
        const QString height
            = point ? QLocale().toString(point->height, 'g', 4) : tr("no such strategy");
        lines << QStringLiteral("%1: %2").arg(
            m_picture.other.isEmpty() ? m_picture.title
                                      : m_picture.other + QLatin1Char(' ') + curve.name,
            point && !point->fits ? tr("%1, does not fit").arg(height) : height);
    }
    return lines.join(QLatin1Char('\n'));
}

bool SweepChart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF value = m_chart->mapToValue(m_view->mapToScene(help->pos()));
    QToolTip::showText(help->globalPos(), plainTip(tipOf(value.x())), m_view);
    return true;
}

void SweepChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        redraw();
    QWidget::changeEvent(event);
}

} // namespace gui

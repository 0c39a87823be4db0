#include "gui/charts/step_chart.h"

#include "gui/charts/axis_scale.h"
#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr qsizetype kFewPoints = 150; // dots would run into each other beyond
constexpr int kFirstSteps = 10;       // the axis shows at least as many

QList<QPointF> pointsOf(const StepSeries& series)
{
    QList<QPointF> points;
    for (const auto& [step, value] : series.points())
        points.emplace_back(step, value);
    return points;
}

} // namespace

StepChart::StepChart(StepChartTexts texts, QWidget* parent)
    : QWidget(parent)
    , m_texts(std::move(texts))
    , m_chart(new QChart)
    , m_measured(new QLineSeries)
    , m_points(new QScatterSeries)
    , m_predicted(new QLineSeries)
    , m_steps(new QValueAxis)
    , m_values(new QValueAxis)
    , m_view(new QChartView(m_chart))
    , m_emptyText(new QLabel(m_texts.empty))
    , m_pages(new QStackedLayout(this))
{
    addSeries();
    makeLook(*m_view, *m_emptyText);
    m_view->setAccessibleName(m_texts.name);
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    applyLook();
    redraw();
}

void StepChart::addSeries()
{
    m_predicted->setName(m_texts.predicted);
    m_measured->setName(m_texts.measured);
    m_points->setMarkerSize(5);
    for (QXYSeries* series :
         {static_cast<QXYSeries*>(m_predicted), static_cast<QXYSeries*>(m_measured),
          static_cast<QXYSeries*>(m_points)})
        m_chart->addSeries(series);
    m_chart->addAxis(m_steps, Qt::AlignBottom);
    m_chart->addAxis(m_values, Qt::AlignLeft);
    for (QAbstractSeries* series : m_chart->series()) {
        series->attachAxis(m_steps);
        series->attachAxis(m_values);
    }
    m_steps->setLabelFormat(QStringLiteral("%d"));
    m_values->setTitleText(m_texts.unit);
    m_values->setLabelFormat(QStringLiteral("%g"));
    m_chart->legend()->setAlignment(Qt::AlignTop);
    // The dots are the curve once more; a second entry for them would only ask for an explanation.
    m_chart->legend()->markers(m_points).first()->setVisible(false);
}

void StepChart::setMeasured(const StepSeries& series)
{
    m_series = series;
    redraw();
}

void StepChart::setPredicted(std::optional<double> value)
{
    if (m_prediction == value)
        return;
    m_prediction = value;
    redraw();
}

void StepChart::setStretches(std::vector<StepStretch> stretches)
{
    if (m_stretches == stretches)
        return;
    m_stretches = std::move(stretches);
    redraw();
}

// One area of two curves: the upper is as low as the lower wherever nothing is shaded.
void StepChart::shade()
{
    if (m_shade == nullptr && m_stretches.empty())
        return;
    if (m_shade == nullptr) {
        m_shade = new QAreaSeries(new QLineSeries(this), new QLineSeries(this));
        m_shade->setName(m_texts.stretches);
        m_chart->addSeries(m_shade);
        m_shade->attachAxis(m_steps);
        m_shade->attachAxis(m_values);
        applyLook();
    }
    const double low = m_values->min();
    const double high = m_values->max();
    QList<QPointF> upper{{m_steps->min(), low}};
    for (const StepStretch& each : m_stretches) {
        // A single step is as wide as one.
        const double from = each.first - 0.5;
        const double to = each.last + 0.5;
        upper << QPointF(from, low) << QPointF(from, high) << QPointF(to, high) << QPointF(to, low);
    }
    upper << QPointF(m_steps->max(), low);
    m_shade->upperSeries()->replace(upper);
    m_shade->lowerSeries()->replace({{m_steps->min(), low}, {m_steps->max(), low}});
    showInLegend(m_shade, !m_stretches.empty());
}

bool StepChart::isEmpty() const { return m_series.isEmpty() && !m_prediction; }

void StepChart::redraw()
{
    const bool says = isEmpty() && !m_texts.empty.isEmpty();
    m_pages->setCurrentWidget(says ? static_cast<QWidget*>(m_emptyText) : m_view);
    const QList<QPointF> points = pointsOf(m_series);
    m_measured->replace(points);
    m_points->replace(points.size() <= kFewPoints ? points : QList<QPointF>());

    const double lastStep = std::max(m_series.lastStep(), kFirstSteps - 1);
    m_predicted->replace(m_prediction
                             ? QList<QPointF>{{0, *m_prediction}, {lastStep, *m_prediction}}
                             : QList<QPointF>());
    showInLegend(m_predicted, m_prediction.has_value());
    scaleAxis(*m_steps, 0, lastStep, std::max(1.0, roundUp(lastStep / 6)));
    scaleValues();
    shade();
    m_view->setAccessibleDescription(
        points.isEmpty()
            ? m_texts.empty
            : enumerated({tr("step %1").arg(points.back().x()), numberLine(points.back().y())}));
}

QString StepChart::numberLine(double value) const
{
    return labelled(m_texts.measured, threeDigits(value) + QLatin1Char(' ') + m_texts.unit);
}

void StepChart::showInLegend(QAbstractSeries* series, bool shows)
{
    QLegend* legend = m_chart->legend();
    QLegendMarker* marker = legend->markers(series).first();
    if (marker->isVisible() == shows)
        return;
    marker->setVisible(shows);
    legend->hide(); // it sets its markers anew only when it comes back
    legend->show();
}

void StepChart::scaleValues()
{
    double low = m_series.isEmpty() ? m_prediction.value_or(0) : m_series.lowest();
    double high = m_series.isEmpty() ? m_prediction.value_or(1) : m_series.highest();
    if (m_prediction) {
        low = std::min(low, *m_prediction);
        high = std::max(high, *m_prediction);
    }
    // Noise of a few microseconds should look like noise: never less than 2 % of the value.
    const double margin = std::max((high - low) * 0.1, std::abs(high) * 0.01);
    // Not 0, which is no interval, even where all values are 0.
    const double interval = roundUp(std::max((high - low + 2 * margin) / 4, 1e-6));
    // The margin does not reach below 0 where no value does.
    scaleAxis(*m_values, low >= 0 ? std::max(0.0, low - margin) : low - margin, high + margin,
              interval);
}

QString StepChart::tipOf(double step) const
{
    const auto points = m_series.points();
    if (points.empty())
        return {};
    const auto nearest
        = std::min_element(points.begin(), points.end(), [step](const auto& a, const auto& b) {
              return std::abs(a.first - step) < std::abs(b.first - step);
          });
    const int number = static_cast<int>(nearest->first);
    QStringList lines{tr("step %1").arg(number), numberLine(nearest->second)};
    if (m_tip)
        lines += m_tip(number);
    return lines.join(QLatin1Char('\n')).trimmed();
}

bool StepChart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF value = m_chart->mapToValue(m_view->mapToScene(help->pos()), m_measured);
    // Plain text: what is in it comes from the run.
    QToolTip::showText(help->globalPos(), plainTip(tipOf(value.x())), m_view);
    return true;
}

void StepChart::applyLook()
{
    const Theme& theme = themeFor(palette());
    applyTheme(*m_chart, *m_emptyText, theme);
    m_measured->setPen(QPen(theme.measured, 1.5));
    m_points->setColor(theme.measured);
    m_points->setBorderColor(theme.measured);
    m_predicted->setPen(QPen(theme.predicted, 2, Qt::DashLine));
    if (m_shade == nullptr)
        return;
    QColor shaded = theme.warning;
    shaded.setAlphaF(0.35F); // the curve is seen through it
    m_shade->setBrush(shaded);
    m_shade->setPen(Qt::NoPen);
}

void StepChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui

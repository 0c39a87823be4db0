#include "gui/charts/step_chart.h"

#include "gui/theme/theme.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr qsizetype kFewPoints = 150; // dots would run into each other beyond
constexpr int kFirstSteps = 10;       // the axis shows at least as many

// A round number at least as large, 1, 2 or 5 times a power of ten.
double roundUp(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (value <= factor * power * (1 + 1e-12))
            return factor * power;
    return 10 * power;
}

} // namespace

StepChart::StepChart(QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_measured(new QLineSeries)
    , m_points(new QScatterSeries)
    , m_predicted(new QLineSeries)
    , m_steps(new QValueAxis)
    , m_times(new QValueAxis)
{
    m_predicted->setName(tr("predicted"));
    m_measured->setName(tr("measured"));
    m_points->setMarkerSize(5);
    for (QXYSeries* series : {static_cast<QXYSeries*>(m_predicted),
                              static_cast<QXYSeries*>(m_measured),
                              static_cast<QXYSeries*>(m_points)})
        m_chart->addSeries(series);
    m_chart->addAxis(m_steps, Qt::AlignBottom);
    m_chart->addAxis(m_times, Qt::AlignLeft);
    for (QAbstractSeries* series : m_chart->series()) {
        series->attachAxis(m_steps);
        series->attachAxis(m_times);
    }
    m_steps->setLabelFormat(QStringLiteral("%d"));
    m_times->setTitleText(tr("ms"));
    m_times->setLabelFormat(QStringLiteral("%g"));
    m_chart->legend()->setAlignment(Qt::AlignTop);
    m_chart->legend()->markers(m_points).first()->setVisible(false);
    m_chart->setMargins({2, 0, 6, 0});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setBackgroundRoundness(0);

    auto* view = new QChartView(m_chart);
    view->setFrameShape(QFrame::NoFrame);
    view->setRenderHint(QPainter::Antialiasing);
    view->setMinimumSize(200, 140);
    view->setAccessibleName(tr("Step time over steps"));
    view->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view);
    applyColors();
    redraw();
}

void StepChart::setMeasured(const StepSeries& series)
{
    m_series = series;
    redraw();
}

void StepChart::setPredicted(std::optional<double> milliseconds)
{
    if (m_prediction == milliseconds)
        return;
    m_prediction = milliseconds;
    redraw();
}

void StepChart::redraw()
{
    QList<QPointF> points;
    for (const auto& [step, value] : m_series.points())
        points.emplace_back(step, value);
    m_measured->replace(points);
    m_points->replace(points.size() <= kFewPoints ? points : QList<QPointF>());

    const double lastStep = std::max(m_series.lastStep(), kFirstSteps - 1);
    m_predicted->replace(m_prediction
                             ? QList<QPointF>{{0, *m_prediction}, {lastStep, *m_prediction}}
                             : QList<QPointF>());
    m_steps->setRange(0, lastStep);
    m_steps->setTickType(QValueAxis::TicksDynamic);
    m_steps->setTickInterval(std::max(1.0, roundUp(lastStep / 6)));

    double low = m_series.isEmpty() ? m_prediction.value_or(0) : m_series.lowest();
    double high = m_series.isEmpty() ? m_prediction.value_or(1) : m_series.highest();
    if (m_prediction) {
        low = std::min(low, *m_prediction);
        high = std::max(high, *m_prediction);
    }
    // Noise of a few microseconds should look like noise: never less than 2 % of the value.
    const double margin = std::max((high - low) * 0.1, high * 0.01);
    const double interval = roundUp(std::max((high - low + 2 * margin) / 4, 1e-6));
    m_times->setTickType(QValueAxis::TicksDynamic);
    m_times->setTickInterval(interval);
    m_times->setRange(std::max(0.0, low - margin), high + margin);
}

void StepChart::applyColors()
{
    const Theme& theme = themeFor(palette());
    m_chart->setBackgroundBrush(theme.base);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->legend()->setLabelColor(theme.text);
    m_measured->setPen(QPen(theme.measured, 1.5));
    m_points->setColor(theme.measured);
    m_points->setBorderColor(theme.measured);
    m_predicted->setPen(QPen(theme.predicted, 2, Qt::DashLine));
    for (QValueAxis* axis : {m_steps, m_times}) {
        axis->setLabelsColor(theme.text);
        axis->setTitleBrush(theme.mutedText);
        axis->setLinePenColor(theme.border);
        axis->setGridLineColor(theme.grid);
    }
}

void StepChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyColors();
    QWidget::changeEvent(event);
}

} // namespace gui

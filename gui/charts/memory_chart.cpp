#include "gui/charts/memory_chart.h"

#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <QStackedBarSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kHeadroom = 1.06; // over the highest of bars and line
constexpr double kBarWidth = 0.72;
constexpr double kMostLabels = 16;

std::array<double, MemoryChart::kParts> partsOf(const plan::RankMemory& rank)
{
    return {rank.weights, rank.gradients, rank.optimizer, rank.activations, rank.other()};
}

std::size_t ranksOfABar(std::size_t ranks)
{
    return (ranks + MemoryChart::kMaxBars - 1) / MemoryChart::kMaxBars;
}

// The ranks that are drawn: all, or the fullest of each few.
std::vector<std::size_t> drawnRanks(const std::vector<plan::RankMemory>& memory)
{
    const std::size_t each = ranksOfABar(memory.size());
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < memory.size(); ++rank) {
        // A rank that does not fit must not be averaged away, so the fullest stands for its group.
        if (rank % each == 0)
            ranks.push_back(rank);
        else if (memory[rank].peak() > memory[ranks.back()].peak())
            ranks.back() = rank;
    }
    return ranks;
}

} // namespace

MemoryChart::MemoryChart(QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_bars(new QStackedBarSeries)
    , m_limit(new QLineSeries)
    , m_rankAxis(new QCategoryAxis)
    , m_memoryAxis(new QValueAxis)
    , m_view(new QChartView(m_chart))
    , m_emptyText(new QLabel(tr("No memory to show: it is worked out for a strategy with a model. "
                                "The editor adds one.")))
    , m_pages(new QStackedLayout(this))
{
    makeChart();
    makeLook(*m_view, *m_emptyText);
    m_view->setAccessibleName(tr("Memory of each pipeline rank"));
    // The viewport covers the view, and so it is the one that is asked for tool tips.
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    applyColors();
    redraw();
}

void MemoryChart::makeChart()
{
    const QString names[]
        = {tr("weights"), tr("gradients"), tr("optimizer"), tr("activations"), tr("other")};
    for (std::size_t part = 0; part < m_parts.size(); ++part) {
        m_parts[part] = new QBarSet(names[part]);
        m_bars->append(m_parts[part]);
    }
    m_bars->setBarWidth(kBarWidth);
    m_chart->addSeries(m_bars);
    m_chart->addSeries(m_limit);
    m_chart->addAxis(m_rankAxis, Qt::AlignBottom);
    m_chart->addAxis(m_memoryAxis, Qt::AlignLeft);
    for (QAbstractSeries* series : m_chart->series()) {
        series->attachAxis(m_rankAxis);
        series->attachAxis(m_memoryAxis);
    }
    m_rankAxis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_rankAxis->setGridLineVisible(false);
    m_memoryAxis->setLabelFormat(QStringLiteral("%g"));
    m_memoryAxis->setTitleText(tr("GiB"));
    m_chart->legend()->setAlignment(Qt::AlignRight);
}

void MemoryChart::setEstimate(const EstimatePtr& estimate)
{
    if (estimate == m_estimate)
        return;
    m_estimate = estimate;
    redraw();
}

void MemoryChart::setMeasured(std::vector<std::uint64_t> bytes)
{
    if (bytes == m_measured)
        return;
    m_measured = std::move(bytes);
    redraw();
}

double MemoryChart::measured(std::size_t rank) const
{
    const bool fits = m_estimate && m_measured.size() == m_estimate->numbers.memory.size();
    return fits ? static_cast<double>(m_measured[rank]) / kGibibyte : 0;
}

void MemoryChart::placeMeasured()
{
    QList<QPointF> dots;
    for (std::size_t bar = 0; bar < m_ranks.size(); ++bar)
        if (const double height = measured(m_ranks[bar]); height > 0)
            dots.emplace_back(static_cast<double>(bar), height);
    if (m_dots == nullptr && dots.empty())
        return;
    if (m_dots == nullptr) {
        m_dots = new QScatterSeries;
        m_dots->setName(tr("measured, in use"));
        m_dots->setMarkerSize(9);
        m_chart->addSeries(m_dots);
        m_dots->attachAxis(m_rankAxis);
        m_dots->attachAxis(m_memoryAxis);
        applyColors();
    }
    m_dots->replace(dots);
    m_chart->legend()->markers(m_dots).first()->setVisible(!dots.empty());
    // One entry more than a low window has room for.
    QFont small = font();
    if (!dots.empty() && small.pointSizeF() > 0) // a font may have its size in pixels
        small.setPointSizeF(small.pointSizeF() * 0.85);
    m_chart->legend()->setFont(small);
}

void MemoryChart::redraw()
{
    m_pages->setCurrentWidget(m_estimate ? static_cast<QWidget*>(m_view) : m_emptyText);
    m_ranks.clear();
    for (QBarSet* part : m_parts)
        part->remove(0, part->count());
    if (!m_estimate)
        return;
    const auto& memory = m_estimate->numbers.memory;
    m_ranks = drawnRanks(memory);
    std::array<QList<qreal>, kParts> heights;
    for (const std::size_t rank : m_ranks)
        for (std::size_t part = 0; part < kParts; ++part)
            heights[part] << partsOf(memory[rank])[part] / kGibibyte;
    for (std::size_t part = 0; part < kParts; ++part)
        m_parts[part]->append(heights[part]);
    m_rankAxis->setTitleText(m_ranks.size() == memory.size()
                                 ? tr("pipeline rank")
                                 : tr("pipeline ranks, the fullest of every few"));
    // Screen readers get the bar that matters most, the fullest one.
    const std::size_t fullest = m_estimate->numbers.fullestRank / ranksOfABar(memory.size());
    m_view->setAccessibleDescription(tipOf(static_cast<double>(fullest)));
    m_limit->setName(tr("limit %1").arg(gibibytes(m_estimate->numbers.memoryLimit)));
    placeMeasured();
    scale();
}

void MemoryChart::scale()
{
    double highest = limit();
    for (const std::size_t rank : m_ranks)
        highest = std::max(
            {highest, m_estimate->numbers.memory[rank].peak() / kGibibyte, measured(rank)});
    // Bar n has the place from n - 0.5 to n + 0.5; the line reaches across all of them.
    const double last = bars() - 0.5;
    m_limit->replace(QList<QPointF>{{-0.5, limit()}, {last, limit()}});
    const std::size_t each = ranksOfABar(m_estimate->numbers.memory.size());
    labelPlaces(*m_rankAxis, bars(), std::max(1, static_cast<int>(roundUp(bars() / kMostLabels))),
                [each](int bar) { return QString::number(bar * each); }); // a group's first rank
    m_memoryAxis->setRange(0, highest * kHeadroom);
    m_memoryAxis->setTickType(QValueAxis::TicksDynamic);
    m_memoryAxis->setTickInterval(roundUp(highest / 5));
}

double MemoryChart::height(int bar, int part) const
{
    return m_parts[static_cast<std::size_t>(part)]->at(bar);
}

double MemoryChart::limit() const
{
    return m_estimate ? m_estimate->numbers.memoryLimit / kGibibyte : 0;
}

QString MemoryChart::tipOf(double position) const
{
    if (m_ranks.empty())
        return {};
    const int bar = std::clamp(static_cast<int>(std::lround(position)), 0, bars() - 1);
    const std::size_t number = m_ranks[static_cast<std::size_t>(bar)];
    const plan::RankMemory& rank = m_estimate->numbers.memory[number];
    QStringList lines{tr("rank %1: %2 of %3")
                          .arg(QString::number(number), gibibytes(rank.peak()),
                               gibibytes(m_estimate->numbers.memoryLimit))};
    if (const double inUse = measured(number); inUse > 0)
        lines << tr("measured: at most %1 in use on its device, by all processes")
                     .arg(gibibytes(inUse * kGibibyte));
    for (std::size_t part = 0; part < kParts; ++part)
        lines << QStringLiteral("%1: %2").arg(m_parts[part]->label(),
                                              gibibytes(partsOf(rank)[part]));
    lines << tr("other is buffers %1, what the allocator cannot use %2, the device's software %3")
                 .arg(gibibytes(rank.buffers), gibibytes(rank.fragmented),
                      gibibytes(rank.framework));
    if (rank.peakOp)
        lines << tr("the most while %1 runs, with %2 in flight")
                     .arg(QString::fromStdString(plan::toText(*rank.peakOp)))
                     .arg(rank.inFlight);
    return lines.join(QLatin1Char('\n'));
}

bool MemoryChart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    // Any series will do, since all of them share the two axes.
    const QPointF value = m_chart->mapToValue(m_view->mapToScene(help->pos()), m_limit);
    QToolTip::showText(help->globalPos(), plainTip(tipOf(value.x())), m_view);
    return true;
}

void MemoryChart::applyColors()
{
    const Theme& theme = themeFor(palette());
    applyTheme(*m_chart, *m_emptyText, theme);
    for (std::size_t part = 0; part < kParts; ++part) {
        m_parts[part]->setColor(theme.memory[part]);
        m_parts[part]->setBorderColor(theme.outline(theme.memory[part]));
    }
    m_limit->setPen(QPen(theme.error, 2, Qt::DashLine));
    if (m_dots == nullptr)
        return;
    m_dots->setColor(theme.measured);
    m_dots->setBorderColor(theme.text);
}

void MemoryChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyColors();
    QWidget::changeEvent(event);
}

} // namespace gui

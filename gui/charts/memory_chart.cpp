#include "gui/charts/memory_chart.h"

#include "gui/charts/axis_scale.h"
#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
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
constexpr double kLeastOfLimit = 0.1; // bars lower than that leave the limit out of sight

struct MemoryUnit {
    const char* name;
    double bytes;
};

// The one that reads best.
MemoryUnit unitOf(double gibibytes)
{
    if (gibibytes >= 1)
        return {"GiB", kGibibyte};
    if (gibibytes * 1024 >= 1)
        return {"MiB", kGibibyte / 1024};
    return {"KiB", kGibibyte / 1024 / 1024};
}

std::array<double, MemoryChart::kParts> partsOf(const plan::RankMemory& rank)
{
    return {rank.weights, rank.gradients, rank.optimizer, rank.activations, rank.other()};
}

std::size_t ranksOfABar(std::size_t ranks)
{
    return (ranks + MemoryChart::kMaxBars - 1) / MemoryChart::kMaxBars;
}

// Of `count` ranks those that are drawn: all, or the fullest of each few.
template <typename Peak>
std::vector<std::size_t> drawnRanks(std::size_t count, Peak peak)
{
    const std::size_t each = ranksOfABar(count);
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < count; ++rank) {
        // A rank that does not fit must not be averaged away, so the fullest stands for its group.
        if (rank % each == 0)
            ranks.push_back(rank);
        else if (peak(rank) > peak(ranks.back()))
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
    , m_emptyText(new QLabel(tr("No memory to show: it is worked out for a strategy with a model, "
                                "which the editor adds, or measured by the ranks of a run.")))
    , m_pages(new QStackedLayout(this))
{
    makeChart();
    makeLook(*m_view, *m_emptyText);
    m_view->setAccessibleName(tr("Memory of each pipeline rank"));
    // The viewport covers the view, and so it is the one that is asked for tool tips.
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    applyLook();
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
    m_measuredPart = new QBarSet(tr("measured"));
    m_bars->append(m_measuredPart);
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
    m_chart->legend()->setAlignment(Qt::AlignRight);
}

void MemoryChart::setEstimate(const EstimatePtr& estimate)
{
    if (estimate == m_estimate)
        return;
    m_estimate = estimate;
    redraw();
}

void MemoryChart::setMeasured(std::vector<std::uint64_t> bytes, Measured of)
{
    if (bytes == m_measured && of == m_measuredOf)
        return;
    m_measured = std::move(bytes);
    m_measuredOf = of;
    redraw();
}

double MemoryChart::measured(std::size_t rank) const
{
    return m_measured.size() == ranks() ? static_cast<double>(m_measured[rank]) / kGibibyte : 0;
}

std::size_t MemoryChart::ranks() const
{
    return m_estimate ? m_estimate->numbers.memory.size() : m_measured.size();
}

double MemoryChart::peak(std::size_t rank) const
{
    return m_estimate ? m_estimate->numbers.memory[rank].peak() / kGibibyte : measured(rank);
}

double MemoryChart::highest() const
{
    double highest = 0;
    for (const std::size_t rank : m_ranks)
        highest = std::max({highest, peak(rank), measured(rank)});
    return highest;
}

bool MemoryChart::isLimitAbove() const
{
    return highest() > 0 && highest() < kLeastOfLimit * limit();
}

void MemoryChart::placeMeasured()
{
    QList<QPointF> dots;
    for (std::size_t bar = 0; m_estimate && bar < m_ranks.size(); ++bar)
        if (const double height = measured(m_ranks[bar]); height > 0)
            dots.emplace_back(static_cast<double>(bar), height);
    if (m_dots == nullptr && dots.empty())
        return;
    if (m_dots == nullptr) {
        m_dots = new QScatterSeries;
        m_dots->setMarkerSize(9);
        m_chart->addSeries(m_dots);
        m_dots->attachAxis(m_rankAxis);
        m_dots->attachAxis(m_memoryAxis);
        applyLook();
    }
    m_dots->setName(m_measuredOf == Measured::Device ? tr("measured, in use") : tr("measured"));
    m_dots->replace(dots);
    m_chart->legend()->markers(m_dots).first()->setVisible(!dots.empty());
}

void MemoryChart::redraw()
{
    m_pages->setCurrentWidget(isEmpty() ? m_emptyText : static_cast<QWidget*>(m_view));
    const auto sets = m_bars->barSets();
    for (QBarSet* set : sets)
        set->remove(0, set->count());
    m_ranks = drawnRanks(ranks(), [this](std::size_t rank) { return peak(rank); });
    tellInLegend();
    placeMeasured();
    if (isEmpty())
        return;
    // All estimates in one unit, so that they can be held beside each other.
    const MemoryUnit unit = m_estimate ? unitOf(1) : unitOf(highest());
    m_unit = unit.bytes / kGibibyte;
    m_memoryAxis->setTitleText(QLatin1String(unit.name));
    std::array<QList<qreal>, kParts> heights;
    QList<qreal> measuredHeights;
    for (const std::size_t rank : m_ranks) {
        for (std::size_t part = 0; part < kParts; ++part)
            heights[part] << (m_estimate
                                  ? partsOf(m_estimate->numbers.memory[rank])[part] / kGibibyte
                                  : 0);
        measuredHeights << (m_estimate ? 0 : measured(rank) / m_unit);
    }
    for (std::size_t part = 0; part < kParts; ++part)
        m_parts[part]->append(heights[part]);
    m_measuredPart->append(measuredHeights);
    m_rankAxis->setTitleText(m_ranks.size() == ranks()
                                 ? tr("pipeline rank")
                                 : tr("pipeline ranks, the fullest of every few"));
    // Screen readers get the bar that matters most, the fullest one.
    const auto fullest = std::max_element(
        m_ranks.begin(), m_ranks.end(),
        [this](std::size_t one, std::size_t other) { return peak(one) < peak(other); });
    m_view->setAccessibleDescription(tipOf(static_cast<double>(fullest - m_ranks.begin())));
    const QString size = gibibytes(limit() * kGibibyte);
    m_limit->setName(isLimitAbove() ? tr("limit %1, above").arg(size) : tr("limit %1").arg(size));
    scale();
}

void MemoryChart::tellInLegend()
{
    QLegend* legend = m_chart->legend();
    bool changed = false;
    const auto show = [&changed](QLegendMarker* entry, bool shows) {
        changed = changed || entry->isVisible() != shows;
        entry->setVisible(shows);
    };
    const auto entries = legend->markers(m_bars); // one for each set
    for (QLegendMarker* entry : entries)
        show(entry, (entry == entries.last()) == !m_estimate);
    show(legend->markers(m_limit).first(), limit() > 0);
    if (!changed)
        return;
    legend->hide(); // it sets its entries anew only when it comes back
    legend->show();
}

void MemoryChart::scale()
{
    const bool above = isLimitAbove();
    // An axis needs a height even where nothing is held.
    const double top = std::max(above ? highest() : std::max(highest(), limit()), 1e-9) / m_unit;
    // Bar n has the place from n - 0.5 to n + 0.5; the line reaches across all of them.
    const double last = bars() - 0.5;
    m_limit->replace(limit() > 0 && !above ? QList<QPointF>{{-0.5, limit()}, {last, limit()}}
                                           : QList<QPointF>());
    const std::size_t each = ranksOfABar(ranks());
    labelPlaces(*m_rankAxis, bars(), std::max(1, static_cast<int>(roundUp(bars() / kMostLabels))),
                [each](int bar) { return QString::number(bar * each); }); // a group's first rank
    scaleAxis(*m_memoryAxis, 0, top * kHeadroom, roundUp(top / 5));
}

double MemoryChart::measuredHeight(int bar) const { return m_measuredPart->at(bar) * m_unit; }

double MemoryChart::height(int bar, int part) const
{
    return m_parts[static_cast<std::size_t>(part)]->at(bar);
}

double MemoryChart::limit() const
{
    return m_estimate ? m_estimate->numbers.memoryLimit / kGibibyte : 0;
}

QString MemoryChart::measuredLine(std::size_t rank) const
{
    const double most = measured(rank);
    if (!(most > 0))
        return {};
    const MemoryUnit unit = unitOf(most);
    return (m_measuredOf == Measured::Device
                ? tr("measured: at most %1 in use on its device, by all processes")
                : tr("measured: at most %1 held"))
        .arg(QStringLiteral("%1 %2").arg(threeDigits(most * kGibibyte / unit.bytes),
                                         QLatin1String(unit.name)));
}

QString MemoryChart::tipOf(double position) const
{
    if (m_ranks.empty())
        return {};
    const int bar = std::clamp(static_cast<int>(std::lround(position)), 0, bars() - 1);
    const std::size_t rank = m_ranks[static_cast<std::size_t>(bar)];
    if (m_estimate)
        return estimatedTip(rank);
    const QString line = measuredLine(rank);
    return tr("rank %1").arg(rank) + QLatin1Char('\n')
        + (line.isEmpty() ? tr("not measured") : line);
}

QString MemoryChart::estimatedTip(std::size_t number) const
{
    const plan::RankMemory& rank = m_estimate->numbers.memory[number];
    QStringList lines{tr("rank %1: %2 of %3")
                          .arg(QString::number(number), gibibytes(rank.peak()),
                               gibibytes(m_estimate->numbers.memoryLimit))};
    if (const QString line = measuredLine(number); !line.isEmpty())
        lines << line;
    for (std::size_t part = 0; part < kParts; ++part)
        lines << labelled(m_parts[part]->label(), gibibytes(partsOf(rank)[part]));
    for (const plan::OtherMemory& part : plan::kOtherMemory)
        if (const QString size = gibibytes(rank.*part.bytes); size != gibibytes(0))
            lines << tr("other: %1, %2").arg(size, otherMemoryWords(part));
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

void MemoryChart::applyLook()
{
    const Theme& theme = themeFor(palette());
    applyTheme(*m_chart, *m_emptyText, theme);
    for (std::size_t part = 0; part < kParts; ++part) {
        m_parts[part]->setColor(theme.memory[part]);
        m_parts[part]->setBorderColor(theme.outline(theme.memory[part]));
    }
    m_measuredPart->setColor(theme.measured);
    m_measuredPart->setBorderColor(theme.outline(theme.measured));
    m_limit->setPen(QPen(theme.error, 2, Qt::DashLine));
    if (m_dots == nullptr)
        return;
    m_dots->setColor(theme.measured);
    m_dots->setBorderColor(theme.text);
}

void MemoryChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui

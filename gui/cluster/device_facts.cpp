#include "gui/cluster/device_facts.h"

#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace gui {
namespace {

using plan::LedgerLine;

plan::Nanoseconds sumOf(const plan::RankLedger& ledger, std::initializer_list<LedgerLine> lines)
{
    plan::Nanoseconds time{};
    for (const LedgerLine line : lines)
        time += ledger[static_cast<std::size_t>(line)];
    return time;
}

plan::Nanoseconds idleOf(const plan::RankLedger& ledger)
{
    return sumOf(ledger,
                 {LedgerLine::WarmUpBubble, LedgerLine::SteadyBubble, LedgerLine::CoolDownBubble});
}

plan::Nanoseconds busyOf(const plan::RankLedger& ledger)
{
    return sumOf(ledger,
                 {LedgerLine::Forward, LedgerLine::Backward, LedgerLine::InputGrad,
                  LedgerLine::WeightGrad, LedgerLine::Recompute, LedgerLine::Optimizer});
}

plan::Nanoseconds communicationOf(const plan::RankLedger& ledger)
{
    return sumOf(ledger, {LedgerLine::ExposedTransfer, LedgerLine::ExposedCollective});
}

std::optional<double> shareOfStep(plan::Nanoseconds time, plan::Nanoseconds step)
{
    if (step.count() <= 0)
        return std::nullopt;
    return static_cast<double>(time.count()) / static_cast<double>(step.count());
}

bool isMeasuredMetric(DeviceMetric metric) { return metric >= DeviceMetric::MeasuredIdle; }

} // namespace

QString nameOf(DeviceMetric metric)
{
    constexpr std::array<const char*, kDeviceMetrics> kNames{
        QT_TRANSLATE_NOOP("DeviceMetric", "Pipeline rank"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Idle share"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Busy time"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Exposed communication"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Peak memory"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Measured idle share"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Measured share of work"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Measured communication"),
        QT_TRANSLATE_NOOP("DeviceMetric", "Measured memory in use")};
    return QCoreApplication::translate("DeviceMetric", kNames[static_cast<std::size_t>(metric)]);
}

DeviceFacts::DeviceFacts(PredictionPtr prediction, EstimatePtr estimate, MeasuredDevices measured)
    : m_prediction(std::move(prediction))
    , m_estimate(std::move(estimate))
    , m_measured(std::move(measured))
{
    if (!m_prediction)
        return;
    const plan::Schedule& schedule = *m_prediction->schedule;
    m_map = DeviceMap(m_prediction->strategy, schedule.shape.ranks);
    m_stages.resize(static_cast<std::size_t>(m_map.pipeline()));
    for (int stage = 0; stage < schedule.placement.stages(); ++stage) {
        const auto at = static_cast<std::size_t>(stage);
        const int rank = schedule.placement.ranks[at];
        m_stages[static_cast<std::size_t>(rank)].push_back(stage);
        if (schedule.placement.bidirectional() && schedule.placement.mirror[at] != rank)
            m_stages[static_cast<std::size_t>(schedule.placement.mirror[at])].push_back(stage);
    }
    if (m_estimate && m_estimate->numbers.memory.size() != m_stages.size())
        m_estimate = nullptr;
    if (m_measured.ledger && m_measured.ledger->ranks.size() != m_stages.size())
        m_measured = {};
}

const std::vector<int>& DeviceFacts::stagesOf(int pipelineRank) const
{
    return m_stages[static_cast<std::size_t>(pipelineRank)];
}

std::optional<double> DeviceFacts::valueOfRank(DeviceMetric metric, int pipelineRank) const
{
    if (!m_prediction)
        return std::nullopt;
    const auto rank = static_cast<std::size_t>(pipelineRank);
    const plan::RankLedger& planned = m_prediction->ledger->ranks[rank];
    const plan::RankLedger* seen = m_measured.ledger ? &m_measured.ledger->ranks[rank] : nullptr;
    switch (metric) {
    case DeviceMetric::PipelineRank:
        return pipelineRank;
    case DeviceMetric::Idle:
        return shareOfStep(idleOf(planned), m_prediction->timeline->makespan);
    case DeviceMetric::Busy:
        return static_cast<double>(busyOf(planned).count());
    case DeviceMetric::Communication:
        return static_cast<double>(communicationOf(planned).count());
    case DeviceMetric::Memory:
        if (m_estimate)
            return m_estimate->numbers.memory[rank].peak();
        break;
    case DeviceMetric::MeasuredIdle:
        if (seen)
            return shareOfStep(idleOf(*seen), m_measured.makespan);
        break;
    case DeviceMetric::MeasuredBusy:
        if (seen)
            return shareOfStep(busyOf(*seen), m_measured.makespan);
        break;
    case DeviceMetric::MeasuredCommunication:
        if (seen)
            return static_cast<double>(communicationOf(*seen).count());
        break;
    case DeviceMetric::MeasuredMemory:
        if (rank < m_measured.memory.size() && m_measured.memory[rank] > 0)
            return static_cast<double>(m_measured.memory[rank]);
        break;
    }
    return std::nullopt;
}

bool DeviceFacts::isKnown(DeviceMetric metric, int device) const
{
    return !isMeasuredMetric(metric) || m_map.replicaOf(device) == m_measured.replica;
}

std::optional<double> DeviceFacts::value(DeviceMetric metric, int device) const
{
    if (!isKnown(metric, device))
        return std::nullopt;
    return valueOfRank(metric, m_map.pipelineRankOf(device));
}

bool DeviceFacts::has(DeviceMetric metric) const
{
    for (int rank = 0; m_prediction && rank < m_map.pipeline(); ++rank)
        if (valueOfRank(metric, rank))
            return true;
    return false;
}

DeviceFacts::Range DeviceFacts::range(DeviceMetric metric) const
{
    std::optional<Range> range;
    for (int rank = 0; rank < m_map.pipeline(); ++rank)
        if (const std::optional<double> value = valueOfRank(metric, rank)) {
            range = range ? Range{std::min(range->least, *value), std::max(range->most, *value)}
                          : Range{*value, *value};
        }
    return range.value_or(Range{});
}

QString DeviceFacts::text(DeviceMetric metric, double value)
{
    switch (metric) {
    case DeviceMetric::PipelineRank:
        return QString::number(std::llround(value));
    case DeviceMetric::Idle:
    case DeviceMetric::MeasuredIdle:
    case DeviceMetric::MeasuredBusy:
        return percent(value);
    case DeviceMetric::Busy:
    case DeviceMetric::Communication:
    case DeviceMetric::MeasuredCommunication:
        return stepTime(plan::Nanoseconds{std::llround(value)});
    case DeviceMetric::Memory:
    case DeviceMetric::MeasuredMemory:
        return gibibytes(value);
    }
    return {};
}

} // namespace gui

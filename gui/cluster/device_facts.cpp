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
        QT_TRANSLATE_NOOP("DeviceMetric", "Node"),
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
    const auto devices = static_cast<std::size_t>(m_map.devices());
    if (m_measured.world && m_measured.world->size() != devices)
        m_measured.world = nullptr;
    if (m_measured.hosts && m_measured.hosts->size() != devices)
        m_measured.hosts = nullptr;
    // Once, and not with every picture: there may be a million of them.
    for (std::size_t device = 0; m_measured.world && device < devices; ++device)
        if (const auto idle = valueOfDevice(DeviceMetric::MeasuredIdle, static_cast<int>(device)))
            m_idleRange = m_idleRange
                ? Range{std::min(m_idleRange->least, *idle), std::max(m_idleRange->most, *idle)}
                : Range{*idle, *idle};
}

const std::vector<int>& DeviceFacts::stagesOf(int pipelineRank) const
{
    return m_stages[static_cast<std::size_t>(pipelineRank)];
}

int DeviceFacts::worldRankOf(int device) const
{
    const long long each = m_map.devices() / m_map.pipeline();
    return static_cast<int>(m_map.pipelineRankOf(device) * each) + m_map.replicaOf(device);
}

QString DeviceFacts::nodeName(int node) const
{
    const QString plain = QCoreApplication::translate("Cluster", "node %1").arg(node);
    if (!m_measured.hosts)
        return plain;
    QString name;
    const long long first = 1LL * node * m_map.devicesPerNode();
    const long long end = std::min(m_map.devices(), first + m_map.devicesPerNode());
    for (long long device = first; device < end; ++device) {
        const auto rank = static_cast<std::size_t>(worldRankOf(static_cast<int>(device)));
        const QString host
            = rank < m_measured.hosts->size() ? (*m_measured.hosts)[rank] : QString();
        if (host.isEmpty() || (!name.isEmpty() && host != name))
            return plain; // the run stands on its nodes in another way
        name = host;
    }
    return name;
}

bool DeviceFacts::isByDevice(DeviceMetric metric) const
{
    return metric == DeviceMetric::Node
        || (metric == DeviceMetric::MeasuredIdle && m_measured.world);
}

std::optional<double> DeviceFacts::valueOfDevice(DeviceMetric metric, int device) const
{
    if (metric == DeviceMetric::Node)
        return m_map.nodeOf(device);
    const measured::RankStep& rank
        = (*m_measured.world)[static_cast<std::size_t>(worldRankOf(device))];
    if (!rank.hasWork())
        return std::nullopt;
    return shareOfStep(measured::idleIn(rank, m_measured.makespan), m_measured.makespan);
}

std::optional<double> DeviceFacts::valueOfRank(DeviceMetric metric, int pipelineRank) const
{
    if (!m_prediction || isByDevice(metric))
        return std::nullopt;
    const auto rank = static_cast<std::size_t>(pipelineRank);
    const plan::RankLedger& planned = m_prediction->ledger->ranks[rank];
    const plan::RankLedger* seen = m_measured.ledger ? &m_measured.ledger->ranks[rank] : nullptr;
    switch (metric) {
    case DeviceMetric::PipelineRank:
        return pipelineRank;
    case DeviceMetric::Node:
        break;
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
    return !isMeasuredMetric(metric) || isByDevice(metric)
        || m_map.replicaOf(device) == m_measured.replica;
}

std::optional<double> DeviceFacts::value(DeviceMetric metric, int device) const
{
    if (!isKnown(metric, device))
        return std::nullopt;
    if (m_prediction && isByDevice(metric))
        return valueOfDevice(metric, device);
    return valueOfRank(metric, m_map.pipelineRankOf(device));
}

bool DeviceFacts::has(DeviceMetric metric) const
{
    if (m_prediction && isByDevice(metric))
        return metric == DeviceMetric::Node ? m_map.nodes() > 1 : m_idleRange.has_value();
    for (int rank = 0; m_prediction && rank < m_map.pipeline(); ++rank)
        if (valueOfRank(metric, rank))
            return true;
    return false;
}

DeviceFacts::Range DeviceFacts::range(DeviceMetric metric) const
{
    if (metric == DeviceMetric::Node)
        return {0, static_cast<double>(m_map.nodes() - 1)};
    if (isByDevice(metric))
        return m_idleRange.value_or(Range{});
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
    case DeviceMetric::Node:
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

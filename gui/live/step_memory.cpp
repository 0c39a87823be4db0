#include "gui/live/step_memory.h"

#include <algorithm>

namespace gui {
namespace {

// By MemoryCategory as far as it is one of the kinds that are stacked.
std::optional<std::size_t> kindOf(telemetry::MemoryCategory category)
{
    switch (category) {
    case telemetry::MemoryCategory::Weights:
        return static_cast<std::size_t>(MemoryKind::Weights);
    case telemetry::MemoryCategory::Gradients:
        return static_cast<std::size_t>(MemoryKind::Gradients);
    case telemetry::MemoryCategory::Optimizer:
        return static_cast<std::size_t>(MemoryKind::Optimizer);
    case telemetry::MemoryCategory::Activations:
        return static_cast<std::size_t>(MemoryKind::Activations);
    case telemetry::MemoryCategory::Buffers:
        return static_cast<std::size_t>(MemoryKind::Buffers);
    default:
        return std::nullopt; // of the whole process: not a part of the sum
    }
}

} // namespace

void StepMemory::add(const telemetry::Frame& frame)
{
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body)) {
        if (!m_run)
            m_run = measured::runInfoOf(*hello);
        return;
    }
    const auto shown = m_run ? m_run->shownRank(frame.header.rank) : std::nullopt;
    if (!shown)
        return;
    const std::size_t rank = *shown;
    if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        for (const telemetry::StepMark& mark : *marks)
            if (mark.phase == telemetry::StepPhase::Begin)
                rankStep(mark.step, rank).beginNs = mark.timeNs;
    } else if (const auto* samples
               = std::get_if<std::vector<telemetry::MemorySample>>(&frame.body)) {
        for (const telemetry::MemorySample& sample : *samples)
            addSample(rank, sample);
    } else if (const auto* device
               = std::get_if<std::vector<telemetry::DeviceSample>>(&frame.body)) {
        for (const telemetry::DeviceSample& sample : *device)
            if (sample.memoryUsedBytes != telemetry::kUnknown64)
                addSample(rank, sample);
    }
    trim();
}

StepMemory::RankStep& StepMemory::rankStep(int step, std::size_t rank)
{
    const auto [found, isNew] = m_steps[step].try_emplace(rank);
    if (isNew) {
        // What was held when the step began: kinds that are not sampled in it hold that all along.
        found->second.before = m_latest[rank];
        if (const auto latest = m_device.find(rank); latest != m_device.end())
            found->second.deviceBefore = latest->second;
    }
    return found->second;
}

void StepMemory::addSample(std::size_t rank, const telemetry::MemorySample& sample)
{
    const auto kind = kindOf(sample.category);
    if (!kind)
        return;
    RankStep& of = rankStep(sample.step, rank);
    of.samples.push_back(sample);
    ++m_samples;
    Known& latest = m_latest[rank];
    latest.bytes[*kind] = sample.currentBytes;
    latest.any = true;
    of.most = std::max(of.most, totalOf(latest.bytes));
}

std::vector<std::uint64_t> StepMemory::held(int step) const
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end() || !m_run)
        return {};
    std::vector<std::uint64_t> held(static_cast<std::size_t>(m_run->shape.ranks), 0);
    for (const auto& [rank, of] : found->second)
        held[rank] = of.most;
    return held;
}

// A sample of a device has no step: it belongs to the last one that had begun on its rank. One that
// comes late, when the next step is known already, is also what that one began with.
void StepMemory::addSample(std::size_t rank, const telemetry::DeviceSample& sample)
{
    m_device[rank] = sample;
    constexpr int kLate = 4; // steps, at most
    int looked = 0;
    for (auto step = m_steps.rbegin(); step != m_steps.rend() && looked < kLate; ++step, ++looked) {
        const auto found = step->second.find(rank);
        if (found == step->second.end() || !found->second.beginNs)
            continue;
        if (sample.timeNs >= *found->second.beginNs) {
            found->second.device.push_back(sample);
            ++m_samples;
            return;
        }
        found->second.deviceBefore = sample;
    }
}

void StepMemory::trim()
{
    while (m_steps.size() > 1 && (m_steps.size() > kMaxSteps || m_samples > kMaxSamples)) {
        for (const auto& [rank, of] : m_steps.begin()->second)
            m_samples -= of.samples.size() + of.device.size();
        m_dropped = std::max(m_dropped, m_steps.begin()->first);
        m_steps.erase(m_steps.begin());
    }
}

std::size_t StepMemory::revision(int step) const
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return 0;
    std::size_t revision = 0;
    for (const auto& [rank, of] : found->second)
        revision += of.samples.size() + (of.before.any ? 1 : 0) + of.device.size()
            + (of.deviceBefore ? 1 : 0);
    return revision;
}

DeviceMemory StepMemory::deviceOf(const RankStep& rank)
{
    DeviceMemory memory;
    const auto add = [&](const telemetry::DeviceSample& sample) {
        const Nanoseconds time{std::max<std::int64_t>(0, sample.timeNs - *rank.beginNs)};
        memory.edges.push_back({time, sample.memoryUsedBytes});
        if (sample.memoryTotalBytes != telemetry::kUnknown64)
            memory.total = sample.memoryTotalBytes;
    };
    if (!rank.beginNs)
        return memory;
    if (rank.deviceBefore)
        add(*rank.deviceBefore);
    for (const telemetry::DeviceSample& sample : rank.device)
        add(sample);
    std::stable_sort(memory.edges.begin(), memory.edges.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    return memory;
}

MemoryLane StepMemory::laneOf(const RankStep& rank)
{
    std::vector<MemoryEdge> edges;
    if (rank.before.any)
        edges.push_back({Nanoseconds{0}, rank.before.bytes});
    if (!rank.beginNs)
        return {}; // without the zero they have no place
    std::vector<telemetry::MemorySample> samples = rank.samples;
    std::stable_sort(samples.begin(), samples.end(),
                     [](const auto& a, const auto& b) { return a.timeNs < b.timeNs; });
    MemoryBytes held = rank.before.bytes;
    MemoryBytes peaks = held;
    for (const telemetry::MemorySample& sample : samples) {
        const std::size_t kind = *kindOf(sample.category);
        held[kind] = sample.currentBytes;
        peaks[kind] = std::max(peaks[kind], sample.peakBytes);
        // What was measured on the way to the step's zero is what it begins with.
        edges.push_back(
            {Nanoseconds{std::max<std::int64_t>(0, sample.timeNs - *rank.beginNs)}, held});
    }
    return {edges, peaks};
}

MemoryLanesPtr StepMemory::lanes(int step) const
{
    const std::size_t ranks = m_run ? static_cast<std::size_t>(m_run->shape.ranks) : 0;
    if (revision(step) == 0)
        return step >= 0 && step <= m_dropped ? std::make_shared<MemoryLanes>(ranks) : nullptr;
    auto lanes = std::make_shared<MemoryLanes>(ranks);
    for (const auto& [rank, of] : m_steps.at(step))
        (*lanes)[rank] = laneOf(of).withDevice(deviceOf(of));
    return lanes;
}

} // namespace gui

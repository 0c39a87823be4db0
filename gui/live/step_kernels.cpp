#include "gui/live/step_kernels.h"

#include "engine/measured/kernel_use.h"

#include <algorithm>
#include <limits>

namespace gui {
namespace {

Kernel::By byOf(const telemetry::KernelRecord& record)
{
    if (measured::isOfOp(record))
        return (record.flags & telemetry::kFlagRerun) != 0 ? Kernel::By::Again : Kernel::By::Op;
    if (record.by == telemetry::QueuedBy::Reduction)
        return Kernel::By::Reduction;
    return record.by == telemetry::QueuedBy::Optimizer ? Kernel::By::Optimizer : Kernel::By::Beside;
}

std::vector<measured::BusyRange> rangesOf(const std::vector<plan::Span>& ops)
{
    std::vector<measured::BusyRange> ranges;
    ranges.reserve(ops.size());
    for (const plan::Span& op : ops)
        ranges.push_back({op.start.count(), op.end.count()});
    return ranges;
}

// Of what ops have queued, in whatever row.
std::vector<measured::BusyRange> rangesOf(const KernelLane& lane)
{
    std::vector<measured::BusyRange> ranges;
    for (const auto& row : lane.rows)
        for (const Kernel& kernel : row)
            if (kernel.by == Kernel::By::Op || kernel.by == Kernel::By::Again)
                ranges.push_back({kernel.start.count(), kernel.end.count()});
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return ranges;
}

} // namespace

void StepKernels::add(const telemetry::Frame& frame)
{
    m_names.add(frame);
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
    } else if (const auto* kernels
               = std::get_if<std::vector<telemetry::KernelRecord>>(&frame.body)) {
        for (const telemetry::KernelRecord& kernel : *kernels)
            addKernel(frame.header, rank, kernel);
    } else if (const auto* counts = std::get_if<std::vector<telemetry::KernelCount>>(&frame.body)) {
        for (const telemetry::KernelCount& count : *counts) {
            m_any = true;
            RankStep& of = rankStep(count.step, rank);
            of.lane.missing += std::min(count.dropped, std::uint64_t{1} << 40);
            ++of.records;
        }
    }
    trim();
}

StepKernels::RankStep& StepKernels::rankStep(int step, std::size_t rank)
{
    return m_steps[step][rank];
}

void StepKernels::addKernel(const telemetry::FrameHeader& from, std::size_t rank,
                            const telemetry::KernelRecord& record)
{
    m_any = true;
    // One that is older than what is kept would come back as a step of its own.
    if (m_steps.size() >= kMaxSteps && record.step < m_steps.begin()->first)
        return;
    RankStep& of = rankStep(record.step, rank);
    ++of.records;
    if (m_kernels >= kMaxKernels && m_steps.size() == 1) {
        ++of.lane.missing;
        return;
    }
    ++m_kernels;
    of.lane.rows[static_cast<std::size_t>(record.lane)].push_back(
        {.start = Nanoseconds{record.startNs},
         .end = Nanoseconds{record.endNs},
         .bytes = record.bytes,
         .op = measured::isOfOp(record) ? measured::opOf(record) : plan::Op{},
         .name = nameIndex(from, record.name),
         .stream = record.stream,
         .by = byOf(record)});
}

std::uint32_t StepKernels::nameIndex(const telemetry::FrameHeader& from, std::uint32_t number)
{
    // Beyond as many names as are kept anyway, a kernel has none.
    const NameKey key{from.rank, from.epoch, number};
    const auto found = m_nameIndex.find(key);
    if (found != m_nameIndex.end())
        return found->second;
    if (m_nameIndex.size() >= measured::KernelNames::kMost)
        return std::numeric_limits<std::uint32_t>::max();
    const auto next = static_cast<std::uint32_t>(m_nameIndex.size());
    m_nameIndex.emplace(key, next);
    return next;
}

void StepKernels::trim()
{
    while (m_steps.size() > 1 && (m_steps.size() > kMaxSteps || m_kernels > kMaxKernels)) {
        for (const auto& [rank, of] : m_steps.begin()->second)
            for (const auto& row : of.lane.rows)
                m_kernels -= row.size();
        m_steps.erase(m_steps.begin());
    }
}

std::size_t StepKernels::revision(int step) const
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return 0;
    std::size_t revision = 0;
    for (const auto& [rank, of] : found->second)
        revision += of.records;
    return revision;
}

KernelLane StepKernels::laneOf(const RankStep& rank, const std::vector<plan::Span>& ops)
{
    KernelLane lane{.missing = rank.lane.missing};
    if (!rank.beginNs)
        return lane; // without the zero they have no place
    lane.rows = rank.lane.rows;
    const Nanoseconds zero{*rank.beginNs};
    for (auto& row : lane.rows) {
        for (Kernel& kernel : row) {
            // What is cut away lies before the step.
            kernel.start = std::max(Nanoseconds{0}, kernel.start - zero);
            kernel.end = std::max(kernel.start, kernel.end - zero);
        }
        std::stable_sort(row.begin(), row.end(),
                         [](const Kernel& a, const Kernel& b) { return a.start < b.start; });
    }
    const auto kernels = rangesOf(lane);
    if (kernels.empty())
        return lane;
    const auto gaps = measured::launchGaps(rangesOf(ops), kernels);
    for (std::size_t i = 0; i < ops.size(); ++i)
        lane.gaps.push_back({ops[i].op, gaps[i]});
    std::sort(lane.gaps.begin(), lane.gaps.end(),
              [](const LaunchGap& a, const LaunchGap& b) { return a.op < b.op; });
    return lane;
}

KernelWorkPtr StepKernels::work(const measured::Step& step) const
{
    if (!m_any || !m_run)
        return nullptr;
    auto work = std::make_shared<KernelWork>();
    work->lanes.resize(static_cast<std::size_t>(m_run->shape.ranks));
    const auto found = m_steps.find(step.number);
    if (found == m_steps.end())
        return work;
    static const std::vector<plan::Span> kNone;
    for (const auto& [rank, of] : found->second)
        if (rank < work->lanes.size())
            work->lanes[rank]
                = laneOf(of, rank < step.timeline.spans.size() ? step.timeline.spans[rank] : kNone);
    for (const KernelLane& lane : work->lanes)
        for (std::size_t kind = 0; kind < kKernelKinds; ++kind)
            for (const Kernel& kernel : lane.rows[kind])
                work->longest[kind] = std::max(work->longest[kind], kernel.end - kernel.start);
    work->names.resize(m_nameIndex.size());
    work->shortNames.resize(m_nameIndex.size());
    for (const auto& [key, index] : m_nameIndex) {
        const auto& [rank, epoch, number] = key;
        work->names[index] = m_names.nameOf(rank, epoch, number);
        work->shortNames[index] = measured::shortKernelName(work->names[index]);
    }
    return work;
}

} // namespace gui

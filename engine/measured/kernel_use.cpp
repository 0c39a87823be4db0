#include "engine/measured/kernel_use.h"

#include "engine/measured/rank_work.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace measured {
namespace {

// "Those of a step come before its End mark, or before that of one of the next two."
constexpr int kLateSteps = 2;
constexpr std::uint32_t kOtherNames = std::numeric_limits<std::uint32_t>::max();

// What a damaged recording says may be more than there are numbers for.
void addTime(KernelTime& sum, KernelTime more)
{
    sum = more > KernelTime::max() - sum ? KernelTime::max() : sum + more;
}

void addCount(std::uint64_t& sum, std::uint64_t more)
{
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    sum = more > kMost - sum ? kMost : sum + more;
}

// None of it where it lasts longer than any step can.
KernelTime lengthOf(std::int64_t start, std::int64_t end)
{
    const KernelTime length(end - start);
    return length > kLongestStep ? KernelTime{0} : length;
}

bool isSecondRun(const telemetry::SpanRecord& span)
{
    return (span.flags & telemetry::kFlagRerun) != 0;
}

} // namespace

KernelTime KernelUse::timeOf(telemetry::KernelLane lane) const
{
    KernelTime sum{0};
    for (const KernelTotal& total : totals)
        if (total.lane == lane)
            addTime(sum, total.time);
    return sum;
}

namespace {

void sortTotals(std::vector<KernelTotal>& totals)
{
    std::sort(totals.begin(), totals.end(), [](const KernelTotal& a, const KernelTotal& b) {
        if (a.time != b.time)
            return a.time > b.time;
        return std::tie(a.name, a.lane) < std::tie(b.name, b.lane);
    });
}

// Totals of one name and lane become one.
void joinTotals(std::vector<KernelTotal>& totals, const std::vector<KernelTotal>& more)
{
    std::map<std::pair<std::string, telemetry::KernelLane>, KernelTotal> joined;
    for (const auto* list : {&std::as_const(totals), &more})
        for (const KernelTotal& total : *list) {
            KernelTotal& sum
                = joined.try_emplace({total.name, total.lane}, KernelTotal{total.name, total.lane})
                      .first->second;
            addCount(sum.count, total.count);
            addTime(sum.time, total.time);
            addCount(sum.bytes, total.bytes);
        }
    totals.clear();
    for (auto& [key, total] : joined)
        totals.push_back(std::move(total));
    sortTotals(totals);
}

} // namespace

std::vector<KernelTime> launchGaps(std::span<const BusyRange> ops,
                                   std::span<const BusyRange> kernels)
{
    std::vector<KernelTime> gaps;
    gaps.reserve(ops.size());
    std::size_t next = 0;                                            // kernel that has not begun
    std::int64_t covered = std::numeric_limits<std::int64_t>::min(); // by those that have
    for (const BusyRange& op : ops) {
        KernelTime gap{0};
        for (std::int64_t at = op.begin; at < op.end;) {
            for (; next < kernels.size() && kernels[next].begin <= at; ++next)
                covered = std::max(covered, kernels[next].end);
            if (covered > at) {
                at = covered;
                continue;
            }
            const std::int64_t until
                = next < kernels.size() ? std::min(op.end, kernels[next].begin) : op.end;
            gap += KernelTime(until - at);
            at = until;
        }
        gaps.push_back(gap);
    }
    return gaps;
}

void KernelUse::add(const KernelUse& other)
{
    addCount(recorded, other.recorded);
    addCount(missing, other.missing);
    addCount(dropped, other.dropped);
    addTime(computing, other.computing);
    addTime(ops, other.ops);
    addTime(gaps, other.gaps);
    joinTotals(totals, other.totals);
}

void KernelUses::add(const telemetry::Frame& frame)
{
    m_names.add(frame);
    const std::uint32_t number = frame.header.rank;
    if (const auto* kernels = std::get_if<std::vector<telemetry::KernelRecord>>(&frame.body)) {
        for (const telemetry::KernelRecord& kernel : *kernels)
            addKernel(m_ranks[number], frame.header.epoch, kernel);
    } else if (const auto* counts = std::get_if<std::vector<telemetry::KernelCount>>(&frame.body)) {
        Rank& rank = m_ranks[number];
        rank.isDeep = true;
        for (const telemetry::KernelCount& count : *counts) {
            addCount(rank.made, count.kernels);
            addCount(rank.use.dropped, count.dropped);
        }
    } else if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body)) {
        for (const telemetry::SpanRecord& span : *spans)
            addSpan(m_ranks[number], span);
    } else if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        for (const telemetry::StepMark& mark : *marks)
            addMark(m_ranks[number], mark);
    }
}

void KernelUses::addKernel(Rank& rank, std::uint32_t epoch, const telemetry::KernelRecord& kernel)
{
    rank.isDeep = true;
    addCount(rank.use.recorded, 1);
    const bool hasRoom = rank.sums.size() < kMostTotals;
    NameKey key{(std::uint64_t{epoch} << 32) | kernel.name, kernel.lane};
    if (!hasRoom && !rank.sums.contains(key))
        key.first = (std::uint64_t{epoch} << 32) | kOtherNames;
    Sum& sum = rank.sums[key];
    sum.lane = kernel.lane;
    addCount(sum.count, 1);
    addTime(sum.time, lengthOf(kernel.startNs, kernel.endNs));
    addCount(sum.bytes, kernel.bytes);
    if (!isOfOp(kernel) || kernel.step <= rank.finished)
        return;
    OpenStep& step = rank.steps[kernel.step];
    if (rank.open >= kMostOpen) {
        step.isCut = true;
        return;
    }
    ++rank.open;
    step.kernels.push_back({kernel.startNs, kernel.endNs});
}

void KernelUses::addSpan(Rank& rank, const telemetry::SpanRecord& span)
{
    const bool isOp = span.kind <= telemetry::SpanKind::WeightGrad;
    if (span.lane != telemetry::Lane::Compute
        || (!isOp && span.kind != telemetry::SpanKind::Optimizer))
        return;
    addTime(rank.use.computing, lengthOf(span.startNs, span.endNs));
    if (!isOp || isSecondRun(span) || span.step <= rank.finished)
        return;
    OpenStep& step = rank.steps[span.step];
    if (step.ops.size() < kMostOpen)
        step.ops.push_back({span.startNs, span.endNs});
    else
        step.isCut = true;
}

// A rank that looks at its kernels says how many it has before the first End mark.
void KernelUses::addMark(Rank& rank, const telemetry::StepMark& mark)
{
    if (mark.phase != telemetry::StepPhase::End)
        return;
    if (!rank.isDeep) {
        rank.steps.clear();
        return;
    }
    finish(rank, mark.step - kLateSteps);
}

void KernelUses::finish(Rank& rank, int upTo)
{
    while (!rank.steps.empty() && rank.steps.begin()->first <= upTo) {
        OpenStep& step = rank.steps.begin()->second;
        const bool isFair = std::all_of(step.ops.begin(), step.ops.end(), [](const BusyRange& op) {
            return lengthOf(op.begin, op.end) > KernelTime{0} || op.begin == op.end;
        });
        if (!step.isCut && isFair && !step.kernels.empty()) {
            for (const BusyRange& op : step.ops)
                addTime(rank.use.ops, KernelTime(op.end - op.begin));
            const auto byBegin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
            std::sort(step.ops.begin(), step.ops.end(), byBegin);
            std::sort(step.kernels.begin(), step.kernels.end(), byBegin);
            for (const KernelTime gap : launchGaps(step.ops, step.kernels))
                addTime(rank.use.gaps, gap);
        }
        rank.open -= step.kernels.size();
        rank.steps.erase(rank.steps.begin());
    }
    rank.finished = std::max(rank.finished, upTo);
}

void KernelUses::close()
{
    for (auto& [number, rank] : m_ranks)
        if (rank.isDeep && !rank.steps.empty())
            finish(rank, rank.steps.rbegin()->first);
}

bool KernelUses::isEmpty() const
{
    return std::none_of(m_ranks.begin(), m_ranks.end(),
                        [](const auto& rank) { return rank.second.isDeep; });
}

std::map<int, KernelUse> KernelUses::uses() const
{
    std::map<int, KernelUse> uses;
    for (const auto& [number, rank] : m_ranks) {
        if (!rank.isDeep)
            continue;
        KernelUse use = rank.use;
        use.missing = rank.made > use.recorded ? rank.made - use.recorded : 0;
        std::vector<KernelTotal> totals;
        for (const auto& [key, sum] : rank.sums) {
            const auto name = static_cast<std::uint32_t>(key.first);
            totals.push_back(
                {.name = name == kOtherNames
                     ? "other kernels"
                     : m_names.nameOf(number, static_cast<std::uint32_t>(key.first >> 32), name),
                 .lane = sum.lane,
                 .count = sum.count,
                 .time = sum.time,
                 .bytes = sum.bytes});
        }
        joinTotals(use.totals, totals);
        uses[static_cast<int>(number)] = std::move(use);
    }
    return uses;
}

} // namespace measured

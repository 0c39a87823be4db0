#include "engine/measured/memory_taken.h"

#include <algorithm>
#include <limits>

namespace measured {
namespace {

using telemetry::MemorySample;

// What is there all along: the first that is heard of it is no rise.
bool isState(std::size_t part)
{
    return part <= static_cast<std::size_t>(telemetry::MemoryCategory::Optimizer);
}

} // namespace

std::uint64_t totalOf(const MemoryParts& parts)
{
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : parts)
        sum += std::min(bytes, std::numeric_limits<std::uint64_t>::max() - sum);
    return sum;
}

void MemoryTakings::add(const telemetry::Frame& frame)
{
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body))
        m_emulated = m_emulated || (hello->flags & telemetry::kFlagEmulated) != 0;
    if (m_emulated)
        return;
    const std::uint32_t number = frame.header.rank;
    if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body)) {
        Rank& rank = m_ranks[number];
        for (const telemetry::SpanRecord& span : *spans) {
            const bool isOp = span.kind <= telemetry::SpanKind::WeightGrad
                && span.lane == telemetry::Lane::Compute && span.stage >= 0 && span.microbatch >= 0
                && span.microbatch < plan::kMaxMicrobatches
                && (span.flags & telemetry::kFlagRerun) == 0;
            if (!isOp || rank.ops.size() >= kMostOpen)
                continue;
            plan::Op op{.stage = span.stage, .kind = static_cast<plan::OpKind>(span.kind)};
            op.microbatch = span.microbatch & (plan::kMaxMicrobatches - 1);
            rank.ops[span.endNs] = op;
        }
    } else if (const auto* samples = std::get_if<std::vector<MemorySample>>(&frame.body)) {
        Rank& rank = m_ranks[number];
        for (const MemorySample& sample : *samples)
            if (static_cast<std::size_t>(sample.category) < kMemoryParts
                && rank.samples.size() < kMostOpen)
                rank.samples.push_back(sample);
    } else if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body)) {
        for (const telemetry::StepMark& mark : *marks)
            if (mark.phase == telemetry::StepPhase::End)
                endStep(m_ranks[number], mark.step);
    }
}

void MemoryTakings::endStep(Rank& rank, int step)
{
    std::stable_sort(rank.samples.begin(), rank.samples.end(),
                     [](const auto& a, const auto& b) { return a.timeNs < b.timeNs; });
    MemoryParts risen{}; // the most of each since the step began, as far as it was told
    for (std::size_t from = 0; from < rank.samples.size();) {
        const std::int64_t time = rank.samples[from].timeNs;
        const MemoryParts before = rank.held;
        MemoryParts start = before; // without what was there before anybody heard of it
        MemoryParts most = before;
        for (; from < rank.samples.size() && rank.samples[from].timeNs == time; ++from) {
            const MemorySample& sample = rank.samples[from];
            const auto part = static_cast<std::size_t>(sample.category);
            if (!rank.known[part] && isState(part))
                start[part] = sample.currentBytes;
            rank.known[part] = true;
            rank.held[part] = sample.currentBytes;
            most[part] = std::max(before[part], sample.currentBytes);
            if (sample.peakBytes > risen[part])
                most[part] = std::max(most[part], sample.peakBytes);
            risen[part] = std::max(risen[part], sample.peakBytes);
            rank.taken.peaks[part] = std::max(rank.taken.peaks[part], sample.peakBytes);
        }
        rank.any = true;
        const auto op = rank.ops.find(time);
        const bool isKnown = op != rank.ops.end();
        if (totalOf(most) > rank.taken.peak()) {
            rank.taken.atPeak = most;
            rank.taken.step = step;
            rank.taken.op = isKnown ? std::optional(op->second) : std::nullopt;
        }
        if (!isKnown)
            continue;
        const auto kind = static_cast<std::size_t>(op->second.kind);
        OpMemory& of = rank.taken.byKind[kind];
        const std::uint64_t base = totalOf(start);
        rank.changes[kind] += static_cast<double>(totalOf(rank.held)) - static_cast<double>(base);
        of.largest = std::max(of.largest, totalOf(most) - std::min(base, totalOf(most)));
    }
    for (const auto& [end, op] : rank.ops)
        ++rank.taken.byKind[static_cast<std::size_t>(op.kind)].ops;
    rank.ops.clear();
    rank.samples.clear();
}

std::map<int, MemoryTaken> MemoryTakings::taken() const
{
    std::map<int, MemoryTaken> all;
    for (const auto& [number, rank] : m_ranks) {
        if (!rank.any)
            continue;
        MemoryTaken& taken = all[static_cast<int>(number)] = rank.taken;
        for (std::size_t kind = 0; kind < taken.byKind.size(); ++kind)
            if (taken.byKind[kind].ops > 0)
                taken.byKind[kind].change
                    = rank.changes[kind] / static_cast<double>(taken.byKind[kind].ops);
    }
    return all;
}

} // namespace measured

// How finely a rank records, what it sends of a step however coarse that is, and how a viewer asks
// for more. Read it through wire.h, which says what holds for all records.

#pragma once

#include <cstdint>
#include <type_traits>

namespace telemetry {

// From coarse to fine: whole steps, the ops of a schedule, or all that is recorded, the kernels
// within an op where somebody looks at them too. Values reach disk: never change or reuse one.
enum class DetailLevel : std::uint8_t { Step = 0, Op = 1, Kernel = 2 };

// A level as StepMark::detail has it.
constexpr std::uint8_t detailMark(DetailLevel level)
{
    return static_cast<std::uint8_t>(static_cast<unsigned>(level) + 1);
}

// True where a step that is marked so was asked for as a whole only: it has a StepSummary and no
// spans.
constexpr bool isSummaryOnly(std::uint8_t mark) { return mark == detailMark(DetailLevel::Step); }

// Runs of so many ranks send everything; in larger ones the first replica of each pipeline sends
// its ops, and the others send steps.
inline constexpr std::uint32_t kMostRanksInFull = 256;

// What a rank of the world sends unless somebody asks for more. `pipelineRanks`: in [1, ranks];
// with R = ranks / pipelineRanks the rank is replica rank mod R.
constexpr DetailLevel usualDetail(std::uint32_t rank, std::uint32_t ranks,
                                  std::uint32_t pipelineRanks)
{
    if (ranks <= kMostRanksInFull)
        return DetailLevel::Kernel;
    return rank % (ranks / pipelineRanks) == 0 ? DetailLevel::Op : DetailLevel::Step;
}

// What one step came to on one rank, whatever of it is sent besides; before the step's End mark.
// Times are on the rank's clock. Sums are those of the spans that the rank recorded: of two ops
// that overlap the later begins where the earlier ends, and what lies within an op is cut to it.
struct StepSummary {
    std::int64_t beginNs = 0;     // of the step, as its Begin mark has it
    std::int64_t endNs = 0;       // >= beginNs; after everything in it
    std::int64_t firstOpNs = 0;   // begin of the first op and end of the last; beginNs where it has
    std::int64_t lastOpNs = 0;    // none. lastOpNs >= firstOpNs
    std::int64_t tailNs = 0;      // reduction of the gradients, optimizer, and the end of both, in
    std::int64_t optimizerNs = 0; // this order; without a tail lastOpNs all three
    std::int64_t tailEndNs = 0;
    // Of the ops; together the time of all ops.
    std::int64_t forwardNs = 0; // >= 0, as all sums
    std::int64_t backwardNs = 0;
    std::int64_t inputGradNs = 0;
    std::int64_t weightGradNs = 0;
    // Within the ops, so in the sums above too. They may overlap each other.
    std::int64_t recomputeNs = 0;
    std::int64_t collectiveNs = 0;
    // Beside the ops, or in the bubbles between them.
    std::int64_t transferNs = 0;  // sends and receives
    std::int64_t reductionNs = 0; // of gradients, before the tail
    std::int64_t rerunNs = 0;     // second runs of ops
    std::uint64_t peakBytes = 0;  // the most it held at once at an op's end, < 2^62; 0: not counted
    std::uint32_t ops = 0;        // first runs
    std::uint32_t spans = 0;      // all it recorded: StepMark::spans and those not asked for
    std::int32_t step = 0;        // >= 0
    std::uint16_t flags = 0;      // kFlagEmulated
    std::uint16_t reserved = 0;
};

// The three add up to the step, endNs - beginNs, to the nanosecond: what is no op and no tail is
// idle. Within the ops collectives count as communication.
constexpr std::int64_t opsNs(const StepSummary& step)
{
    return step.forwardNs + step.backwardNs + step.inputGradNs + step.weightGradNs;
}
constexpr std::int64_t communicatingNs(const StepSummary& step)
{
    return step.collectiveNs + (step.optimizerNs - step.tailNs);
}
constexpr std::int64_t computingNs(const StepSummary& step)
{
    return opsNs(step) - step.collectiveNs + (step.tailEndNs - step.optimizerNs);
}
constexpr std::int64_t idleNs(const StepSummary& step)
{
    return step.endNs - step.beginNs - opsNs(step) - (step.tailEndNs - step.tailNs);
}

// A viewer's wish that ranks send more, for a while: first, first + stride … Each viewer has one,
// the newest; the finest of all wins, and a viewer that leaves takes its own with it. It never
// makes a rank send less than it does by itself.
struct DetailWish {
    std::uint32_t first = 0;
    std::uint32_t count = 1;  // [1, kMaxRanks]
    std::uint32_t stride = 1; // [1, kMaxRanks]; the last one lies within the run
    std::uint32_t forMs = 0;  // [0, kMaxWishMs]; 0: no longer
    DetailLevel level = DetailLevel::Op;
    std::uint8_t reserved[7] = {};
};
inline constexpr std::uint32_t kMaxWishMs = 3'600'000;

// Precondition: valid(wish).
constexpr bool isOf(const DetailWish& wish, std::uint32_t rank)
{
    return rank >= wish.first && (rank - wish.first) % wish.stride == 0
        && (rank - wish.first) / wish.stride < wish.count;
}
constexpr std::uint64_t lastOf(const DetailWish& wish)
{
    return wish.first + std::uint64_t{wish.count - 1} * wish.stride;
}

static_assert(sizeof(StepSummary) == 152 && sizeof(DetailWish) == 24);
static_assert(std::has_unique_object_representations_v<StepSummary>);
static_assert(std::has_unique_object_representations_v<DetailWish>);

} // namespace telemetry

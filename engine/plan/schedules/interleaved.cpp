// Interleaved 1F1B for every group and number of microbatches. Where Megatron and
// PyTorch have an order, it is theirs. They have none
// - for a remainder smaller than the ranks: as a round of its own it would leave ranks
//   waiting or deadlock. The rounds are made equal instead, the first ones longer by one
//   where they cannot be: as many as the group asks for, as long as each still holds as
//   many microbatches as there are ranks.
// - for a group smaller than the ranks: rank 0 waits for the last rank a round earlier,
//   and the other way around. The last rank warms up longer, by no more than it takes,
//   and those between are spaced evenly; none holds more than rank 0. Each chunk then
//   waits for its round to come back over all ranks, which takes time that a larger
//   group does not need.
//
// Why the order runs where every round has n >= p microbatches. The k-th forward of every
// rank is of the same chunk and microbatch, the k-th slot of the walk (chunk_walk.h), and
// so is the k-th backward, with the chunks reversed. Let w(r) = 2(p-1-r) + (v-1)N be the
// warm-up of rank r, N the first and longest round, and number the ops
//
//   k-th forward of rank r:   2k + 2r
//   k-th backward of rank r:  2(k + w(r)) + 2r + 1
//
// These numbers rise along every rank's order, as the k-th backward directly follows the
// (k + w(r))-th forward. And they rise from every input to the op that needs it:
// - a forward needs the k-th forward of rank r-1: 2 less. On rank 0, of a later chunk, it
//   needs the last rank's of the chunk before, one round earlier: 2(k-n) + 2(p-1) < 2k.
// - a backward needs the k-th backward of rank r+1: w(r+1) = w(r) - 2, so 2 less. On the
//   last rank, of an earlier chunk, it needs rank 0's of the chunk behind, one round
//   earlier: 2(k-n + w(0)) + 1 = 2(k-n + w(p-1)) + 4(p-1) + 1, less than
//   2(k + w(p-1)) + 2(p-1) + 1 for the same reason, n > p-1.
// - the first backward of a microbatch needs its last forward, on the last rank, which
//   stands (v-1)n slots on in the walk; w(p-1) = (v-1)N is no less.
// So no op waits, around any circle, for itself. A rank whose warm-up is cut off at all its
// forwards only runs backwards later, which changes none of this. With one round of m < p
// microbatches the same holds once the walk is numbered as if each chunk had p.

#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/schedules/chunk_walk.h"
#include "engine/plan/schedules/entries.h"
#include "engine/plan/step_parts.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// All microbatches in one round, or no round smaller than the ranks: each rank's input
// is then there in time.
bool keepsRanksFed(const Shape& shape, const std::vector<int>& rounds)
{
    return rounds.size() == 1 || *std::min_element(rounds.begin(), rounds.end()) >= shape.ranks;
}

std::vector<int> roundsFor(const Shape& shape, const ScheduleOptions& options)
{
    const int group = options.group.value_or(defaultGroup(shape));
    const int remainder = shape.microbatches % group;
    if (remainder == 0 || remainder >= shape.ranks)
        return roundsOf(shape.microbatches, group);
    const int whole = shape.microbatches / group;
    if (group < shape.ranks)
        return equalRounds(shape.microbatches, whole);
    return equalRounds(shape.microbatches, std::min(whole + 1, shape.microbatches / shape.ranks));
}

// The least warm-up of the last rank for the order to run; nothing where the standard
// one does.
std::optional<int> longerWarmUp(const Shape& shape, const std::vector<int>& rounds)
{
    if (keepsRanksFed(shape, rounds))
        return std::nullopt;
    const int first = interleavedWarmUp(shape, rounds.front(), 0);
    int least = interleavedWarmUp(shape, rounds.front(), shape.ranks - 1);
    if (walkRuns(shape, rounds, first, least))
        return std::nullopt;
    int enough = first; // ranks in step never wait for each other
    while (least + 1 < enough) {
        const int middle = least + (enough - least) / 2;
        (walkRuns(shape, rounds, first, middle) ? enough : least) = middle;
    }
    return enough;
}

int warmUpForwards(const Shape& shape, const std::vector<int>& rounds, std::optional<int> last,
                   int rank)
{
    if (!last)
        return interleavedWarmUp(shape, rounds.front(), rank);
    const long long more = interleavedWarmUp(shape, rounds.front(), 0) - *last;
    return *last + static_cast<int>(more * (shape.ranks - 1 - rank) / (shape.ranks - 1));
}

Result<Schedule> generateInterleaved(const ScheduleRequest& request)
{
    const Shape& shape = request.shape;
    const std::vector<int> rounds = roundsFor(shape, request.options);
    const auto last = longerWarmUp(shape, rounds);
    std::vector<int> warmUp;
    warmUp.reserve(shape.ranks);
    for (int rank = 0; rank < shape.ranks; ++rank)
        warmUp.push_back(warmUpForwards(shape, rounds, last, rank));
    return interleave(shape, rounds, warmUp);
}

std::optional<Nanoseconds> makespanOfInterleaved(const Shape& shape, const ScheduleOptions& options,
                                                 const StageCosts& stage)
{
    if (!keepsRanksFed(shape, roundsFor(shape, options)))
        return std::nullopt;
    return walkMakespan(shape, stage);
}

std::optional<int> peakOfInterleaved(const Shape& shape, const ScheduleOptions& options, int rank)
{
    const std::vector<int> rounds = roundsFor(shape, options);
    const int warmUp = warmUpForwards(shape, rounds, longerWarmUp(shape, rounds), rank);
    return std::min(warmUp + 1, shape.microbatches * shape.chunks);
}

// The busiest rank's work, the first stages of the others with their hops there and back, and
// what a chunk waits for its group where the hops take longer than the rest of the group hides.
double fastInterleaved(const StepParts& parts)
{
    const Shape& shape = parts.shape;
    if (shape.chunks == 1)
        return std::max(parts.alternating(), parts.leastOfWhole());
    const double m = shape.microbatches;
    const double p = shape.ranks;
    const double v = shape.chunks;
    const auto ranks = static_cast<std::size_t>(shape.ranks);
    double first = 0;
    double hops = 0;
    double slowestFirst = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        first += parts.of(rank);
        slowestFirst = std::max(slowestFirst, parts.of(rank));
        if (rank + 1 < ranks)
            hops += parts.hops[rank];
    }
    const double group = parts.options.group.value_or(defaultGroup(shape));
    const double hop = p > 1 ? hops / (p - 1) : 0;
    const double waits = std::max(0.0, p * hop - (group - p) * parts.forward.front());
    const double body = m * parts.busiest + first - slowestFirst + 2 * hops + 2 * (v - 1) * waits;
    return std::max(body, parts.leastOfWhole());
}

std::optional<PlaceFormula> placesOfInterleaved(const Shape& shape, const ScheduleOptions& options,
                                                Nanoseconds forward, Nanoseconds backward)
{
    const bool holds = shape.microbatches > shape.ranks && shape.microbatches % shape.ranks == 0
        && options.group.value_or(shape.ranks) == shape.ranks;
    if (!holds)
        return std::nullopt;
    return alternatingPlaces(shape.ranks, forward, backward);
}

constexpr ForeignName kInterleavedElsewhere[] = {{Framework::Megatron, "interleaved"},
                                                 {Framework::PaddleTrainer, "VPP"},
                                                 {Framework::Torchtitan, "Interleaved1F1B"}};

} // namespace

const CatalogEntry kInterleaved{
    .name = "interleaved",
    .title = PLAN_TRANSLATABLE("Catalog", "Interleaved 1F1B (virtual pipeline)"),
    .conditions
    = PLAN_TRANSLATABLE("Catalog", "chunks >= 1; 1 <= group N <= m; N >= p runs at full speed"),
    .makespan = PLAN_TRANSLATABLE("Catalog", "(m v+p-1)(F+B); m < p: (p v+m-1)(F+B)"),
    .memory = PLAN_TRANSLATABLE(
        "Catalog", "min(m v, (v-1)N + 2(p-1-r) + 1), N the first round; N < p: at most rank 0's"),
    .source = "arXiv 2104.04473",
    .defaultChunks = 2,
    .anyChunks = true,
    .takesGroup = true,
    .generate = generateInterleaved,
    .closedForm = makespanOfInterleaved,
    .peak = peakOfInterleaved,
    .fastSeconds = fastInterleaved,
    .bubblePlaces = placesOfInterleaved,
    .elsewhere = kInterleavedElsewhere,
    .searchTurn = 2,
    .adviceTurn = 2,
    .traceTurn = 5,
    .compareTurn = 3};

} // namespace plan

#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/v_choice.h"
#include "engine/plan/translatable.h"

#include <algorithm>

namespace plan {
namespace {

// A third of 1F1B's p microbatches, and one. Where p leaves 2, the first rank with all
// of that memory needs one chunk less, if it is near enough to the start to catch up.
VLimits limitsOfVMin(const Shape& shape)
{
    constexpr int kNearRanks = 3;
    VLimits limits = risingLimits(shape, 2 * ((shape.ranks + 4) / 3));
    if (shape.ranks % 3 != 2)
        return limits;
    const auto end = limits.ofRank.begin() + std::min(kNearRanks, shape.ranks - 1);
    const auto full = std::find(limits.ofRank.begin(), end, limits.most);
    if (full != end)
        --*full;
    return limits;
}

int bubbleOfVMin(int ranks)
{
    if (ranks == 1)
        return 0;
    return 4 * ranks - (ranks % 3 == 0 ? 7 : 5);
}

// Every way at full speed; where 3 divides p the ways would share slots, so that the
// gradient turns two slots later.
constexpr VPolicy kVMinPolicies[]{
    {.block = BlockShape{{1, 1, 1, 1}, {1, 1, 1}}, .weightsLast = false},
    {.block = BlockShape{{1, 1, 1, 1}, {1, 3, 1}}, .promptWeights = true},
    {.block = BlockShape{{1, 1, 1, 1}, {1, 3, 1}}},
    {.block = BlockShape{{1, 1, 1, 1}, {1, 3, 1}}, .weightsLast = false},
    {.block = BlockShape{{1, 1, 1, 1}, {1, 1, 1}}},
    {.preference
     = {kUpForward, kDownForward, kUpInputGrad, kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 0},
};

constexpr VMethod kVMinMethod{limitsOfVMin, bubbleOfVMin, kVMinPolicies};

} // namespace

const CatalogEntry kVMin{
    .name = "v-min",
    .title = PLAN_TRANSLATABLE("Catalog", "V-Min (a third of the memory of 1F1B)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 2; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog",
        "by simulation; F = I = W: at most 6m+4p-5, or 6m+4p-7 where 3 divides p and m >= "
        "p, chunk ops"),
    .memory = PLAN_TRANSLATABLE(
        "Catalog", "at most min(2((p+4) div 3), 2m, m+1+r); one less on rank 0 where p mod 3 = 2"),
    .source = "arXiv 2405.15362",
    .defaultChunks = 2,
    .chunksAre = kDownAndUp,
    .splitsBackwards = true,
    .generate = generateBest<kVMinMethod>,
    .peak = limitOf<limitsOfVMin>};

} // namespace plan

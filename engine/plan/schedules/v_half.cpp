#include "engine/plan/schedules/entries.h"
#include "engine/plan/schedules/v_choice.h"
#include "engine/plan/translatable.h"

namespace plan {
namespace {

// Half of 1F1B's p microbatches, and one.
VLimits limitsOfVHalf(const Shape& shape)
{
    return risingLimits(shape, 2 * ((shape.ranks + 2) / 2));
}

int bubbleOfVHalf(int ranks)
{
    if (ranks <= 2)
        return ranks - 1;
    return 3 * ranks - (ranks % 2 == 0 ? 7 : 4);
}

// Chunk 0 moves a rank every slot on its way down and every second slot on its way
// back, chunk 1 the other way round: the block of p/2 microbatches, for an even and an
// odd number of ranks. The last serves few microbatches, which fill no memory.
constexpr VPolicy kVHalfPolicies[]{
    {.block = BlockShape{{1, 2, 1, 2}, {1, 5, 1}},
     .promptWeights = true,
     .keepFree = 2,
     .keepForUp = true},
    {.block = BlockShape{{1, 2, 1, 2}, {1, 1, 2}}, .keepFree = 1, .keepForUp = true},
    {.preference
     = {kUpForward, kUpInputGrad, kDownForward, kDownInputGrad, kDownWeightGrad, kUpWeightGrad},
     .firstHeld = 1,
     .lastHeld = 1,
     .keepFree = 2},
};

constexpr VMethod kVHalfMethod{limitsOfVHalf, bubbleOfVHalf, kVHalfPolicies};

} // namespace

const CatalogEntry kVHalf{
    .name = "v-half",
    .title = PLAN_TRANSLATABLE("Catalog", "V-Half (half the memory of 1F1B)"),
    .conditions = PLAN_TRANSLATABLE("Catalog", "chunks = 2; any ranks and microbatches"),
    .makespan = PLAN_TRANSLATABLE(
        "Catalog",
        "by simulation; F = I = W: 6m+3p-7 (p even) or 6m+3p-4 (p odd) chunk ops from m = 2p"),
    .memory = PLAN_TRANSLATABLE("Catalog", "at most min(2((p+2) div 2), 2m, m+1+r)"),
    .source = "arXiv 2405.15362",
    .defaultChunks = 2,
    .chunksAre = kDownAndUp,
    .splitsBackwards = true,
    .generate = generateBest<kVHalfMethod>,
    .peak = limitOf<limitsOfVHalf>};

} // namespace plan

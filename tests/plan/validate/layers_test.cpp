// How many layers each stage gets, and the sentence where they do not fit.

#include "engine/plan/layers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace plan::test {
namespace {

std::string text(const Result<LayerSplit>& split)
{
    if (!split)
        return split.error().message;
    std::string text;
    for (const StageLayers& stage : split->stages)
        text += (text.empty() ? "" : " ") + std::string(stage.embedding ? "E" : "")
            + std::to_string(stage.layers) + (stage.loss ? "L" : "");
    return text;
}

std::string dealt(int layers, const Shape& shape, const SplitOptions& options = {})
{
    return text(splitLayers(layers, shape, loopedPlacement(shape), options));
}

std::string even(int layers, const Shape& shape, const SplitOptions& options = {})
{
    return text(splitEvenly(layers, shape, loopedPlacement(shape), options));
}

TEST(Layers, AreDealtInTurn)
{
    EXPECT_EQ(dealt(16, {.ranks = 4, .chunks = 2}), "E2 2 2 2 2 2 2 2L");
    EXPECT_EQ(dealt(10, {.ranks = 4, .chunks = 2}), "E2 2 1 1 1 1 1 1L");
    EXPECT_EQ(dealt(7, {.ranks = 1}), "E7L");
    EXPECT_EQ(dealt(7, {.ranks = 4, .chunks = 2}),
              "7 layers do not give each of 8 stages at least one; use fewer ranks or chunks, or "
              "more layers");
    EXPECT_EQ(dealt(-1, {.ranks = 4}), "a model cannot hold -1 layers");
    EXPECT_EQ(even(16, {.ranks = 4, .chunks = 2}), "E2 2 2 2 2 2 2 2L");
    EXPECT_EQ(even(10, {.ranks = 4, .chunks = 2}),
              "10 layers do not divide into 8 stages; let some stages hold one more, or give the "
              "layers of each");
}

TEST(Layers, EmbeddingAndLossCountAsOne)
{
    EXPECT_EQ(even(30, {.ranks = 4, .chunks = 2}, {.countEmbedding = true, .countLoss = true}),
              "E3 4 4 4 4 4 4 3L");
    EXPECT_EQ(even(31, {.ranks = 4}, {.countLoss = true}), "E8 8 8 7L");
    EXPECT_EQ(even(2, {.ranks = 4}, {.countEmbedding = true, .countLoss = true}), "E0 1 1 0L");
    EXPECT_EQ(even(31, {.ranks = 4}, {.countEmbedding = true, .countLoss = true}),
              "31 layers, the embedding, the loss do not divide into 4 stages; let some stages "
              "hold one more, or give the layers of each");
}

TEST(Layers, FirstAndLastRankMayHoldFewer)
{
    EXPECT_EQ(even(28, {.ranks = 4}, {.onFirstRank = 5, .onLastRank = 3}), "E5 10 10 3L");
    EXPECT_EQ(even(20, {.ranks = 4, .chunks = 2}, {.onFirstRank = 4, .onLastRank = 4}),
              "E2 3 3 2 2 3 3 2L");
    EXPECT_EQ(dealt(21, {.ranks = 4, .chunks = 2}, {.onFirstRank = 3}), "E2 3 3 3 1 3 3 3L");
    EXPECT_EQ(dealt(21, {.ranks = 4, .chunks = 2}, {.onFirstRank = 1}),
              "rank 0 is given 1 layer for 2 chunks; each chunk needs at least one");
    EXPECT_EQ(dealt(8, {.ranks = 4}, {.onFirstRank = 5, .onLastRank = 4}),
              "the first and last rank are given 9 layers, but the model has 8");
    EXPECT_EQ(dealt(8, {.ranks = 2}, {.onFirstRank = 3, .onLastRank = 4}),
              "the model has 1 layer more, but the ranks whose layers are given hold every stage");
    EXPECT_EQ(dealt(8, {.ranks = 2}, {.onFirstRank = 4, .countLoss = true}),
              "layers of the first or last rank are given, so the embedding and the loss cannot "
              "be counted as layers too; drop one of the two");
    const Shape wave{.ranks = 2, .chunks = 2};
    EXPECT_EQ(text(splitLayers(8, wave, wavePlacement(wave), {.onFirstRank = 2, .onLastRank = 2})),
              "rank 0 holds the first and the last stage; give its layers once, or the layers of "
              "each stage");
    EXPECT_EQ(text(splitLayers(8, wave, wavePlacement(wave), {.onFirstRank = 3})), "E2 3 2 1L");
}

TEST(Layers, UsersChooseByRank)
{
    const Shape shape{.ranks = 2, .chunks = 2};
    const auto byRank = [&](const std::vector<int>& layers, const Placement& placement) {
        return text(splitByRank(layers, shape, placement));
    };
    EXPECT_EQ(byRank({5, 3}, loopedPlacement(shape)), "E3 2 2 1L");
    EXPECT_EQ(byRank({5, 3}, wavePlacement(shape)), "E3 2 1 2L");
    EXPECT_EQ(byRank({5, 1}, loopedPlacement(shape)),
              "rank 1 is given 1 layer for 2 chunks; each chunk needs at least one");
    EXPECT_EQ(byRank({5}, loopedPlacement(shape)),
              "there are layers for 1 rank, but 2 ranks; give one number per rank");
    EXPECT_EQ(byRank({1 << 30, 1 << 30}, loopedPlacement(shape)),
              "1073741824 layers are over the limit of 1048576");
}

TEST(Layers, TwoDirectionsShareTheirStages)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = 8, .directions = 2};
    const Placement placement = mirroredPlacement(shape);
    const auto split = splitByRank({5, 3, 3, 5}, shape, placement);
    EXPECT_EQ(text(split), "E3 2 1 2L");
    EXPECT_EQ(split->layersOf(0, placement), 5);
    EXPECT_EQ(split->layersOf(2, placement), 3);
    EXPECT_EQ(text(splitByRank({5, 3, 4, 5}, shape, placement)),
              "stage 2 stands on ranks 1 and 2, which would hold 1 and 2 layers of it; give both "
              "ranks the same number");
    EXPECT_EQ(text(splitLayers(9, shape, placement)), "E3 2 2 2L");
    EXPECT_EQ(text(splitLayers(9, shape, placement, {.onFirstRank = 2})),
              "in two directions the first and the last rank hold both ends of the model; give "
              "the layers of each stage instead");
}

TEST(Layers, UsersChooseByStage)
{
    const Shape shape{.ranks = 2, .chunks = 2};
    const auto split = splitByStage({1, 4, 2, 3}, shape);
    EXPECT_EQ(text(split), "E1 4 2 3L");
    EXPECT_EQ(split->layers(), 10);
    EXPECT_EQ(split->firstLayers(), (std::vector<long long>{0, 1, 5, 7}));
    EXPECT_EQ(split->layersOf(1, loopedPlacement(shape)), 7);
    EXPECT_EQ(text(splitByStage({1, 4, 0, 3}, shape)),
              "stage 2 is given no layer; each stage but the first and the last, which hold the "
              "embedding and the loss, needs at least one");
    EXPECT_EQ(splitByStage({0, 4, 3, 0}, shape)->layers(), 7);
    EXPECT_EQ(text(splitByStage({1, 4}, shape)),
              "there are layers for 2 stages, but 4 stages; give one number per stage");
}

RC_GTEST_PROP(LayersProperty, SumToTheModelAndDifferByAtMostOne, ())
{
    const Shape shape{.ranks = *rc::gen::inRange(1, 10), .chunks = *rc::gen::inRange(1, 5)};
    const int layers = *rc::gen::inRange(shape.stages(), 200);
    const Placement placement
        = *rc::gen::arbitrary<bool>() ? loopedPlacement(shape) : wavePlacement(shape);
    const auto split = splitLayers(layers, shape, placement);
    RC_ASSERT(bool(split));
    RC_ASSERT(split->layers() == layers);
    const auto [least, most] = std::minmax_element(
        split->stages.begin(), split->stages.end(),
        [](const StageLayers& a, const StageLayers& b) { return a.layers < b.layers; });
    RC_ASSERT(least->layers >= 1);
    RC_ASSERT(most->layers - least->layers <= 1);
    RC_ASSERT(bool(splitEvenly(layers, shape, placement)) == (layers % shape.stages() == 0));

    std::vector<int> byRank;
    byRank.reserve(shape.ranks);
    for (int rank = 0; rank < shape.ranks; ++rank)
        byRank.push_back(static_cast<int>(split->layersOf(rank, placement)));
    RC_ASSERT(splitByRank(byRank, shape, placement)->layers() == layers);
}

} // namespace
} // namespace plan::test

#include "engine/plan/layers.h"

#include "engine/plan/counted.h"

#include <algorithm>
#include <numeric>

namespace plan {
namespace {

LayerSplit withEnds(std::vector<StageLayers> stages)
{
    stages.front().embedding = true;
    stages.back().loss = true;
    return {std::move(stages)};
}

// One part of `total` dealt in turn over `parts`.
int share(int total, std::size_t part, std::size_t parts)
{
    const auto count = static_cast<int>(parts);
    return total / count + (static_cast<int>(part) < total % count ? 1 : 0);
}

// The stages of a rank in either direction, ascending, each once.
std::vector<std::vector<std::size_t>> stagesByRank(const Shape& shape, const Placement& placement)
{
    std::vector<std::vector<std::size_t>> held(static_cast<std::size_t>(shape.ranks));
    for (std::size_t stage = 0; stage < placement.ranks.size(); ++stage) {
        held[static_cast<std::size_t>(placement.ranks[stage])].push_back(stage);
        if (placement.bidirectional() && placement.mirror[stage] != placement.ranks[stage])
            held[static_cast<std::size_t>(placement.mirror[stage])].push_back(stage);
    }
    return held;
}

Outcome checkCount(long long layers, const std::string& of)
{
    if (layers < 0)
        return Error{of + " cannot hold " + std::to_string(layers) + " layers"};
    if (layers > kMaxLayers)
        return Error{std::to_string(layers) + " layers are over the limit of "
                     + std::to_string(kMaxLayers)};
    return done();
}

// What the ends take out of the dealing, and which stages that leaves.
struct Ends {
    std::vector<std::optional<int>> fixedRank; // [rank] -> layers it was given
    int fixed = 0;                             // their sum
};

Result<Ends> takeEnds(int layers, const Shape& shape, const Placement& placement,
                      const SplitOptions& options)
{
    Ends ends{std::vector<std::optional<int>>(static_cast<std::size_t>(shape.ranks)), 0};
    if (!options.onFirstRank && !options.onLastRank)
        return ends;
    if (placement.bidirectional())
        return Error{"in two directions the first and the last rank hold both ends of the model; "
                     "give the layers of each stage instead"};
    if (options.countEmbedding || options.countLoss)
        return Error{"layers of the first or last rank are given, so the embedding and the loss "
                     "cannot be counted as layers too; drop one of the two"};
    const int first = placement.ranks.front();
    const int last = placement.ranks.back();
    if (options.onFirstRank && options.onLastRank && first == last)
        return Error{"rank " + std::to_string(first)
                     + " holds the first and the last stage; give "
                       "its layers once, or the layers of each stage"};
    const auto fix = [&](int rank, int count) -> Outcome {
        if (auto sound = checkCount(count, "rank " + std::to_string(rank)); !sound)
            return sound;
        if (count < shape.chunks)
            return Error{"rank " + std::to_string(rank) + " is given " + counted(count, "layer")
                         + " for " + counted(shape.chunks, "chunk")
                         + "; each chunk needs at least one"};
        ends.fixedRank[static_cast<std::size_t>(rank)] = count;
        ends.fixed += count;
        return done();
    };
    for (const auto& [rank, count] :
         {std::pair{first, options.onFirstRank}, std::pair{last, options.onLastRank}})
        if (count)
            if (const auto fixed = fix(rank, *count); !fixed)
                return fixed.error();
    if (ends.fixed > layers)
        return Error{"the first and last rank are given " + counted(ends.fixed, "layer")
                     + ", but the model has " + std::to_string(layers)};
    return ends;
}

// Deals what the ends leave over the stages that they leave.
Result<LayerSplit> deal(int layers, const Shape& shape, const Placement& placement,
                        const SplitOptions& options, bool evenly)
{
    if (auto sound = checkCount(layers, "a model"); !sound)
        return sound.error();
    const auto ends = takeEnds(layers, shape, placement, options);
    if (!ends)
        return ends.error();

    const auto fixedOf = [&](std::size_t stage) {
        return ends->fixedRank[static_cast<std::size_t>(placement.ranks[stage])];
    };
    // Stages of ranks whose layers are given are dealt afterwards, from what was given.
    std::vector<std::size_t> open;
    for (std::size_t stage = 0; stage < placement.ranks.size(); ++stage)
        if (!fixedOf(stage))
            open.push_back(stage);
    const int units = layers - ends->fixed + options.countEmbedding + options.countLoss;
    const auto what = [&] {
        return counted(layers - ends->fixed, "layer")
            + (options.countEmbedding ? ", the embedding" : "")
            + (options.countLoss ? ", the loss" : "");
    };
    if (open.empty() && units > 0)
        return Error{"the model has " + counted(units, "layer")
                     + " more, but the ranks whose layers are "
                       "given hold every stage"};
    if (units < static_cast<int>(open.size()))
        return Error{what() + " do not give each of " + counted(long(open.size()), "stage")
                     + " at least one; use fewer ranks or chunks, or more layers"};
    if (evenly && !open.empty() && units % static_cast<int>(open.size()) != 0)
        return Error{what() + " do not divide into " + counted(long(open.size()), "stage")
                     + "; let some stages hold one more, or give the layers of each"};

    std::vector<StageLayers> stages(placement.ranks.size());
    for (std::size_t i = 0; i < open.size(); ++i)
        stages[open[i]].layers = share(units, i, open.size());
    // What was counted as a layer is none.
    stages.front().layers -= options.countEmbedding;
    stages.back().layers -= options.countLoss;
    const auto held = stagesByRank(shape, placement);
    for (std::size_t rank = 0; rank < held.size(); ++rank)
        if (const auto count = ends->fixedRank[rank]; count) {
            if (evenly && *count % static_cast<int>(held[rank].size()) != 0)
                return Error{"the " + counted(*count, "layer") + " of rank " + std::to_string(rank)
                             + " do not divide into its " + counted(shape.chunks, "chunk")};
            for (std::size_t i = 0; i < held[rank].size(); ++i)
                stages[held[rank][i]].layers = share(*count, i, held[rank].size());
        }
    return withEnds(std::move(stages));
}

} // namespace

long long LayerSplit::layers() const
{
    return std::accumulate(stages.begin(), stages.end(), 0LL,
                           [](long long sum, const StageLayers& s) { return sum + s.layers; });
}

long long LayerSplit::layersOf(int rank, const Placement& placement) const
{
    long long sum = 0;
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        if (placement.holds(rank, static_cast<int>(stage)))
            sum += stages[stage].layers;
    return sum;
}

std::vector<long long> LayerSplit::firstLayers() const
{
    std::vector<long long> first;
    long long next = 0;
    for (const StageLayers& stage : stages) {
        first.push_back(next);
        next += stage.layers;
    }
    return first;
}

Result<LayerSplit> splitLayers(int layers, const Shape& shape, const Placement& placement,
                               const SplitOptions& options)
{
    return deal(layers, shape, placement, options, false);
}

Result<LayerSplit> splitEvenly(int layers, const Shape& shape, const Placement& placement,
                               const SplitOptions& options)
{
    return deal(layers, shape, placement, options, true);
}

Result<LayerSplit> splitByRank(const std::vector<int>& layers, const Shape& shape,
                               const Placement& placement)
{
    if (layers.size() != static_cast<std::size_t>(shape.ranks))
        return Error{"there are layers for " + counted(long(layers.size()), "rank") + ", but "
                     + counted(shape.ranks, "rank") + "; give one number per rank"};
    const auto held = stagesByRank(shape, placement);
    std::vector<StageLayers> stages(placement.ranks.size());
    std::vector<int> from(stages.size(), -1); // which rank settled the stage
    for (std::size_t rank = 0; rank < held.size(); ++rank) {
        const std::string name = "rank " + std::to_string(rank);
        if (auto sound = checkCount(layers[rank], name); !sound)
            return sound.error();
        if (layers[rank] < static_cast<int>(held[rank].size()))
            return Error{name + " is given " + counted(layers[rank], "layer") + " for "
                         + counted(long(held[rank].size()), "chunk")
                         + "; each chunk needs at least one"};
        for (std::size_t i = 0; i < held[rank].size(); ++i) {
            const std::size_t stage = held[rank][i];
            const int count = share(layers[rank], i, held[rank].size());
            if (from[stage] >= 0 && stages[stage].layers != count)
                return Error{"stage " + std::to_string(stage) + " stands on ranks "
                             + std::to_string(from[stage]) + " and " + std::to_string(rank)
                             + ", which would hold " + std::to_string(stages[stage].layers)
                             + " and " + counted(count, "layer")
                             + " of it; give both ranks the same number"};
            stages[stage].layers = count;
            from[stage] = static_cast<int>(rank);
        }
    }
    return withEnds(std::move(stages));
}

Result<LayerSplit> splitByStage(const std::vector<int>& layers, const Shape& shape)
{
    if (layers.size() != static_cast<std::size_t>(shape.stages()))
        return Error{"there are layers for " + counted(long(layers.size()), "stage") + ", but "
                     + counted(shape.stages(), "stage") + "; give one number per stage"};
    std::vector<StageLayers> stages;
    for (std::size_t stage = 0; stage < layers.size(); ++stage) {
        const std::string name = "stage " + std::to_string(stage);
        if (auto sound = checkCount(layers[stage], name); !sound)
            return sound.error();
        const bool atAnEnd = stage == 0 || stage + 1 == layers.size();
        if (layers[stage] == 0 && !(atAnEnd && layers.size() > 1))
            return Error{name
                         + " is given no layer; each stage but the first and the last, which "
                           "hold the embedding and the loss, needs at least one"};
        stages.push_back({.layers = layers[stage]});
    }
    return withEnds(std::move(stages));
}

} // namespace plan

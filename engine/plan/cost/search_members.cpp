// The members of one slice: schedules, chunks, division, ZeRO and recomputation.

#include "engine/plan/cost/search_space.h"

#include <algorithm>

namespace plan {
namespace {

constexpr int kBlockParts = 8; // of a stage's layers: blocks that may be recomputed

std::vector<std::string_view> schedulesOf(const SearchSpace& space)
{
    if (!space.schedules.empty())
        return space.schedules;
    std::vector<std::string_view> names;
    for (const CatalogEntry* entry : inTurn(&CatalogEntry::searchTurn))
        names.push_back(entry->name);
    return names;
}

// With one pipeline rank there is no order to choose: the first schedule of one chunk stands
// for all.
bool isIdle(const CatalogEntry& entry, int ranks, const std::vector<std::string_view>& names)
{
    return ranks == 1 && entry.name != names.front();
}

std::vector<int> chunksOf(const SearchSpace& space, const CatalogEntry& entry, int ranks)
{
    if (!entry.anyChunks)
        return {entry.defaultChunks};
    if (!space.chunks.empty())
        return space.chunks;
    if (ranks == 1)
        return {1};
    std::vector<int> chunks;
    const int layers = space.job.model.layers;
    for (int count = 2; count * ranks <= layers + 2; ++count)
        if (layers % (count * ranks) == 0 || (layers + 2) % (count * ranks) == 0)
            chunks.push_back(count);
    return chunks;
}

std::vector<Division> divisionsOf(const SearchSpace& space, int stages)
{
    const int layers = space.job.model.layers;
    if (!space.divisions.empty())
        return space.divisions;
    std::vector<Division> divisions;
    // Both together only where they differ from each other and neither is plainly worse.
    if (layers % stages == 0 || (layers + 2) % stages != 0)
        divisions.push_back(Division::Even);
    if (stages > 1 && (layers + 2) % stages == 0)
        divisions.push_back(Division::EndsCounted);
    return divisions;
}

std::vector<int> zerosOf(const SearchSpace& space, const Cut& cut)
{
    if (!space.zero.empty())
        return space.zero;
    if (cut.copies() == 1)
        return {0};
    return cut.pipeline == 1 ? std::vector<int>{0, 1, 2, 3} : std::vector<int>{0, 1};
}

std::vector<Recomputation> recomputationsOf(const SearchSpace& space, int stages)
{
    if (!space.recomputations.empty())
        return space.recomputations;
    std::vector<Recomputation> all{{Recomputing::None, 0}};
    if (!space.job.flash) // a fused kernel makes the scores again anyhow
        all.push_back({Recomputing::Selective, 0});
    all.push_back({Recomputing::Ops, 0});
    const int layers = (space.job.model.layers + stages - 1) / stages;
    int before = 0;
    for (int part = 1; part < kBlockParts; ++part)
        if (const int block = layers * part / kBlockParts; block > before) {
            all.push_back({Recomputing::Full, block});
            before = block;
        }
    all.push_back({Recomputing::Full, 0});
    return all;
}

void addMembers(const SearchSpace& space, Configuration one, const Shape& shape,
                std::vector<Configuration>& members)
{
    const int stages = shape.stages();
    for (const Division division : divisionsOf(space, stages))
        for (const int zero : zerosOf(space, one.slice.cut))
            for (const Recomputation& recomputation : recomputationsOf(space, stages)) {
                one.division = division;
                one.zero = zero;
                one.recomputation = recomputation;
                members.push_back(one);
            }
}

Placement placementOf(const Shape& shape, const CatalogEntry& entry)
{
    // The order alone says where stages stand; a step of few microbatches is soon made.
    Shape few = shape;
    few.microbatches = shape.directions * std::min(2, shape.microbatches);
    const auto made = makeSchedule(entry.name, few);
    return made ? made->placement : loopedPlacement(shape);
}

} // namespace

std::vector<Configuration> configurationsOf(const SearchSpace& space, const SearchSlice& slice)
{
    std::vector<Configuration> members;
    const auto names = schedulesOf(space);
    const int ranks = slice.cut.pipeline;
    for (const std::string_view name : names) {
        const CatalogEntry* entry = findSchedule(name);
        if (entry == nullptr || isIdle(*entry, ranks, names))
            continue;
        for (const int chunks : chunksOf(space, *entry, ranks)) {
            const Shape shape = shapeOf(name, ranks, chunks, slice.microbatches);
            ScheduleOptions options;
            if (entry->takesGroup)
                options.group = space.options.group;
            if (entry->takesMaxInFlight)
                options.maxInFlight = space.options.maxInFlight;
            if (!checkShape(shape) || !checkConditions(name, shape, options)
                || shape.stages() > space.job.model.layers)
                continue;
            Configuration one;
            one.slice = slice;
            one.schedule = entry->name;
            one.options = options;
            one.chunks = shape.chunks;
            addMembers(space, one, shape, members);
        }
    }
    return members;
}

Result<Layout> layoutOf(const SearchSpace& space, const Configuration& configuration)
{
    const CatalogEntry& entry = *findSchedule(configuration.schedule);
    const Shape shape = shapeOf(entry.name, configuration.slice.cut.pipeline, configuration.chunks,
                                configuration.slice.microbatches);
    Layout layout{{shape, placementOf(shape, entry), {}, {}}, {}};
    const bool ends = configuration.division == Division::EndsCounted;
    auto split = splitLayers(space.job.model.layers, shape, layout.schedule.placement,
                             {.countEmbedding = ends, .countLoss = ends});
    if (!split)
        return split.error();
    layout.split = *std::move(split);
    layout.split.stages.back().mtpLayers = space.job.model.mtpLayers;
    return layout;
}

} // namespace plan

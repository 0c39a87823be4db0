#include "engine/runtime/training/grid.h"

#include <numeric>

namespace training {

namespace {

// The member of the data group with this number.
Place withinData(const Grid& grid, Place place, int number)
{
    place.context = number % grid.context;
    place.data = number / grid.context;
    return place;
}

int numberWithinData(const Grid& grid, const Place& place)
{
    return place.data * grid.context + place.context;
}

} // namespace

Grid gridOf(const strategy::Strategy& strategy)
{
    const strategy::Parallel& parallel = strategy.parallel;
    return {.tensor = parallel.tensor,
            .context = parallel.context,
            .data = strategy::dataParallel(strategy),
            .pipeline = parallel.pipeline,
            .expert = parallel.expert};
}

Place placeOf(const Grid& grid, int rank)
{
    Place place;
    place.tensor = rank % grid.tensor;
    rank /= grid.tensor;
    place.context = rank % grid.context;
    rank /= grid.context;
    place.data = rank % grid.data;
    place.pipeline = rank / grid.data;
    return place;
}

int rankAt(const Grid& grid, const Place& place)
{
    return place.tensor
        + grid.tensor * (place.context + grid.context * (place.data + grid.data * place.pipeline));
}

std::vector<int> allRanks(const Grid& grid)
{
    std::vector<int> ranks(static_cast<std::size_t>(grid.ranks()));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

std::vector<int> tensorGroup(const Grid& grid, Place place)
{
    std::vector<int> members;
    for (place.tensor = 0; place.tensor < grid.tensor; ++place.tensor)
        members.push_back(rankAt(grid, place));
    return members;
}

std::vector<int> contextGroup(const Grid& grid, Place place)
{
    std::vector<int> members;
    for (place.context = 0; place.context < grid.context; ++place.context)
        members.push_back(rankAt(grid, place));
    return members;
}

std::vector<int> dataGroup(const Grid& grid, Place place)
{
    std::vector<int> members;
    members.reserve(grid.data * grid.context);
    for (int number = 0; number < grid.data * grid.context; ++number)
        members.push_back(rankAt(grid, withinData(grid, place, number)));
    return members;
}

std::vector<int> expertGroup(const Grid& grid, Place place)
{
    // Neighbours in the data group, so that the all-to-all of experts stays as near as the data
    // ranks are.
    const int first = numberWithinData(grid, place) / grid.expert * grid.expert;
    std::vector<int> members;
    members.reserve(grid.expert);
    for (int i = 0; i < grid.expert; ++i)
        members.push_back(rankAt(grid, withinData(grid, place, first + i)));
    return members;
}

std::vector<int> expertDataGroup(const Grid& grid, Place place)
{
    const int which = numberWithinData(grid, place) % grid.expert;
    std::vector<int> members;
    for (int number = which; number < grid.data * grid.context; number += grid.expert)
        members.push_back(rankAt(grid, withinData(grid, place, number)));
    return members;
}

std::vector<int> acrossPipeline(const Grid& grid, Place place,
                                const std::vector<int>& pipelineRanks)
{
    std::vector<int> members;
    for (const int rank : pipelineRanks) {
        place.pipeline = rank;
        members.push_back(rankAt(grid, place));
    }
    return members;
}

} // namespace training

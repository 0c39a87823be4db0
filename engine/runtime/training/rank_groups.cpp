#include "engine/runtime/training/rank_groups.h"

#include "engine/runtime/training/bucket_names.h"

#include <algorithm>
#include <set>

namespace training {

namespace {

void addHolders(std::vector<int>& holders, const plan::Placement& placement, int stage)
{
    const auto at = static_cast<std::size_t>(stage);
    holders.push_back(placement.ranks[at]);
    if (placement.bidirectional())
        holders.push_back(placement.mirror[at]);
}

} // namespace

Holders holdersOf(const Dims& dims, const plan::LayerSplit& split, const plan::Placement& placement)
{
    Holders holders;
    const std::vector<long long> firsts = split.firstLayers();
    for (int stage = 0; stage < placement.stages(); ++stage) {
        const plan::StageLayers& held = split.stages[static_cast<std::size_t>(stage)];
        const auto hold
            = [&](const std::string& name) { addHolders(holders[name], placement, stage); };
        if (held.embedding) {
            hold(kTokenTable);
            if (!dims.rotary)
                hold(kPositions);
        }
        for (int i = 0; i < held.layers; ++i) {
            const int layer = static_cast<int>(firsts[static_cast<std::size_t>(stage)]) + i;
            hold(layerBucket(layer));
            if (dims.hasExperts(layer))
                hold(expertsBucket(layer));
        }
        if (held.loss) {
            hold(kHead);
            if (dims.tied)
                hold(kTokenTable);
        }
    }
    for (auto& [name, ranks] : holders) {
        std::sort(ranks.begin(), ranks.end());
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }
    return holders;
}

plan::Result<RankGroups> makeGroups(const Grid& grid, const Place& place, const Holders& holders,
                                    const MakeGroup& make)
{
    RankGroups groups;
    struct Wanted {
        const char* name;
        std::vector<int> members;
        std::unique_ptr<engine::Communicator>* target;
    };
    const Wanted wanted[] = {{"tp", tensorGroup(grid, place), &groups.tensor},
                             {"cp", contextGroup(grid, place), &groups.context},
                             {"dp", dataGroup(grid, place), &groups.data},
                             {"ep", expertGroup(grid, place), &groups.expert},
                             {"edp", expertDataGroup(grid, place), &groups.expertData}};
    for (const auto& [name, members, target] : wanted) {
        auto made = make(name, members);
        if (!made)
            return made.error();
        *target = std::move(*made);
    }
    // Buckets with the same holders share a group, and a set puts the groups in one order on all
    // ranks.
    std::set<std::vector<int>> sets;
    for (const auto& [name, ranks] : holders)
        if (ranks.size() > 1)
            sets.insert(ranks);
    for (const std::vector<int>& ranks : sets) {
        const bool member = std::find(ranks.begin(), ranks.end(), place.pipeline) != ranks.end();
        auto made
            = make("copies", member ? acrossPipeline(grid, place, ranks) : std::vector<int>{});
        if (!made)
            return made.error();
        if (member)
            groups.copies[ranks] = std::move(*made);
    }
    return groups;
}

int communicatorsOf(const Grid& grid, const Place& place, const Holders& holders)
{
    int count = grid.ranks() > 1; // "world"
    const auto counted = [&count](const std::string&, const std::vector<int>& members)
        -> plan::Result<std::unique_ptr<engine::Communicator>> {
        count += members.size() > 1;
        return std::unique_ptr<engine::Communicator>();
    };
    static_cast<void>(makeGroups(grid, place, holders, counted));
    return count;
}

} // namespace training

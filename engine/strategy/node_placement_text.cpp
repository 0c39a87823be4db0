#include "engine/strategy/node_placement.h"

#include "engine/plan/counted.h"

#include <fmt/format.h>

namespace strategy {
namespace {

constexpr std::size_t kNamedRuns = 6;  // of stages
constexpr std::size_t kNamedNodes = 3; // of one run

std::string stagesText(const NodePlacement& placed, const plan::Placement& placement)
{
    std::string text = placement.stages() == 1 ? "stage " : "stages ";
    const std::vector<StageRun> runs = placed.stageRuns(placement);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i == kNamedRuns)
            return text + fmt::format(" and so on to stage {}", placement.stages() - 1);
        const StageRun& run = runs[i];
        text += (i > 0 ? ", " : "")
            + (run.first == run.last ? fmt::format("{}", run.first)
                                     : fmt::format("{}-{}", run.first, run.last))
            + " on " + namesOf(placed, run.nodes);
    }
    return text;
}

std::string hopsText(const plan::HopCount& count)
{
    if (count.hops == 0)
        return {};
    if (count.betweenNodes == 0)
        return "no hop crosses nodes";
    return fmt::format("{} of {} {} nodes", count.betweenNodes, plan::counted(count.hops, "hop"),
                       count.betweenNodes == 1 ? "crosses" : "cross");
}

} // namespace

std::string namesOf(const NodePlacement& placed, const std::vector<int>& nodes)
{
    if (nodes.size() > kNamedNodes)
        return fmt::format("{} to {} ({} nodes)", placed.nameOf(nodes.front()),
                           placed.nameOf(nodes.back()), nodes.size());
    std::string text;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const char* const separator = i == 0 ? "" : i + 1 == nodes.size() ? " and " : ", ";
        text += separator + placed.nameOf(nodes[i]);
    }
    return text;
}

std::string toText(const NodePlacement& nodes, const plan::Placement& placement)
{
    if (nodes.nodes() == 1)
        return fmt::format("{} on {}",
                           nodes.world() == 1 ? "the rank is"
                                              : fmt::format("all {} ranks are", nodes.world()),
                           nodes.nameOf(0));
    std::string text = stagesText(nodes, placement);
    std::string separator = ": ";
    const auto add = [&](const std::string& clause) {
        if (clause.empty())
            return;
        text += separator + clause;
        separator = "; ";
    };
    add(hopsText(nodes.hops(placement)));
    for (const RankGroup group : kRankGroups)
        if (const int across = nodes.nodesOf(group); across > 1)
            add(fmt::format("{}-parallel groups span {} nodes", wordOf(group), across));
    return text;
}

} // namespace strategy

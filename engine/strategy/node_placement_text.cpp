#include "engine/strategy/node_placement.h"

#include "engine/plan/counted.h"

#include <fmt/format.h>

namespace strategy {
namespace {

constexpr std::size_t kNamedRuns = 4;  // of stages
constexpr std::size_t kNamedHosts = 3; // of one run

std::string rangeText(int first, int last)
{
    return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

std::string stagesText(const NodePlacement& placed, const plan::Placement& placement)
{
    std::string text;
    const std::vector<StageRun> runs = placed.stageRuns(placement);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i == kNamedRuns && runs.size() > kNamedRuns + 1)
            return text + fmt::format(", and so on to stage {}", placement.stages() - 1);
        const StageRun& run = runs[i];
        const std::string stages = rangeText(run.first, run.last);
        const std::string on = namesOf(placed, run.nodes);
        if (i > 0)
            text += fmt::format(", {} on {}", stages, on);
        else if (run.first == run.last)
            text += fmt::format("stage {} on {}", stages, on);
        else
            text += fmt::format("stages {} on {}", stages, on);
    }
    return text;
}

std::string hopsText(const plan::HopCount& count)
{
    if (count.hops == 0)
        return {};
    if (count.betweenNodes == 0)
        return "no hop crosses nodes";
    const std::string hops = plan::counted(count.hops, "hop");
    if (count.betweenNodes == 1)
        return fmt::format("1 of {} crosses nodes", hops);
    return fmt::format("{} of {} cross nodes", count.betweenNodes, hops);
}

} // namespace

std::string namesOf(const NodePlacement& placed, const std::vector<int>& nodes)
{
    const auto count = static_cast<int>(nodes.size());
    const bool areOneRange = nodes.back() - nodes.front() == count - 1;
    if (!placed.hasHosts() && count > 1 && areOneRange)
        return "nodes " + rangeText(nodes.front(), nodes.back());
    if (nodes.size() > kNamedHosts)
        return fmt::format("{} to {} ({} nodes)", placed.nameOf(nodes.front()),
                           placed.nameOf(nodes.back()), count);
    std::string text;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const char* const separator = i == 0 ? "" : i + 1 == nodes.size() ? " and " : ", ";
        text += separator + placed.nameOf(nodes[i]);
    }
    return text;
}

std::string toText(const NodePlacement& nodes, const plan::Placement& placement)
{
    if (nodes.world() == 1)
        return fmt::format("the rank is on {}", nodes.nameOf(0));
    if (nodes.nodes() == 1)
        return fmt::format("all {} ranks are on {}", nodes.world(), nodes.nameOf(0));
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

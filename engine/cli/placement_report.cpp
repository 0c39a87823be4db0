#include "engine/cli/placement_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {

using nlohmann::ordered_json;

std::string placementTable(const strategy::NodePlacement& nodes, const plan::Placement& placement)
{
    std::string text = "\nplacement: " + strategy::toText(nodes, placement) + '\n';
    if (nodes.nodes() == 1)
        return text;
    text += fmt::format("  {:<12} {:<36} {:>6}\n", "stages", "on", "nodes");
    for (const strategy::StageRun& run : nodes.stageRuns(placement)) {
        const std::string stages = run.first == run.last
            ? fmt::format("{}", run.first)
            : fmt::format("{}-{}", run.first, run.last);
        text += fmt::format("  {:<12} {:<36} {:>6}\n", stages, strategy::namesOf(nodes, run.nodes),
                            run.nodes.size());
    }
    text += fmt::format("  {:<12} {:<36} {:>6}\n", "groups", "size", "nodes");
    for (const strategy::RankGroup group : strategy::kRankGroups)
        if (nodes.sizeOf(group) > 1)
            text += fmt::format("  {:<12} {:<36} {:>6}\n", strategy::wordOf(group),
                                nodes.sizeOf(group), nodes.nodesOf(group));
    return text;
}

ordered_json placementJson(const strategy::NodePlacement& nodes, const plan::Placement& placement)
{
    const plan::HopCount hops = nodes.hops(placement);
    ordered_json json{{"text", strategy::toText(nodes, placement)},
                      {"nodes", nodes.nodes()},
                      {"hops", hops.hops},
                      {"hops_between_nodes", hops.betweenNodes},
                      {"stages", ordered_json::array()},
                      {"groups", ordered_json::array()}};
    for (const strategy::StageRun& run : nodes.stageRuns(placement))
        json["stages"].push_back({{"first", run.first},
                                  {"last", run.last},
                                  {"on", strategy::namesOf(nodes, run.nodes)},
                                  {"nodes", run.nodes.size()}});
    for (const strategy::RankGroup group : strategy::kRankGroups)
        if (nodes.sizeOf(group) > 1)
            json["groups"].push_back({{"group", strategy::wordOf(group)},
                                      {"size", nodes.sizeOf(group)},
                                      {"nodes", nodes.nodesOf(group)}});
    return json;
}

} // namespace cli

#include "engine/cli/reports.h"
#include "engine/plan/schedule_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace cli {

std::string catalogueTable()
{
    std::string text;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        fmt::format_to(std::back_inserter(text),
                       "{}\n"
                       "    {}; {}\n"
                       "    conditions  {}\n"
                       "    makespan    {}   for equal stages and free transfers\n"
                       "    in flight   {}   (microbatch, stage) pairs on rank r at the peak\n",
                       entry->name, entry->title, entry->source, entry->conditions,
                       entry->makespan, entry->memory);
    }
    text += "\np ranks, m microbatches, v chunks a rank, N group; F, B: forward and whole backward of "
            "one stage\n";
    return text;
}

std::string scheduleText(const Source& source) { return plan::toText(source.schedule); }

std::string scheduleTorchCsv(const Source& source)
{
    std::string text;
    for (const char c : plan::toText(source.schedule)) {
        if (c == '\n')
            text += '\r';
        text += c;
    }
    return text;
}

std::string scheduleJson(const Source& source)
{
    const plan::Schedule& schedule = source.schedule;
    nlohmann::ordered_json json;
    json["name"] = source.scheduleName;
    json["ranks"] = schedule.shape.ranks;
    json["chunks"] = schedule.shape.chunks;
    json["microbatches"] = schedule.shape.microbatches;
    if (source.options.group)
        json["group"] = *source.options.group;
    json["rank_of_stage"] = schedule.placement.ranks;
    if (schedule.placement.bidirectional()) {
        json["mirror_rank_of_stage"] = schedule.placement.mirror;
        json["first_mirrored_microbatch"] = schedule.placement.firstMirrored;
    }
    auto& order = json["order"] = nlohmann::ordered_json::array();
    auto& phases = json["phases"] = nlohmann::ordered_json::array();
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        auto& ops = order.emplace_back(nlohmann::ordered_json::array());
        for (const plan::Op& op : schedule.order[rank])
            ops.push_back(plan::toText(op));
        const plan::PhaseSplit& split = schedule.phases[rank];
        phases.push_back({{"warm_up", split.steadyBegin},
                          {"steady", split.coolDownBegin - split.steadyBegin},
                          {"cool_down", ops.size() - split.coolDownBegin}});
    }
    return json.dump(1) + "\n";
}

} // namespace cli

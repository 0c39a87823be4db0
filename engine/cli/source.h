// What a command works on: a strategy file, or a schedule named by flags.

#pragma once

#include "engine/cli/auto_search.h"
#include "engine/cli/cost_flags.h"
#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"

#include <optional>
#include <string>

namespace cli {

// The flags as they were typed; empty where absent. Either `file`, or `csv`, or `name`, `ranks` and
// `microbatches`; loadSource() says what is missing or too much.
struct SourceFlags {
    std::string file;
    std::string name;
    std::string csv; // of a schedule by hand
    std::string ranks;
    std::string microbatches;
    std::string chunks;
    std::string group;
    std::string maxInFlight;
    std::string effort;  // of zb-auto's search
    std::string profile; // a file of efficiencies, for a strategy with a model
    CostFlags costs;
};

// What was read, ready to be simulated: the schedule, and costs for each of its stages.
struct Source {
    std::string title; // the strategy's name, or the schedule's
    std::string scheduleName;
    plan::ScheduleOptions options;
    plan::Costs costs;                                // of the schedule's own stages
    strategy::CostOrigin origin{};                    // where they come from
    plan::CostBasis costsOf = plan::CostBasis::Stage; // what was given
    plan::Schedule schedule;
    std::optional<Searched> searched{}; // of zb-auto
};

// Everything wrong with the input goes to stderr, one line a problem; then there is
// no source. Warnings go there too. Where the schedule is searched for, this takes as long as the
// search, and Ctrl+C ends that with the best order so far.
std::optional<Source> loadSource(const SourceFlags& flags);

} // namespace cli

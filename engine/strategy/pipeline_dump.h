// A measured pipeline as a folder of per-rank dumps: config.json, and pp_rank_R.json for every
// rank R of one pipeline.
//
//   pp_rank_R.json: {"ITERATION": {"total": ms, "memory": GB, "fwd_start": [ms …],
//                    "fwd_end": […], "bwd_start": […], "bwd_end": […]}, …}
//   config.json:    {"world_size", "pp_size", "vp_size", "dp_size", "tp_size", "cp_size",
//                    "ep_size", "num_mbs", "train_iters", "clocks": [number …],
//                    "clocks_run_on"}; all but pp_size and num_mbs may lack
//
// `clocks`, one entry a rank: ranks of the same number count from one moment of one clock.
// `clocks_run_on`, 1: all ranks count an iteration from one moment, by clocks that may be apart and
// run on between iterations; else, 0, each iteration begins anew.
//
// Times are milliseconds from where the rank says that the iteration began. A list has one
// entry for every microbatch and chunk, in the order in which they ran. These lists name no
// microbatch and no chunk; which order that was is for whoever reads it to find out, unless
// fwd_microbatch and bwd_microbatch, and with several chunks fwd_chunk and bwd_chunk, say it: lists
// of as many numbers from 0, which all ranks and iterations have, or none.
//
// Reading is strict: every rank has every iteration, every list as many entries as the config
// says, none negative, none before the one ahead of it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/rank_times.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct DumpConfig {
    plan::Shape shape; // ranks, chunks and microbatches; one direction
    int data = 1;
    int tensor = 1;
    int context = 1;
    int expert = 1;
    int iterations = 0;        // that were to run; 0: not said
    std::vector<int> clocks{}; // [rank] the number of the clock it counts by; empty: not said
    bool clocksRunOn = false;
};

// One iteration of one rank.
struct DumpedRank {
    plan::RankTimes times;
    std::optional<double> memoryGb; // as the rank said
};

struct DumpedIteration {
    int number = 0;
    std::vector<DumpedRank> ranks; // [rank]
};

struct PipelineDump {
    DumpConfig config;
    std::vector<DumpedIteration> iterations; // by number, at least one
    std::vector<std::string> notes; // sentences: keys that were not read, and what is missing
};

inline constexpr std::size_t kMaxDumpBytes = 32u << 20;            // of one file
inline constexpr std::size_t kMaxDumpedOps = std::size_t{1} << 21; // of all iterations and ranks

// True where the folder holds a pp_rank_R.json.
bool isPipelineDump(const std::string& folder);

// The error names file, line and field. Holds some 100 bytes per op beside one file's text.
plan::Result<PipelineDump> readPipelineDump(const std::string& folder);

// Its pipeline and microbatches under that schedule, with those costs: a strategy that opens. One
// named kCustomSchedule stands in the strategy itself. `title`: what it is named after.
Strategy strategyOfDump(const DumpConfig& config, std::string_view title, std::string name,
                        const plan::Schedule& schedule, const plan::Costs& costs);

// The two kinds of file, from their text. Unread keys, each once, go to `ignored`.
struct ReadDumpConfig {
    DumpConfig config;
    std::optional<Problem> problem; // then the config means nothing
    std::vector<std::string> ignored;
};
ReadDumpConfig readDumpConfig(std::string_view text);

struct ReadRankDump {
    std::map<int, DumpedRank> iterations;
    std::optional<Problem> problem; // the first; then the iterations mean nothing
    std::vector<std::string> ignored;
};
// `ops`: the entries every list has.
ReadRankDump readRankDump(std::string_view text, std::size_t ops);

} // namespace strategy

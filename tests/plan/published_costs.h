// The published costs that searched orders are held against: per-stage times and bubble
// rates, of tests/golden/tables.

#pragma once

#include "engine/plan/costs.h"
#include "tests/golden/tables.h"

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace plan::test {

inline Nanoseconds fromMilliseconds(double ms) { return Nanoseconds{std::llround(ms * 1e6)}; }

// A row of zero_bubble_rates.csv: profiled times, and the rates the authors' scheduler
// reached; a rate is the share of the longest stage span that is no work.
struct BubbleRates {
    std::string model;
    int ranks = 0;
    int microbatches = 0;
    Costs costs;
    double deferredShare = 1; // of a pair's activations, held for the weight gradient
    double oneFOneB = 0;
    double zbH1 = 0;
    double zbH2 = 0;
    double zb1p = 0;
    double zb2p = 0;
};

inline std::vector<BubbleRates> readBubbleRates()
{
    // Hidden size and heads of the two models, at a sequence of 1024 (arXiv 2401.10241,
    // table 3): the papers reckon a pair as 34 h + 5 a s, of which 32 h stay deferred.
    const std::map<std::string, std::pair<double, double>> dimensions{{"1.5B", {2304, 24}},
                                                                      {"14.6B", {5120, 40}}};
    std::vector<BubbleRates> rates;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/zero_bubble_rates.csv")) {
        const auto number = [&](const char* name) { return std::stod(row[name]); };
        const auto [hidden, heads] = dimensions.at(row["model"]);
        Costs costs{.stages = {{.forward = fromMilliseconds(number("T_F_ms")),
                                .inputGrad = fromMilliseconds(number("T_B_ms")),
                                .weightGrad = fromMilliseconds(number("T_W_ms"))}},
                    .transfer = fromMilliseconds(number("T_comm_ms"))};
        rates.push_back({.model = row["model"],
                         .ranks = std::stoi(row["PP"]),
                         .microbatches = std::stoi(row["num_microbatches"]),
                         .costs = std::move(costs),
                         .deferredShare = 32 * hidden / (34 * hidden + 5 * heads * 1024),
                         .oneFOneB = number("bubble_1F1B"),
                         .zbH1 = number("bubble_ZB-H1"),
                         .zbH2 = number("bubble_ZB-H2"),
                         .zb1p = number("bubble_ZB-1p"),
                         .zb2p = number("bubble_ZB-2p")});
    }
    return rates;
}

// A row of stage_times_uneven.csv. The backward is published whole: it is taken half as
// input gradient, half as weight gradient. The passes of the vocabulary are left out.
struct UnevenStages {
    std::string name;
    int microbatches = 0;
    Costs costs;
};

inline std::vector<UnevenStages> readUnevenStages()
{
    std::vector<UnevenStages> uneven;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/stage_times_uneven.csv")) {
        UnevenStages stages{row["name"], std::stoi(row["num_microbatches"]), {}};
        std::istringstream forwards(row["F_us_per_stage"]);
        std::istringstream backwards(row["B_us_per_stage"]);
        long long f = 0;
        long long b = 0;
        while (forwards >> f && backwards >> b)
            stages.costs.stages.push_back({.forward = Nanoseconds{f * 1000},
                                           .inputGrad = Nanoseconds{b * 500},
                                           .weightGrad = Nanoseconds{b * 500}});
        uneven.push_back(std::move(stages));
    }
    return uneven;
}

} // namespace plan::test

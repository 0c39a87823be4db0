// Runs with a rank that is slower than it should be, in steps of noisy ops.

#pragma once

#include "tests/measured/noisy_step.h"

#include "engine/plan/catalog.h"

namespace measured::test {

inline constexpr int kSlowFrom = 20;

inline plan::Schedule scheduleOf(std::string_view name, int ranks = 4, int microbatches = 8)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, std::nullopt, microbatches));
}

inline plan::Costs costsFor(const plan::Schedule& schedule)
{
    using namespace std::chrono_literals;
    plan::Costs costs{.stages = {}, .transfer = 20us};
    for (int stage = 0; stage < schedule.shape.stages(); ++stage)
        costs.stages.push_back({500us + 50us * stage, 500us, 500us, 0us});
    return costs;
}

// Noise of each op, and of all ops of a rank in a step together.
struct Noise {
    double ops = 0.05;
    double rank = 0;
};

struct Slow {
    int rank = -1;
    double factor = 1;
    int from = kSlowFrom;
    int to = 1 << 20;
};

inline std::vector<Step> slowedRun(const plan::Schedule& schedule, int steps, Noise noise,
                                   Slow slow = {}, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> bell(0.0, 1.0);
    const plan::Costs costs = costsFor(schedule);
    std::vector<Step> run;
    for (int number = 0; number < steps; ++number) {
        std::vector<double> ofRank;
        ofRank.reserve(schedule.shape.ranks);
        for (int rank = 0; rank < schedule.shape.ranks; ++rank)
            ofRank.push_back(
                std::max(0.5, 1 + noise.rank * bell(random))
                * (rank == slow.rank && number >= slow.from && number < slow.to ? slow.factor : 1));
        run.push_back(
            noisyStep(schedule, costs, number, noise.ops, random,
                      [&](int rank, const plan::Op&) { return ofRank[std::size_t(rank)]; }));
    }
    return run;
}

} // namespace measured::test

// What searched orders reach, how far from their lower bound they end, and how long the
// search takes: on the published costs of zero-bubble pipelines and of uneven stages, and
// on shapes of growing size.
//
//     bench_zb_auto [folder of zero_bubble_rates.csv and stage_times_uneven.csv] [ops]

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "tests/plan/published_costs.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <tuple>

namespace plan::test {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Nanoseconds time) { return double(time.count()) / 1e6; }

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Share of the longest span that one of equal stages does not work.
double rateOf(const BubbleRates& row, Nanoseconds span)
{
    const StageCosts& stage = row.costs.stages.front();
    const double work
        = double(row.microbatches) * double((stage.forward + stage.of(OpKind::Backward)).count());
    return 1 - work / double(span.count());
}

double catalogRate(const BubbleRates& row, std::string_view name)
{
    const Shape shape{.ranks = row.ranks, .chunks = 1, .microbatches = row.microbatches};
    const auto schedule = makeSchedule(name, shape);
    if (!schedule)
        return -1;
    const auto timeline = simulate(*schedule, row.costs);
    return timeline ? rateOf(row, longestSpan(*timeline)) : -1;
}

void printRates(long long ops)
{
    std::printf("Bubble rates over the longest stage span; share: what a deferred weight "
                "gradient holds of its pair\n"
                "model p m | 1f1b published | zb-h1 published || cap share | reached published "
                "bound | s ops from\n");
    for (const BubbleRates& row : readBubbleRates()) {
        std::printf("%s %d %d | %.4f %.4f | %.4f %.4f\n", row.model.c_str(), row.ranks,
                    row.microbatches, catalogRate(row, "1f1b"), row.oneFOneB,
                    catalogRate(row, "zb-h1"), row.zbH1);
        for (const int times : {1, 2})
            for (const double share : {1.0, row.deferredShare}) {
                const auto begin = Clock::now();
                const auto found = searchOrder(
                    {.shape = {.ranks = row.ranks, .chunks = 1, .microbatches = row.microbatches},
                     .costs = row.costs,
                     .caps = std::vector<int>(std::size_t(row.ranks), times * row.ranks),
                     .deferredShare = share,
                     .objective = AutoObjective::LongestSpan},
                    {.ops = ops});
                std::printf("    %dp %.3f | %.4f %.4f %.4f | %.2f %lld %s\n", times, share,
                            rateOf(row, found->value), times == 1 ? row.zb1p : row.zb2p,
                            rateOf(row, found->lowerBound), secondsSince(begin),
                            found->progress.ops, found->progress.origin.c_str());
            }
    }
}

double catalogMakespan(const UnevenStages& row, const Shape& shape, std::string_view name, int cap)
{
    const auto schedule = makeSchedule(name, shape);
    if (!schedule)
        return -1;
    const auto timeline = simulate(*schedule, row.costs);
    if (!timeline)
        return -1;
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank)
        if (peakInFlight(*timeline, rank) > cap)
            return -1; // does not fit
    return milliseconds(timeline->makespan);
}

void printUneven(long long ops)
{
    std::printf("\nUneven stages, makespan in ms (-1: none, or over the cap)\n"
                "name cap | 1f1b zb-h1 zb-h2 | zb-auto bound gap | s ops from\n");
    for (const UnevenStages& row : readUnevenStages()) {
        const auto ranks = static_cast<int>(row.costs.stages.size());
        const Shape shape{.ranks = ranks, .chunks = 1, .microbatches = row.microbatches};
        for (const int cap : {ranks / 2, ranks, 2 * ranks}) {
            const auto begin = Clock::now();
            const auto found = searchOrder({.shape = shape,
                                            .costs = row.costs,
                                            .caps = std::vector<int>(std::size_t(ranks), cap)},
                                           {.ops = ops});
            std::printf("%s %d | %.1f %.1f %.1f | %.2f %.2f %.4f%% | %.2f %lld %s\n",
                        row.name.c_str(), cap, catalogMakespan(row, shape, "1f1b", cap),
                        catalogMakespan(row, shape, "zb-h1", cap),
                        catalogMakespan(row, shape, "zb-h2", cap), milliseconds(found->value),
                        milliseconds(found->lowerBound), 100 * found->gap(), secondsSince(begin),
                        found->progress.ops, found->progress.origin.c_str());
        }
    }
}

// Every stage another cost, as sevenths that do not repeat soon.
Costs mixedCosts(int stages)
{
    Costs costs{.stages = {}, .transfer = Nanoseconds{200'000}};
    for (int stage = 0; stage < stages; ++stage)
        costs.stages.push_back({.forward = Nanoseconds{1'000'000 + 130'000 * (stage * 5 % 7)},
                                .inputGrad = Nanoseconds{1'200'000 + 90'000 * (stage * 3 % 7)},
                                .weightGrad = Nanoseconds{800'000 + 110'000 * (stage * 2 % 7)}});
    return costs;
}

void printSizes(long long ops)
{
    std::printf("\nMixed stages, makespan in ms\n"
                "p chunks m cap | 1f1b or interleaved | zb-auto bound gap | s ops from\n");
    for (const auto& [ranks, chunks, microbatches] : {std::tuple{4, 1, 12},
                                                      {4, 2, 12},
                                                      {8, 1, 64},
                                                      {8, 2, 32},
                                                      {16, 1, 128},
                                                      {32, 1, 256},
                                                      {64, 1, 1024},
                                                      {128, 1, 65536}}) {
        const Shape shape{.ranks = ranks, .chunks = chunks, .microbatches = microbatches};
        const Costs costs = mixedCosts(shape.stages());
        const auto base = makeSchedule("interleaved", shape);
        const auto before = base ? simulate(*base, costs) : Result<Timeline>(Error{""});
        for (const int cap : {chunks * ranks, 2 * chunks * ranks}) {
            const auto begin = Clock::now();
            const auto found = searchOrder(
                {.shape = shape, .costs = costs, .caps = std::vector<int>(std::size_t(ranks), cap)},
                {.ops = ops});
            std::printf("%d %d %d %d | %.2f | %.2f %.2f %.3f%% | %.2f %lld %s\n", ranks, chunks,
                        microbatches, cap, before ? milliseconds(before->makespan) : -1,
                        milliseconds(found->value), milliseconds(found->lowerBound),
                        100 * found->gap(), secondsSince(begin), found->progress.ops,
                        found->progress.origin.c_str());
        }
    }
}

} // namespace
} // namespace plan::test

int main(int argc, char** argv)
{
    const long long ops = argc > 1 ? std::atoll(argv[1]) : plan::AutoLimits{}.ops;
    plan::test::printRates(ops);
    plan::test::printUneven(ops);
    plan::test::printSizes(ops);
}

// Costs in a strategy file: every way to give them, and every way to get them wrong.

#include "engine/strategy/estimate/step_prediction.h"
#include "engine/strategy/yaml.h"
#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

using plan::Nanoseconds;
using std::chrono::microseconds;

ReadResult readCosts(const std::string& costs, const std::string& head = {})
{
    return readStrategy("bubblescope: 1\nparallel: {pipeline: 4}\n" + head + "costs:\n" + costs);
}

TEST(Costs, EveryPartIsRead)
{
    const auto read = readCosts("  forward: [1, 2, 3, 4]\n  input_grad: 2\n  weight_grad: 0.5\n"
                                "  recompute: [0, 1, 0, 1]\n  transfer: [1, 0, 2.5]\n"
                                "  rank_factors: {3: 1.2, 0: 2}\n  pair_overlap: 0.25\n"
                                "  gradient_reduction: 100\n  optimizer: 50\n");
    ASSERT_TRUE(read.strategy) << read.problems.front().sentence;
    const plan::Costs& costs = *read.strategy->costs;
    ASSERT_EQ(costs.stages.size(), 4u);
    EXPECT_EQ(
        costs.stages[3],
        (plan::StageCosts{microseconds{4}, microseconds{2}, Nanoseconds{500}, microseconds{1}}));
    EXPECT_EQ(costs.hops,
              (std::vector<Nanoseconds>{microseconds{1}, Nanoseconds{0}, Nanoseconds{2'500}}));
    EXPECT_EQ(costs.rankFactors, (std::vector<double>{2, 1, 1, 1.2}));
    EXPECT_EQ(costs.pairOverlap, 0.25);
    EXPECT_EQ(costs.gradientReduction, microseconds{100});
    EXPECT_EQ(costs.optimizer, microseconds{50});
}

TEST(Costs, AHopMayBeMadeUpOfLatencyAndBytes)
{
    const auto read = readCosts("  transfer: {latency: 5, bytes: 1000000, bandwidth: 25}\n");
    ASSERT_TRUE(read.strategy) << read.problems.front().sentence;
    EXPECT_EQ(read.strategy->costs->hop(0), microseconds{45});
}

TEST(Costs, AHopBetweenNodesMayTakeATimeOfItsOwn)
{
    const auto read = readCosts("  transfer: 5\n  transfer_between_nodes: 1500.25\n"
                                "cluster: {devices_per_node: 2}\n");
    ASSERT_TRUE(read.strategy) << read.problems.front().sentence;
    EXPECT_EQ(read.strategy->costs->transfer, microseconds{5});
    EXPECT_EQ(read.strategy->costs->transferBetweenNodes, Nanoseconds{1'500'250});
    const std::string written = writeStrategy(*read.strategy);
    EXPECT_NE(written.find("transfer_between_nodes: 1500.25\n"), std::string::npos) << written;
    EXPECT_EQ(readStrategy(written).strategy, read.strategy);

    const auto step = predictStep(*read.strategy);
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_EQ(step->costs.hops,
              (std::vector<Nanoseconds>{microseconds{5}, Nanoseconds{1'500'250}, microseconds{5}}));
    // One microbatch crosses at least once each way.
    Strategy elsewhere = *read.strategy;
    elsewhere.cluster.devicesPerNode = 4;
    EXPECT_EQ(predictStep(elsewhere)->costs.hop(1), microseconds{5});
    EXPECT_GT(step->timeline.makespan,
              predictStep(elsewhere)->timeline.makespan + 2 * microseconds{1495});
}

TEST(Costs, AFileWithoutHopsBetweenNodesMeansWhatItMeant)
{
    const auto read = readCosts("  transfer: 5\ncluster: {devices_per_node: 2}\n");
    ASSERT_TRUE(read.strategy);
    EXPECT_EQ(writeStrategy(*read.strategy).find("between"), std::string::npos);
    const auto step = predictStep(*read.strategy);
    EXPECT_EQ(step->costs.transfer, microseconds{5});
    EXPECT_TRUE(step->costs.hops.empty());
}

TEST(Costs, ListsCountTheStagesOfTheSchedule)
{
    EXPECT_TRUE(
        readCosts("  forward: [1, 2, 3, 4, 5, 6, 7, 8]\n", "schedule: interleaved\n").strategy
        || plan::findSchedule("interleaved")->defaultChunks != 2);
    EXPECT_TRUE(readCosts("  rank_factors: [1, 1, 1, 2]\n").strategy);
}

TEST(Costs, EachMistakeIsNamed)
{
    const auto problem = [](const std::string& line) {
        const auto read = readCosts("  " + line + "\n");
        return read.problems.empty()
            ? "none"
            : read.problems.front().key + ": " + read.problems.front().sentence;
    };
    EXPECT_EQ(problem("transfer: [1, 2]"),
              "costs.transfer: has 2 numbers for 3 hops (one between two "
              "stages); give one number for each, or a single one for all");
    EXPECT_EQ(problem("transfer: []").substr(0, 27), "costs.transfer: has 0 numbe");
    EXPECT_EQ(
        problem("transfer: {bytes: 1}"),
        "costs.transfer.bandwidth: is missing; give the gigabytes a second at which bytes travel");
    EXPECT_EQ(problem("transfer: {latency: -1}").substr(0, 31), "costs.transfer.latency: must be");
    EXPECT_EQ(problem("transfer: {byte: 1}").substr(0, 27), "costs.transfer.byte: is not");
    EXPECT_EQ(problem("transfer_between_nodes: -1").substr(0, 45),
              "costs.transfer_between_nodes: must be a numbe");
    EXPECT_EQ(problem("transfer: [1, 2, 3]\n  transfer_between_nodes: 4"),
              "costs.transfer_between_nodes: says what a hop between nodes takes, and "
              "costs.transfer lists every hop; keep one of the two");
    EXPECT_EQ(problem("rank_factors: {4: 1.2}"),
              "costs.rank_factors: must be a whole number from 0 to 3, not 4");
    EXPECT_EQ(problem("rank_factors: {1: 2, 1: 3}"),
              "costs.rank_factors: gives rank 1 twice; keep one");
    EXPECT_EQ(problem("rank_factors: {1: 0}").substr(0, 62),
              "costs.rank_factors: of rank 1 must be a number from 0.001 to 1");
    EXPECT_EQ(problem("rank_factors: 2").substr(0, 32), "costs.rank_factors: must be a li");
    EXPECT_EQ(problem("rank_factors: [1, 2]"),
              "costs.rank_factors: has 2 factors for 4 ranks "
              "(parallel.pipeline); give one for each");
    EXPECT_EQ(problem("pair_overlap: 1.5"),
              "costs.pair_overlap: must be a number from 0 to 1, in decimal digits, not 1.5");
    EXPECT_EQ(problem("optimizer: -5").substr(0, 30), "costs.optimizer: must be a num");
    EXPECT_EQ(problem("recompute: [1]").substr(0, 30), "costs.recompute: has 1 numbers");
}

} // namespace
} // namespace strategy

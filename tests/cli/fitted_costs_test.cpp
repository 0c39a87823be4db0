// A strategy calibrated by a run on two hosts predicts it, and the same pipeline elsewhere.

#include "engine/strategy/fitted_costs.h"

#include "engine/measured/calibration.h"
#include "engine/measured/recording.h"
#include "engine/measured/run_hosts.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "engine/strategy/yaml.h"
#include "tests/measured/two_hosts.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

using measured::test::costsOnHosts;
using measured::test::TwoHosts;

strategy::Strategy fourRanks(const std::string& cluster,
                             const std::string& parallel = "pipeline: 4")
{
    auto read = strategy::readStrategy("bubblescope: 1\nparallel: {" + parallel
                                       + "}\nbatch: {micro: 1, global: 8}\ncosts: {forward: 1}\n"
                                       + cluster);
    EXPECT_TRUE(read.strategy) << read.problems.front().sentence;
    return *std::move(read.strategy);
}

// Of a run of four ranks on two hosts.
struct Calibrated {
    double stepNs = 0;
    plan::Schedule schedule;
    strategy::FittedCosts fitted;

    explicit Calibrated(const strategy::Strategy& planned, int skew = 2)
    {
        const tests::ScratchDirectory folder;
        schedule = *strategy::scheduleOf(planned);
        std::vector<int> hosts(4, 1);
        std::fill_n(hosts.begin(), skew, 0);
        TwoHosts run(folder.path().string(), schedule, hosts);
        stepNs = measured::test::medianOf(run.steps(10, 0.02));
        const auto read = measured::readRecording(folder.path().string());
        EXPECT_TRUE(read) << read.error().message;
        const measured::RankHosts& ran = read->conditions.hosts;
        const auto found = *measured::calibrate(schedule, read->steps, 0,
                                                measured::hostsOfPipeline(ran, read->info));
        fitted
            = {.costs = found.costs,
               .byNode = strategy::FittedCosts::ByNode{found.byHost->within, found.byHost->between},
               .world = read->info.world,
               .ranksAHost = static_cast<int>(measured::ranksByHost(ran).front().ranks.size())};
    }
};

// As whoever opens the written file predicts it.
double predictedNs(const strategy::Strategy& strategy)
{
    const auto read = strategy::readStrategy(strategy::writeStrategy(strategy));
    EXPECT_TRUE(read.strategy) << read.problems.front().sentence;
    return double(strategy::predictStep(*read.strategy)->timeline.makespan.count());
}

bool hasLine(const strategy::Strategy& strategy, const std::string& line)
{
    return strategy::writeStrategy(strategy).find("\n  " + line) != std::string::npos;
}

TEST(FittedCosts, HopsOfTheStrategysNodesAreStatedByNode)
{
    strategy::Strategy planned = fourRanks("cluster: {devices_per_node: 2}\n");
    const Calibrated run(planned);
    giveCosts(run.fitted, run.schedule, planned);
    EXPECT_TRUE(planned.costs->hops.empty());
    EXPECT_TRUE(hasLine(planned, "transfer: "));
    EXPECT_TRUE(hasLine(planned, "transfer_between_nodes: 9"));
    EXPECT_EQ(planned.cluster.devicesPerNode, 2);
    EXPECT_NEAR(predictedNs(planned) / run.stepNs, 1, 0.03);

    // The same pipeline with a node a rank, which nobody measured: every hop crosses.
    planned.cluster.devicesPerNode = 1;
    const plan::Schedule schedule = *strategy::scheduleOf(planned);
    const auto truth = plan::simulate(schedule, costsOnHosts(schedule, {0, 1, 2, 3}));
    EXPECT_NEAR(predictedNs(planned) / double(truth->makespan.count()), 1, 0.03);
    EXPECT_GT(predictedNs(planned), 1.2 * run.stepNs);
    // And all on one, where none does.
    planned.cluster.devicesPerNode = 8;
    const auto one = plan::simulate(schedule, costsOnHosts(schedule, {0, 0, 0, 0}));
    EXPECT_NEAR(predictedNs(planned) / double(one->makespan.count()), 1, 0.03);
}

TEST(FittedCosts, AStrategyOfAllTheRanksGetsTheHostsOfTheRun)
{
    strategy::Strategy planned = fourRanks("");
    const Calibrated run(planned);
    giveCosts(run.fitted, run.schedule, planned);
    EXPECT_EQ(planned.cluster.devicesPerNode, 2);
    EXPECT_TRUE(hasLine(planned, "transfer_between_nodes: 9"));
    EXPECT_NEAR(predictedNs(planned) / run.stepNs, 1, 0.03);
}

TEST(FittedCosts, OnOtherNodesHopsAreStatedOneByOne)
{
    // A rank stands for eight devices; and hosts of three ranks and one.
    strategy::Strategy wide = fourRanks("", "pipeline: 4, tensor: 8");
    const Calibrated ofWide(wide);
    giveCosts(ofWide.fitted, ofWide.schedule, wide);
    EXPECT_FALSE(wide.costs->transferBetweenNodes);
    EXPECT_EQ(wide.costs->hops.size(), 3u);
    EXPECT_EQ(wide.cluster.devicesPerNode, 8);
    EXPECT_NEAR(predictedNs(wide) / ofWide.stepNs, 1, 0.03);

    strategy::Strategy uneven = fourRanks("");
    const Calibrated ofUneven(uneven, 1);
    giveCosts(ofUneven.fitted, ofUneven.schedule, uneven);
    EXPECT_EQ(uneven.costs->hops.size(), 3u);
    EXPECT_NEAR(predictedNs(uneven) / ofUneven.stepNs, 1, 0.03);
}

} // namespace
} // namespace cli

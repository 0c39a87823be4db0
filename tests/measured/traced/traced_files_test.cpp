// From the files of a measured pipeline to its ledger and its costs.

#include "engine/measured/iteration_fit.h"
#include "engine/measured/traced_step.h"
#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/pipeline_dump.h"
#include "tests/golden/tables.h"
#include "tests/measured/noisy_step.h"
#include "tests/scratch_directory.h"
#include "tests/strategy/dump_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::vector<plan::RankTimes> timesIn(const strategy::DumpedIteration& iteration)
{
    std::vector<plan::RankTimes> times;
    for (const strategy::DumpedRank& rank : iteration.ranks)
        times.push_back(rank.times);
    return times;
}

TEST(TracedFiles, GiveBackTheLedgerOfWhatWasWritten)
{
    plan::Costs costs;
    costs.stages = {{9ms, 8ms, 8ms, 0ms}, {9500us, 7ms, 7ms, 0ms}, {11ms, 8ms, 8ms, 0ms}};
    costs.hops = {200us, 300us};
    costs.optimizer = 2ms;
    const auto schedule = plan::makeSchedule("1f1b", {3, 1, 6, 1});
    const auto ran = plan::simulate(*schedule, costs);
    ASSERT_TRUE(ran);

    const tests::ScratchDirectory scratch;
    const fs::path& folder = scratch.path();
    std::ofstream(folder / "config.json") << R"({"pp_size": 3, "num_mbs": 6})";
    for (int rank = 0; rank < 3; ++rank)
        std::ofstream(folder / ("pp_rank_" + std::to_string(rank) + ".json"))
            << dump_test::dumpText({{1, dump_test::timesOf(*ran, std::size_t(rank))}});
    const auto dump = strategy::readPipelineDump(folder.string());

    ASSERT_TRUE(dump) << dump.error().message;
    const auto times = timesIn(dump->iterations.at(0));
    const auto order = orderThatRan(dump->config.shape, times);
    ASSERT_TRUE(order);
    const auto step = tracedStep(*order, 1, times, TailIs::Optimizer);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->step.timeline, *ran);
    const plan::Ledger ledger = plan::account(order->schedule, step->step.timeline, costs);
    EXPECT_EQ(ledger.ranks, plan::account(*schedule, *ran, costs).ranks);
    const auto fits = fitEach(order->schedule, {step->step});
    ASSERT_TRUE(fits);
    EXPECT_EQ(fits->at(0).costs, costs);
    EXPECT_EQ(fits->at(0).error, 0);
}

// The stages' times of a run of eight GPUs, as a median over its iterations.
struct StageTimes {
    plan::Costs costs;
    Nanoseconds iteration{}; // measured
};

StageTimes measuredStages()
{
    const auto ms
        = [](const std::string& text) { return Nanoseconds{std::llround(std::stod(text) * 1e6)}; };
    StageTimes measured;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/measured_stage_times.csv")) {
        const Nanoseconds backward = ms(row["backward_ms"]);
        measured.costs.stages.push_back(
            {ms(row["forward_ms"]), backward / 2, backward - backward / 2, 0ms});
        measured.iteration = std::max(measured.iteration, ms(row["iteration_ms"]));
        measured.costs.optimizer = std::max(measured.costs.optimizer, ms(row["tail_ms"]));
    }
    return measured;
}

TEST(MeasuredStages, AreSimulatedWithinThreePercentOfTheMeasuredIteration)
{
    const StageTimes measured = measuredStages();
    ASSERT_EQ(measured.costs.stages.size(), 8u);
    const auto ran = plan::simulate(*plan::makeSchedule("1f1b", {8, 1, 16, 1}), measured.costs);
    ASSERT_TRUE(ran);
    EXPECT_NEAR(double(ran->makespan.count()) / double(measured.iteration.count()), 1, 0.03);
}

constexpr int kIterations = 20;

// One of those iterations: ops scatter by 2 %, the first iteration warms up, and in two of the
// others one op stands still for 0.3 s.
Step recordedStep(const plan::Schedule& schedule, const plan::Costs& costs, int number,
                  std::mt19937& random)
{
    return noisyStep(schedule, costs, number, 0.02, random, [&](int rank, const plan::Op& op) {
        if (number == 1 && op.microbatch == 0 && op.kind == plan::OpKind::Forward)
            return 20.0;
        const bool still = (number == 8 || number == 15) && rank == number % 8 && op.microbatch == 5
            && op.kind == plan::OpKind::Forward;
        return still ? 6.0 : 1.0;
    });
}

// Each rank counts from its own first op, as that program's did.
plan::RankTimes fromFirstOp(plan::RankTimes times)
{
    const Nanoseconds begin = times.forwards.front().start;
    for (auto* ranges : {&times.forwards, &times.backwards})
        for (plan::TimeRange& range : *ranges) {
            range.start -= begin;
            range.end -= begin;
        }
    times.end -= begin;
    return times;
}

// Twenty iterations of eight ranks, written as files and read again.
class RecordedRun : public ::testing::Test {
protected:
    void SetUp() override
    {
        plan::Costs costs = measuredStages().costs;
        costs.transfer = 1200us;
        const auto schedule = plan::makeSchedule("1f1b", {8, 1, 16, 1});
        std::mt19937 random(7);
        std::vector<std::map<int, plan::RankTimes>> files(8);
        for (int number = 1; number <= kIterations; ++number) {
            const Step step = recordedStep(*schedule, costs, number, random);
            for (std::size_t rank = 0; rank < files.size(); ++rank)
                files[rank][number] = fromFirstOp(dump_test::timesOf(step.timeline, rank));
        }
        const tests::ScratchDirectory scratch;
        const fs::path& folder = scratch.path();
        std::ofstream(folder / "config.json") << R"({"pp_size": 8, "num_mbs": 16})";
        for (std::size_t rank = 0; rank < files.size(); ++rank)
            std::ofstream(folder / ("pp_rank_" + std::to_string(rank) + ".json"))
                << dump_test::dumpText(files[rank]);
        const auto dump = strategy::readPipelineDump(folder.string());
        ASSERT_TRUE(dump) << dump.error().message;
        take(*dump);
    }

    void take(const strategy::PipelineDump& dump)
    {
        EXPECT_EQ(dump.config.shape, (plan::Shape{8, 1, 16, 1}));
        ASSERT_EQ(dump.iterations.size(), std::size_t(kIterations));
        const auto found = orderThatRan(dump.config.shape, timesIn(dump.iterations.front()));
        ASSERT_TRUE(found) << found.error().message;
        order = *found;
        for (const auto& iteration : dump.iterations) {
            auto step = tracedStep(order, iteration.number, timesIn(iteration), TailIs::Optimizer);
            ASSERT_TRUE(step) << step.error().message;
            EXPECT_EQ(step->early, 0u);
            EXPECT_EQ(step->step.timeline.makespan,
                      iteration.ranks.front().times.end + step->clocks.moves.front());
            steps.push_back(step->step);
        }
    }

    TracedOrder order;
    std::vector<Step> steps;
};

TEST_F(RecordedRun, IsSimulatedWithinThreePercent)
{
    EXPECT_EQ(order.name, "1f1b");
    const auto fits = fitEach(order.schedule, steps);
    ASSERT_TRUE(fits) << fits.error().message;
    std::size_t settled = 0;
    for (const IterationFit& fit : *fits) {
        RecordProperty("iteration" + std::to_string(fit.number), std::to_string(100 * fit.error));
        EXPECT_EQ(fit.warmUp, fit.number == 1);
        if (fit.warmUp || !fit.stalls.empty())
            continue; // one op stood still for 0.3 s: no cost of a stage says that
        ++settled;
        EXPECT_LT(std::abs(fit.error), 0.03) << fit.number;
        const double others = double(fit.byOthers->count()) / double(fit.measured.count()) - 1;
        EXPECT_LT(std::abs(others), 0.03) << fit.number;
        EXPECT_NEAR(fit.measuredBubble, fit.simulatedBubble, 0.02) << fit.number;
    }
    EXPECT_GE(settled, 15u);

    const auto all = calibrate(order.schedule, steps);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->warmUpSteps, 1u);
    EXPECT_EQ(all->stepsUsed, 19u);
    EXPECT_LT(std::abs(all->error), 0.03);
    EXPECT_LT(std::abs(all->heldOutError.value_or(1)), 0.03);
}

TEST_F(RecordedRun, AddsUpToTheNanosecond)
{
    const auto fits = fitEach(order.schedule, steps);
    ASSERT_TRUE(fits);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const plan::Timeline& timeline = steps[i].timeline;
        const plan::Ledger ledger = plan::account(order.schedule, timeline, (*fits)[i].costs);
        Nanoseconds idle{};
        for (std::size_t rank = 0; rank < 8; ++rank) {
            EXPECT_EQ(plan::sum(ledger.ranks[rank]), timeline.makespan);
            idle += timeline.makespan - plan::busyTime(timeline, rank);
            for (const Nanoseconds line : ledger.ranks[rank])
                EXPECT_GE(line, 0ns);
        }
        EXPECT_NEAR((*fits)[i].measuredBubble,
                    double(idle.count()) / (8 * double(timeline.makespan.count())), 1e-12);
        const auto unexplained = plan::total(ledger)[std::size_t(plan::LedgerLine::Unexplained)];
        if (!(*fits)[i].warmUp) {
            EXPECT_LT(double(unexplained.count()), 0.02 * 8 * double(timeline.makespan.count()));
        }
    }
}

} // namespace
} // namespace measured::test

// Every schedule of the catalogue, executed: messages, buffers, fused pairs and two
// directions, on a clock that jumps. What ran when is what the simulation says, to the
// nanosecond.

#include "engine/plan/metrics.h"
#include "tests/runtime/emulated_pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

class Random {
public:
    explicit Random(unsigned seed)
        : m_engine(seed)
    {
    }

    Nanoseconds time(int least, int most)
    {
        return Nanoseconds{std::uniform_int_distribution(least, most)(m_engine)};
    }
    double factor() { return std::uniform_real_distribution(0.5, 2.0)(m_engine); }

private:
    std::mt19937 m_engine;
};

// Everything that costs can say. Hops last a while, so that a message is there when the
// op that needs it is due, whichever thread comes first.
plan::Costs randomCosts(const plan::Shape& shape, unsigned seed)
{
    Random random(seed);
    plan::Costs costs;
    for (int stage = 0; stage < shape.stages(); ++stage) {
        costs.stages.push_back({random.time(500'000, 5'000'000), random.time(500'000, 5'000'000),
                                random.time(500'000, 5'000'000), random.time(0, 2'000'000)});
        if (stage > 0)
            costs.hops.push_back(random.time(1, 1'000'000));
    }
    for (std::size_t hop = 0; shape.directions == 2 && hop < costs.hops.size(); ++hop)
        costs.mirrorHops.push_back(random.time(1, 1'000'000));
    for (int rank = 0; rank < shape.ranks; ++rank)
        costs.rankFactors.push_back(random.factor());
    costs.pairOverlap = random.factor() / 2;
    costs.gradientReduction = random.time(1, 3'000'000);
    costs.optimizer = random.time(1, 3'000'000);
    return costs;
}

// The first that the schedule takes of: four ranks or eight, with two chunks or one.
plan::Shape shapeFor(const plan::CatalogEntry& entry, int microbatches)
{
    for (const int ranks : {4, 8})
        for (const int chunks : {2, 1}) {
            const plan::Shape shape = plan::shapeOf(entry.name, ranks, chunks, microbatches);
            if (plan::checkConditions(entry.name, shape))
                return shape;
        }
    ADD_FAILURE() << entry.name << " takes no shape of four or eight ranks";
    return {};
}

std::vector<plan::Span> spansOf(const RankRecord& record)
{
    std::vector<plan::Span> spans;
    for (const Completion& completion : record.completions)
        if (completion.isOfCompute())
            spans.push_back({completion.instruction.op, completion.start, completion.end});
    return spans;
}

class Catalogue : public testing::TestWithParam<const plan::CatalogEntry*> {};

TEST_P(Catalogue, RunsAsSimulated)
{
    for (unsigned seed = 0; seed < 6; ++seed) {
        const plan::Shape shape = shapeFor(*GetParam(), seed % 2 == 0 ? 8 : 12);
        PipelineRun run;
        run.costs = randomCosts(shape, seed);
        run.depth = 1 + seed % 4;
        run.knowsPlan = [](int) { return true; };
        auto schedule = plan::makeSchedule(GetParam()->name, shape, {}, run.costs);
        ASSERT_TRUE(schedule) << schedule.error().message;
        run.schedule = std::move(*schedule);
        const auto predicted = plan::simulate(run.schedule, run.costs);
        ASSERT_TRUE(predicted) << predicted.error().message;

        const auto records = runPipeline(run);
        for (std::size_t rank = 0; rank < records.size(); ++rank) {
            ASSERT_EQ(records[rank].error, "");
            EXPECT_EQ(records[rank].tail, predicted->tails[rank]) << "rank " << rank;
            EXPECT_EQ(records[rank].peakActivations,
                      static_cast<std::size_t>(plan::peakInFlight(*predicted, rank))
                          * kMessageBytes)
                << "rank " << rank;
            const auto ran = spansOf(records[rank]);
            ASSERT_EQ(ran.size(), predicted->spans[rank].size());
            for (std::size_t i = 0; i < ran.size(); ++i) {
                const plan::Span& due = predicted->spans[rank][i];
                ASSERT_EQ(ran[i].op, due.op) << "rank " << rank << ", place " << i;
                ASSERT_EQ(ran[i].start, due.start) << toText(due.op) << " on rank " << rank;
                ASSERT_EQ(ran[i].end, due.end) << toText(due.op) << " on rank " << rank;
            }
        }
    }
}

std::string entryName(const testing::TestParamInfo<const plan::CatalogEntry*>& tested)
{
    std::string name(tested.param->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Catalogue,
                         testing::ValuesIn(plan::catalog().begin(), plan::catalog().end()),
                         entryName);

} // namespace
} // namespace engine::test

// Idle time is no op's cost, whatever the rank idled for.

#include "engine/measured/calibration.h"
#include "engine/measured/hop_times.h"
#include "engine/measured/rank_gaps.h"
#include "engine/plan/catalog.h"
#include "tests/measured/noisy_step.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using plan::Costs;
using plan::Schedule;

Schedule made(const char* name, int ranks, int chunks, int microbatches)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, chunks, microbatches));
}

// Every stage and border differs.
Costs drawnCosts(const Schedule& schedule)
{
    const auto drawn = [](int from, int to) {
        return Nanoseconds{1000 * std::int64_t{*rc::gen::inRange(from, to)}};
    };
    Costs costs;
    for (int stage = 0; stage < schedule.shape.stages(); ++stage) {
        const Nanoseconds half = drawn(200, 900);
        costs.stages.push_back({drawn(200, 900), half, half, 0ns});
        costs.hops.push_back(drawn(1, 150));
    }
    costs.hops.pop_back();
    return costs;
}

// The schedule run with ranks that stand still before some of their ops, which delays whoever waits
// for these, as such a gap does in a real run.
class GappedRun {
public:
    GappedRun(const Schedule& schedule, const Costs& costs, unsigned seed)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_random(seed)
        , m_slots(schedule.shape)
        , m_made(m_slots.count(), Nanoseconds{-1})
    {
        m_timeline.spans.resize(schedule.order.size());
    }

    // Every fifth op begins late, by up to `most`.
    Step run(Nanoseconds most)
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t rank = 0; rank < m_schedule.order.size(); ++rank)
                while (runNext(rank, most))
                    moved = true;
        }
        return stepOf(0, std::move(m_timeline));
    }

private:
    bool runNext(std::size_t rank, Nanoseconds most)
    {
        auto& spans = m_timeline.spans[rank];
        if (spans.size() == m_schedule.order[rank].size())
            return false;
        const plan::Op op = m_schedule.order[rank][spans.size()];
        Nanoseconds start = spans.empty() ? Nanoseconds{0} : spans.back().end;
        if (const auto input = plan::inputOf(op, m_schedule.shape.stages() - 1)) {
            const Nanoseconds made = m_made[m_slots.of(*input)];
            if (made < Nanoseconds{0})
                return false;
            if (m_schedule.placement.rankOf(*input) != int(rank))
                start = std::max(start, made + m_costs.hop(std::min(op.stage, input->stage)));
        }
        if ((spans.size() + rank) % 5 == 0)
            start += Nanoseconds{std::int64_t(m_random() % std::uint64_t(most.count()))};
        const Nanoseconds end = start + m_costs.of(op, int(rank));
        spans.push_back({op, start, end});
        m_made[m_slots.of(op)] = end;
        m_timeline.makespan = std::max(m_timeline.makespan, end);
        return true;
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    std::mt19937 m_random;
    const plan::OpSlots m_slots;
    std::vector<Nanoseconds> m_made;
    plan::Timeline m_timeline;
};

RC_GTEST_PROP(IdleGaps, ChangeNoCostOfAnOp, ())
{
    const int chunks = *rc::gen::inRange(1, 3);
    const int ranks = *rc::gen::inRange(3, 7);
    const Schedule schedule = made(chunks == 1 ? "1f1b" : "interleaved", ranks, chunks, 4 * ranks);
    const Costs costs = drawnCosts(schedule);
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const Step step = GappedRun(schedule, costs, seed).run(20ms);
    const auto found = calibrate(schedule, {step});
    RC_ASSERT(bool(found));
    RC_ASSERT(found->costs.stages == costs.stages);
}

TEST(IdleGaps, AreToldByRank)
{
    const Schedule schedule = made("1f1b", 2, 1, 8);
    Costs costs = Costs::unit();
    std::mt19937 random(1);
    std::vector<Step> steps{noisyStep(schedule, costs, 0, 0, random)};
    // The last op of rank 0, and all that follows from it: nothing.
    plan::Timeline& timeline = steps.front().timeline;
    timeline.spans[1].back().start += 700us;
    timeline.spans[1].back().end += 700us;
    timeline.spans[0].back().start += 700us;
    timeline.spans[0].back().end += 700us;
    timeline.makespan += 700us;
    const auto found = calibrate(schedule, steps);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->costs.stages, std::vector(2, costs.stages.front()));
    ASSERT_EQ(found->gaps.size(), 2u);
    EXPECT_EQ(found->gaps[0].longCount, 0u); // that one waited
    EXPECT_EQ(found->gaps[1].longCount, 1u);
    EXPECT_EQ(found->gaps[1].longTime, 700e3);
}

// A rank that begins its spans before it has received the input works no longer for that.
TEST(IdleGaps, WaitingWithinASpanIsNoCost)
{
    const Schedule schedule = made("1f1b", 4, 1, 8);
    Costs costs;
    for (int stage = 0; stage < 4; ++stage)
        costs.stages.push_back({300us + 40us * stage, 310us, 310us, 0us});
    std::mt19937 random(1);
    Step step = noisyStep(schedule, costs, 0, 0, random);
    for (auto& spans : step.timeline.spans)
        for (std::size_t i = 0; i < spans.size(); ++i)
            spans[i].start = i == 0 ? 0ns : spans[i - 1].end;
    const auto found = calibrate(schedule, {step});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->costs.stages, costs.stages);
    EXPECT_EQ(found->error, 0);
}

TEST(HopTimes, AreTheAverageOfWhatIsKnown)
{
    const auto median = [](const SeenHops& seen) { return typicalHop(seen, Average::Median); };
    const auto mean = [](const SeenHops& seen) { return typicalHop(seen, Average::Mean); };
    EXPECT_FALSE(median({}));
    EXPECT_FALSE(median({{}, {5, 6}}));
    EXPECT_EQ(median({{4, 1, 3, 2, 500}, {}}), 3);
    // Bounds above what was seen say nothing; those below say that most are shorter.
    EXPECT_EQ(median({{4, 1, 3, 2, 500}, {900, 900, 900, 900, 900}}), 3);
    EXPECT_EQ(median({{4, 4, 4, 1}, {2, 2, 2, 2, 2}}), 1);
    // None of the long ones is near what a hop takes.
    EXPECT_EQ(median({{50, 50, 50, 4, 4}, {5, 5, 5, 5, 5, 5}}), 4);
    EXPECT_FALSE(mean({}));
    EXPECT_DOUBLE_EQ(*mean({{4, 1, 3, 2, 500}, {}}), 102);
    EXPECT_DOUBLE_EQ(*mean({{4, 1, 3, 2, 500}, {900, 900}}), 102);
    // Each of the two that are at most 3 is as likely a 1 as a 2.
    EXPECT_DOUBLE_EQ(*mean({{4, 1, 2}, {3, 3}}), (4 + 1.5 * 4) / 5);
    std::vector<double> many(38, 2);
    many.insert(many.end(), {0, 1000});
    EXPECT_NEAR(*typicalHop({many, {}}, Average::TrimmedMean), 2, 1e-9);
    EXPECT_EQ(shortestHop({{4, 3}, {2, 7}}), 2);
    EXPECT_FALSE(shortestHop({}));
}

TEST(RankGapsOf, TellLaunchesFromIdling)
{
    const RankGaps none = gapsOf({});
    EXPECT_EQ(none.launch, 0);
    const RankGaps gaps = gapsOf({5, 6, 5, 4, 5, 6, 4, 29'000, 60'000});
    EXPECT_EQ(gaps.launch, 5);
    EXPECT_EQ(gaps.longCount, 2u);
    EXPECT_EQ(gaps.longTime, 88'990);
}

} // namespace
} // namespace measured::test

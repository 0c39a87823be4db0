// Training by ranks that take turns: the results of any other run, and times that obey what depends
// on what.

#include "engine/plan/simulate.h"
#include "engine/runtime/cpu/cpu_device.h"
#include "engine/runtime/turns/network_times.h"
#include "tests/runtime/training/late_device.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace training {
namespace {

using engine::Completion;
using Kind = plan::Instruction::Kind;

void expectTheSame(const Trained& actual, const Trained& expected)
{
    ASSERT_EQ(actual.error, "");
    ASSERT_EQ(actual.steps.size(), expected.steps.size());
    for (std::size_t step = 0; step < expected.steps.size(); ++step) {
        EXPECT_EQ(actual.steps[step].loss, expected.steps[step].loss) << "step " << step;
        EXPECT_EQ(actual.steps[step].gradientNorm, expected.steps[step].gradientNorm)
            << "step " << step;
    }
    EXPECT_TRUE(actual.weights == expected.weights);
    EXPECT_TRUE(actual.moments == expected.moments);
}

// One that computes late does so in its rank's turn alone, because all is done before it ends.
MakeDevice late()
{
    return [](const engine::Clock& clock, engine::Waiting& waiting) {
        return lateDevice(Late::Compute, clock, waiting);
    };
}

class TurnsUnderPlans : public ::testing::TestWithParam<Plan> {};

TEST_P(TurnsUnderPlans, TrainToTheSameBits)
{
    const strategy::Strategy strategy = underPlan(GetParam());
    const Trained expected = train({.strategy = strategy, .steps = 2});
    ASSERT_EQ(expected.error, "");
    expectTheSame(train({.strategy = strategy, .steps = 2, .takeTurns = true}), expected);
    SCOPED_TRACE("over the host");
    expectTheSame(train({.strategy = strategy, .steps = 2, .device = late(), .overHost = true}),
                  expected);
    expectTheSame(train({.strategy = strategy,
                         .steps = 2,
                         .device = late(),
                         .overHost = true,
                         .takeTurns = true}),
                  expected);
}

INSTANTIATE_TEST_SUITE_P(Plans, TurnsUnderPlans,
                         ::testing::ValuesIn(trainingPlans().begin(), trainingPlans().end()),
                         [](const auto& tested) { return tested.param.name; });

// What one rank did in a step, on its own clock.
struct Done {
    std::vector<Completion> completions;
    std::vector<GradientReduction> reductions;
    engine::StepTail tail;
    Nanoseconds zero{};
};

struct Seen {
    strategy::Strategy strategy;
    plan::Schedule schedule;
    std::vector<Done> ranks; // of the last step
};

Seen seen(const strategy::Strategy& strategy)
{
    const auto setup = setUpTraining(strategy, 0, gridOf(strategy).ranks());
    EXPECT_TRUE(setup);
    Seen seen{strategy, setup->pipeline.schedule, {}};
    seen.ranks.resize(static_cast<std::size_t>(setup->grid.ranks()));
    const auto own = [&seen](TrainingRank& rank) -> Done& {
        return seen.ranks[static_cast<std::size_t>(rank.world().rank())];
    };
    const Trained trained
        = train({.strategy = strategy,
                 .steps = 2,
                 .beforeStep = [&](TrainingRank& rank, int) { own(rank) = {}; },
                 .takeTurns = true,
                 .over = [&](TrainingRank& rank,
                             const Completion& one) { own(rank).completions.push_back(one); },
                 .stepOver =
                     [&](TrainingRank& rank, const engine::StepTail& tail) {
                         own(rank).tail = tail;
                         own(rank).zero = rank.machine().agreedZero();
                         own(rank).reductions = rank.backend().takeReductions();
                     }});
    EXPECT_EQ(trained.error, "");
    return seen;
}

const Completion* find(const Done& rank, Kind kind, const plan::Op& op)
{
    const auto found = std::find_if(
        rank.completions.begin(), rank.completions.end(), [&](const Completion& one) {
            return one.instruction.kind == kind && one.instruction.op == op;
        });
    return found == rank.completions.end() ? nullptr : &*found;
}

strategy::Strategy pipelined(int ranks, const char* schedule)
{
    strategy::Strategy s = tinyStrategy();
    s.model->layers = 2 * ranks;
    s.batch.global = 2 * ranks;
    // A network whose hops last longer than a tiny op, so that nobody can overlook one.
    s.cluster.device = "cpu";
    s.costs = plan::Costs::unit();
    s.costs->transfer = std::chrono::milliseconds(3);
    pipe(s, ranks, schedule);
    return s;
}

TEST(TurnTimes, OpsOfARankDoNotOverlapAndBeginAfterTheStep)
{
    for (const char* const schedule : {"1f1b", "zb-h1", "gpipe"}) {
        const Seen run = seen(pipelined(4, schedule));
        for (const Done& rank : run.ranks) {
            Nanoseconds free{};
            std::size_t computes = 0;
            for (const Completion& one : rank.completions) {
                if (!one.isOfCompute())
                    continue;
                ++computes;
                EXPECT_GE(one.start, free) << toText(one.instruction.op);
                EXPECT_GT(one.end, one.start);
                free = one.end;
            }
            EXPECT_GE(computes, 16u);
            EXPECT_GE(rank.tail.ran.begin, free);
            EXPECT_EQ(rank.zero, run.ranks.front().zero);
        }
    }
}

TEST(TurnTimes, AMessageIsHereOneHopAfterItLeftAndNoOpBeginsBeforeItsOwn)
{
    using std::chrono::milliseconds;
    for (const char* const schedule : {"1f1b", "zb-h1", "interleaved"}) {
        const Seen run = seen(pipelined(2, schedule));
        std::size_t messages = 0;
        for (std::size_t rank = 0; rank < run.ranks.size(); ++rank)
            for (const Completion& receive : run.ranks[rank].completions) {
                if (receive.instruction.kind != Kind::Receive)
                    continue;
                ++messages;
                const plan::Op& op = receive.instruction.op;
                const Done& sender
                    = run.ranks.at(static_cast<std::size_t>(receive.instruction.peer));
                const Completion* const send = find(sender, Kind::Send, op);
                const Completion* const made = find(sender, Kind::Compute, op);
                ASSERT_TRUE(send != nullptr && made != nullptr) << toText(op);
                EXPECT_GE(send->start, made->end) << toText(op);
                // The clock stands while it is sent.
                EXPECT_GE(receive.end, send->start + milliseconds(3)) << toText(op);
                EXPECT_LE(receive.end, send->end + milliseconds(3)) << toText(op);
                for (const Completion& taker : run.ranks[rank].completions)
                    if (taker.isOfCompute()
                        && plan::inputOf(taker.instruction.op, run.schedule.shape.stages() - 1)
                            == op) {
                        EXPECT_GE(taker.start, receive.end) << toText(taker.instruction.op);
                    }
            }
        EXPECT_GE(messages, 8u) << schedule;
    }
}

// A group's collective begins when its last member has come, and is over for all of them no earlier
// than its length after that.
TEST(TurnTimes, ACollectiveLastsWhatThePlannerHasForItFromTheLastMember)
{
    strategy::Strategy s = tinyStrategy();
    s.cluster.device = "cpu";
    s.parallel.tensor = 2;
    pipe(s, 2, "1f1b");
    const Seen run = seen(s);
    const auto times = turns::NetworkTimes::of(s, run.schedule);
    ASSERT_TRUE(times);
    std::size_t collectives = 0;
    for (std::size_t rank = 0; rank + 1 < run.ranks.size();
         rank += 2) // tensor ranks are neighbours
        for (const Completion& one : run.ranks[rank].completions) {
            if (!one.isOfCompute())
                continue;
            const Completion* const other
                = find(run.ranks[rank + 1], Kind::Compute, one.instruction.op);
            ASSERT_NE(other, nullptr);
            ASSERT_EQ(one.parts.size(), other->parts.size()) << toText(one.instruction.op);
            for (std::size_t i = 0; i < one.parts.size(); ++i) {
                ++collectives;
                const engine::Part& a = one.parts[i];
                const engine::Part& b = other->parts[i];
                const Nanoseconds lasts
                    = times->collective("tp", 2, engine::CollectiveKind::AllReduce, a.bytes);
                EXPECT_GT(lasts.count(), 0);
                EXPECT_GE(std::min(a.end, b.end), std::max(a.start, b.start) + lasts);
            }
        }
    EXPECT_GE(collectives, 32u);
}

TEST(TurnTimes, AReductionBesideComputingEndsAtTheSameTimeForAllItsMembers)
{
    strategy::Strategy s = tinyStrategy();
    s.cluster.device = "cpu";
    s.parallel.data = 4;
    const Seen run = seen(s);
    const auto& first = run.ranks.front().reductions;
    ASSERT_GE(first.size(), 4u);
    const auto times = turns::NetworkTimes::of(s, run.schedule);
    for (std::size_t i = 0; i < first.size(); ++i) {
        Nanoseconds came{};
        for (const Done& rank : run.ranks) {
            ASSERT_EQ(rank.reductions.size(), first.size());
            EXPECT_EQ(rank.reductions[i].end, first[i].end) << "reduction " << i;
            came = std::max(came, rank.reductions[i].start);
        }
        // It began between the last member's mark and what that did next.
        EXPECT_GE(
            first[i].end,
            came + times->collective("dp", 4, engine::CollectiveKind::AllReduce, first[i].bytes));
    }
}

// Counts the ranks that are within an op.
class Counting final : public OpRanges {
public:
    Counting(std::atomic<int>& within, std::atomic<int>& most)
        : m_within(within)
        , m_most(most)
    {
    }
    void begin(Step) override { m_open.push_back(false); }
    void begin(const char*) override { m_open.push_back(false); }
    void begin(const plan::Op&) override
    {
        m_open.push_back(true);
        m_most = std::max<int>(m_most, ++m_within);
        for (int i = 0; i < 5; ++i)
            std::this_thread::yield(); // whoever may compute at the same time does
    }
    void end() override
    {
        if (m_open.back())
            --m_within;
        m_open.pop_back();
    }

private:
    std::vector<bool> m_open;
    std::atomic<int>& m_within;
    std::atomic<int>& m_most;
};

class CountedDevice final : public CpuDevice {
public:
    CountedDevice(const engine::Clock& clock, std::atomic<int>& within, std::atomic<int>& most)
        : CpuDevice(1, clock)
        , m_ranges(within, most)
    {
    }
    OpRanges& opRanges() override { return m_ranges; }

private:
    Counting m_ranges;
};

// In a pipeline no op waits for another rank within itself.
TEST(TurnTimes, NoTwoRanksComputeAtTheSameTime)
{
    std::atomic<int> within = 0;
    std::atomic<int> most = 0;
    const Trained trained = train(
        {.strategy = pipelined(4, "1f1b"),
         .steps = 2,
         .device = [&](const engine::Clock& clock, engine::Waiting&) -> std::unique_ptr<Device> {
             return std::make_unique<CountedDevice>(clock, within, most);
         },
         .takeTurns = true});
    EXPECT_EQ(trained.error, "");
    EXPECT_EQ(most, 1);
}

// A rank that is slowed by hand is slower on its clock, and nobody sleeps for it.
TEST(TurnTimes, ARankThatIsSlowedIsSlowerOnItsClock)
{
    std::mutex mutex;
    std::vector<std::vector<Nanoseconds>> taken(2); // [rank][op]
    const Trained trained
        = train({.strategy = pipelined(2, "1f1b"),
                 .steps = 1,
                 .beforeStep =
                     [](TrainingRank& rank, int) {
                         if (rank.world().rank() == 1)
                             rank.backend().slowDown(1000);
                     },
                 .takeTurns = true,
                 .over =
                     [&](TrainingRank& rank, const Completion& one) {
                         const std::lock_guard lock(mutex);
                         if (one.isOfCompute())
                             taken[static_cast<std::size_t>(rank.world().rank())].push_back(
                                 one.end - one.start);
                     }});
    ASSERT_EQ(trained.error, "");
    // A busy machine may interrupt an op of either for long, but not most of them.
    const auto median = [](std::vector<Nanoseconds>& times) {
        std::nth_element(times.begin(), times.begin() + std::ssize(times) / 2, times.end());
        return times[times.size() / 2];
    };
    ASSERT_FALSE(taken[0].empty() || taken[1].empty());
    EXPECT_GT(median(taken[1]), 20 * median(taken[0]));
}

} // namespace
} // namespace training

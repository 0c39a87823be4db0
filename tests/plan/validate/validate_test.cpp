// Whether a list of ops is judged right, and told so in words.

#include "engine/plan/validate/validate.h"

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "tests/golden/schedules.h"
#include "tests/plan/plain_vpp.h"
#include "tests/plan/typed_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace plan::test {
namespace {

using Sentences = std::vector<std::string>;

// Each link of a cycle is an input rule of the schedule, and what it needs stands behind
// what the next one waits at.
void expectRealCycle(const Schedule& schedule, const Deadlock& deadlock)
{
    const auto indexOf = [&](int rank, const Op& op) {
        const auto& ops = schedule.order[static_cast<std::size_t>(rank)];
        return std::find(ops.begin(), ops.end(), op) - ops.begin();
    };
    ASSERT_FALSE(deadlock.cycle.empty());
    for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
        const Wait& wait = deadlock.cycle[i];
        const Wait& next = deadlock.cycle[(i + 1) % deadlock.cycle.size()];
        EXPECT_EQ(wait.of, next.rank);
        auto input = inputOf(wait.at, schedule.shape.stages() - 1);
        ASSERT_TRUE(input);
        if (wait.needs.kind == OpKind::InputGrad)
            input->kind = OpKind::InputGrad;
        EXPECT_EQ(*input, wait.needs);
        EXPECT_EQ(schedule.placement.rankOf(wait.needs), wait.of);
        EXPECT_GE(indexOf(wait.of, wait.needs), indexOf(next.rank, next.at));
        EXPECT_LE(deadlock.cycle.front().rank, wait.rank);
    }
}

TEST(Validate, SaysWhichOpStandsBeforeWhatItNeeds)
{
    EXPECT_EQ(violations(typed(1, "0B0,0F0\n1F0,1B0\n")),
              Sentences{"0B0 stands before its forward 0F0"});
    EXPECT_EQ(violations(typed(1, "0F0,0W0,0I0\n1F0,1I0,1W0\n")),
              Sentences{"0W0 stands before its input gradient 0I0"});
    EXPECT_EQ(violations(typed(1, "0F0,0W0\n1F0,1I0\n")),
              (Sentences{"stage 0, microbatch 0 has a weight gradient but no input gradient",
                         "stage 1, microbatch 0 has an input gradient but no weight gradient"}));
    EXPECT_EQ(violations(typed({.ranks = 1}, "0F0,0B0,0W0\n")),
              Sentences{"stage 0, microbatch 0 has a whole backward and a part of one"});
}

TEST(Validate, NamesTheCycleOfADeadlock)
{
    // Each rank wants the other's chunk first.
    const Schedule schedule = typed({.ranks = 2, .chunks = 2, .microbatches = 2},
                                    "0F0,2F1,2F0,0F1,2B0,2B1,0B0,0B1\n"
                                    "1F0,1F1,3F0,3F1,3B0,3B1,1B0,1B1\n");
    const Verdict verdict = validate(schedule);
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_FALSE(verdict.legal());
    EXPECT_EQ(verdict.deadlock->stuckRanks, 2);
    EXPECT_EQ(
        verdict.deadlock->cycle,
        (std::vector<Wait>{{.rank = 0, .at = forward(2, 1), .needs = forward(1, 1), .of = 1},
                           {.rank = 1, .at = forward(1, 1), .needs = forward(0, 1), .of = 0}}));
    EXPECT_EQ(verdict.sentences(),
              Sentences{"the schedule deadlocks: rank 0 waits at 2F1 for 1F1 of rank 1, which "
                        "waits for 0F1 of rank 0, which stands behind 2F1"});
}

TEST(Validate, NamesTheOneWhoWaitsForItself)
{
    // 1B0 needs its own forward's microbatch through rank 0's op that stands too late.
    const Schedule schedule = typed(2, "0F0,0B0,0F1,0B1\n1F1,1F0,1B0,1B1\n");
    const Verdict verdict = validate(schedule);
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_EQ(toSentence(*verdict.deadlock),
              "rank 0 waits at 0B0 for 1B0 of rank 1, which stands behind 1F1, which waits for "
              "0F1 of rank 0, which stands behind 0B0");
    EXPECT_EQ(toSentence(startingAt(*verdict.deadlock, 1)),
              "rank 1 waits at 1F1 for 0F1 of rank 0, which stands behind 0B0, which waits for "
              "1B0 of rank 1, which stands behind 1F1");
}

TEST(Validate, NamesTheInputGradientThatIsWaitedFor)
{
    const Schedule schedule = typed(2, "0F0,0I0,0F1,0I1,0W0,0W1\n1F1,1F0,1I0,1W0,1I1,1W1\n");
    const Verdict verdict = validate(schedule);
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_EQ(verdict.deadlock->cycle.front().needs, (Op{1, OpKind::InputGrad, 0}));
}

TEST(Validate, PlainInterleavingWithARemainderDeadlocksOnFourRanks)
{
    const Verdict verdict = validate(plainVpp({.ranks = 4, .chunks = 3, .microbatches = 5}));
    EXPECT_TRUE(verdict.wrong.empty());
    EXPECT_TRUE(verdict.missing.empty());
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_EQ(toSentence(*verdict.deadlock),
              "rank 0 waits at 8F4 for 7F4 of rank 3, which stands behind 7B0, which waits for "
              "8B0 of rank 0, which stands behind 8F4");
    EXPECT_TRUE(validate(plainVpp({.ranks = 4, .chunks = 3, .microbatches = 8})).legal());
    EXPECT_FALSE(validate(plainVpp({.ranks = 8, .chunks = 2, .microbatches = 20})).legal());
}

// Every list of Paddle's whose header says that it deadlocks does, and no other.
TEST(Validate, PeersListsDeadlockWhereTheirHeadersSaySo)
{
    int legal = 0;
    int deadlocked = 0;
    for (const golden::Case& golden : golden::readCases("paddle/VPP.txt", 73)) {
        SCOPED_TRACE(golden.line);
        const Schedule schedule = plainVpp(golden.shape());
        EXPECT_EQ(golden::digestOf(schedule), golden.text("ops")) << toText(schedule);
        const Verdict verdict = validate(schedule);
        EXPECT_EQ(verdict.wrong, Sentences{});
        EXPECT_EQ(verdict.missing, Sentences{});
        EXPECT_EQ(verdict.deadlock.has_value(), golden.deadlocks());
        ++(golden.deadlocks() ? deadlocked : legal);
        if (verdict.deadlock)
            expectRealCycle(schedule, *verdict.deadlock);
        else if (const int needed = channelBuffersNeeded(schedule); needed > 0) {
            EXPECT_FALSE(findDeadlock(schedule, needed));
            EXPECT_TRUE(findDeadlock(schedule, needed - 1));
        } else {
            EXPECT_FALSE(findDeadlock(schedule, 0));
        }
    }
    EXPECT_GE(legal, 20);
    EXPECT_GE(deadlocked, 10);
}

TEST(Validate, FusedPairsMustBeAForwardAndABackwardThatDoNotNeedEachOther)
{
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 4});
    ASSERT_EQ(toText(schedule),
              "0F0,0F1,0B0,0F2,0B1,0F3,0B2,0B3\n"
              "1F0,1B0,1F1,1B1,1F2,1B2,1F3,1B3\n");
    const auto with = [&](Pairs first, Pairs second) {
        Schedule fused = schedule;
        fused.pairs = {std::move(first), std::move(second)};
        return violations(fused);
    };
    EXPECT_EQ(with({3, 5}, {}), Sentences{});
    EXPECT_EQ(with({}, {0}), Sentences{"1F0 and 1B0 on rank 1 cannot run as one: 1B0 needs 1F0"});
    EXPECT_EQ(with({0}, {}),
              Sentences{"0F0 and 0F1 on rank 0 cannot run as one: a fused pair is "
                        "a forward and a backward"});
    EXPECT_EQ(with({1, 2}, {}),
              Sentences{"the fused pair at index 2 of rank 0 does not lie behind the one before "
                        "it"});
    EXPECT_EQ(with({7}, {4000000000U}),
              (Sentences{"the fused pair at index 7 of rank 0 lies outside the order",
                         "the fused pair at index 4000000000 of rank 1 lies outside the order"}));
    schedule.pairs = {{1}};
    EXPECT_EQ(violations(schedule),
              Sentences{"the schedule has fused pairs for 1 ranks, but its shape has 2"});
}

TEST(Validate, AnOpOfNoKindIsNamedAllTheSame)
{
    auto schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    schedule.order[0][1].kind = static_cast<OpKind>(4);
    schedule.pairs = {{0}, {}};
    const auto sentences = violations(schedule);
    ASSERT_FALSE(sentences.empty());
    EXPECT_EQ(sentences.front(), "an op on rank 0 is neither a forward nor a part of a backward");
}

TEST(Validate, APairWaitsForBothInputs)
{
    // Alone 0F1 could run before 0B0; fused with it, it must wait for 1B0, which waits
    // for 1F1, for which it is needed.
    Schedule schedule = typed(2, "0F0,0F1,0B0,0B1\n1F0,1F1,1B0,1B1\n");
    EXPECT_TRUE(validate(schedule).legal());
    schedule.pairs = {{1}, {}};
    const Verdict verdict = validate(schedule);
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_EQ(toSentence(*verdict.deadlock),
              "rank 0 waits at 0B0 for 1B0 of rank 1, which stands behind 1F1, which waits for "
              "0F1 of rank 0, which stands behind 0B0");
}

TEST(Validate, PlacementMustFitTheShape)
{
    const Schedule good
        = *makeSchedule("interleaved", {.ranks = 2, .chunks = 2, .microbatches = 2});
    Schedule schedule = good;
    schedule.placement.ranks[3] = 7;
    EXPECT_EQ(violations(schedule), Sentences{"stage 3 stands on rank 7, but there are 2 ranks"});
    schedule.placement.ranks[3] = 0;
    EXPECT_EQ(violations(schedule),
              (Sentences{"rank 0 holds 3 stages, not 2; every rank needs the same number",
                         "rank 1 holds 1 stages, not 2; every rank needs the same number"}));
    schedule.placement.ranks.pop_back();
    EXPECT_EQ(violations(schedule),
              Sentences{"the placement does not name a rank for each of the 4 stages"});
    schedule = good;
    schedule.placement.mirror = {1, 0};
    EXPECT_EQ(violations(schedule).front(), "the shape has 1 directions, but the placement has 2");
    schedule = good;
    schedule.phases[1] = {9, 3};
    EXPECT_EQ(violations(schedule),
              Sentences{"the phases of rank 1 lie outside its order or in the wrong one"});
}

TEST(Validate, BidirectionalOpsBelongToTheRankOfTheirDirection)
{
    Schedule schedule = typed(2, "0F0,1F1,0B0,1B1\n1F0,0F1,1B0,0B1\n");
    schedule.shape = {.ranks = 2, .chunks = 2, .microbatches = 2, .directions = 2};
    schedule.placement = mirroredPlacement(schedule.shape);
    schedule.phases.clear();
    EXPECT_EQ(violations(schedule), (Sentences{}));
    std::swap(schedule.order[0][1], schedule.order[1][1]);
    EXPECT_EQ(violations(schedule),
              (Sentences{"0F1 on rank 0 stands where stage 0 is not; its weights are on rank 1",
                         "1F1 on rank 1 stands where stage 1 is not; its weights are on rank 0"}));
}

TEST(Validate, MemoryCapByRank)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 4, .microbatches = 8});
    const Verdict free = validate(schedule);
    EXPECT_EQ(free.peakInFlight, (std::vector<int>{4, 3, 2, 1}));
    EXPECT_TRUE(validate(schedule, {.maxInFlight = {4}}).legal());
    EXPECT_TRUE(validate(schedule, {.maxInFlight = {4, 3, 2, 1}}).legal());
    EXPECT_EQ(
        validate(schedule, {.maxInFlight = {3}}).sentences(),
        Sentences{"rank 0 holds 4 microbatches of its stages in flight at 0F3; its cap is 3"});
    EXPECT_EQ(validate(schedule, {.maxInFlight = {1, 2}}).sentences(),
              Sentences{"there are 2 memory caps for 4 ranks; give one for all, or one per rank"});
}

TEST(Buffers, OneFOneBRunsByRendezvous)
{
    for (const int ranks : {1, 2, 3, 8})
        for (const int microbatches : {1, 5, 16}) {
            const auto schedule
                = *makeSchedule("1f1b", {.ranks = ranks, .microbatches = microbatches});
            EXPECT_EQ(channelBuffersNeeded(schedule), 0);
            EXPECT_FALSE(findDeadlock(schedule, 0));
        }
}

TEST(Buffers, TheSmallestNumberRunsAndOneLessDeadlocksByName)
{
    // Each rank makes three messages before it asks for the first of the other.
    Schedule schedule = typed(6,
                              "0F0,0F1,0F2,1F3,1F4,1F5,1B3,1B4,1B5,0B0,0B1,0B2\n"
                              "0F3,0F4,0F5,1F0,1F1,1F2,1B0,1B1,1B2,0B3,0B4,0B5\n");
    schedule.shape = {.ranks = 2, .chunks = 2, .microbatches = 6, .directions = 2};
    schedule.placement = mirroredPlacement(schedule.shape);
    ASSERT_TRUE(validate(schedule).legal());
    EXPECT_EQ(channelBuffersNeeded(schedule), 2);
    EXPECT_TRUE(validate(schedule, {.buffers = 2}).legal());
    const Verdict verdict = validate(schedule, {.buffers = 1});
    ASSERT_TRUE(verdict.deadlock);
    EXPECT_EQ(toSentence(*verdict.deadlock),
              "rank 0 waits to send 0F1 until rank 1 receives 0F0, which stands behind sending "
              "0F4, which waits until rank 0 receives 0F3, which stands behind sending 0F1");
}

TEST(Validate, ShortListsOfHugeIndicesCostNoMoreThanTheirLength)
{
    Schedule schedule;
    schedule.shape = {.ranks = 1, .chunks = 4, .microbatches = 1 << 22};
    schedule.placement = loopedPlacement(schedule.shape);
    schedule.order
        = {{forward(3, (1 << 22) - 1), forward(0, 0), forward(0, 0), forward(4, 0), forward(-1, 0),
            forward(0, -1), forward(std::numeric_limits<int>::max(), (1 << 22) - 1)}};
    const Verdict verdict = validate(schedule, {.limit = 3});
    EXPECT_EQ(
        verdict.wrong,
        (Sentences{"0F0 on rank 0 stands a second time", "4F0 on rank 0 lies outside the shape",
                   "-1F0 on rank 0 lies outside the shape"}));
    EXPECT_EQ(
        verdict.missing,
        (Sentences{"stage 0, microbatch 0 has no backward", "stage 0, microbatch 1 has no forward",
                   "stage 0, microbatch 1 has no backward"}));
    // Two sentences a cell, but for the two forwards that are there, less the three named.
    EXPECT_EQ(verdict.more, 2 + (2 * (4U << 22) - 2 - 3));
}

TEST(Validate, AMillionOpsOfOneKindAreCounted)
{
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 1, .microbatches = 1});
    schedule.order[0].assign(1'000'000, forward(0, 0));
    schedule.phases.clear();
    EXPECT_EQ(violations(schedule, 1),
              (Sentences{"0F0 on rank 0 stands a second time", "and 999999 more"}));
}

} // namespace
} // namespace plan::test

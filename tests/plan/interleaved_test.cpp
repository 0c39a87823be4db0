// The kinds of interleaved 1F1B, looped breadth-first and eager 1F1B: their numbers over
// grids of shapes, and what they do where the standard order has none.

#include "engine/plan/catalog.h"
#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "tests/golden/schedules.h"
#include "tests/golden/tables.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

constexpr const char* kNames[]
    = {"eager-1f1b", "interleaved", "interleaved-plain", "interleaved-symmetric", "looped-bfs"};

// A forward of 1, a backward of `backward`.
Costs slots(int backward)
{
    return {.stages = {{Nanoseconds{1}, Nanoseconds{backward}, Nanoseconds{0}}}, .transfer = {}};
}

Timeline run(std::string_view name, const Shape& shape, const Costs& costs,
             const ScheduleOptions& options = {})
{
    const auto schedule = makeSchedule(name, shape, options);
    EXPECT_TRUE(schedule) << schedule.error().message;
    if (!schedule)
        return {};
    const auto timeline = simulate(*schedule, costs);
    EXPECT_TRUE(timeline) << timeline.error().message;
    return timeline ? *timeline : Timeline{};
}

std::string describe(std::string_view name, const Shape& shape, int group = 0)
{
    return std::string(name) + " p" + std::to_string(shape.ranks) + " v"
        + std::to_string(shape.chunks) + " m" + std::to_string(shape.microbatches)
        + (group > 0 ? " N" + std::to_string(group) : "");
}

void expectSlots(std::string_view name, int microbatches, int backward, int makespan, int bubble,
                 double percent)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = microbatches};
    SCOPED_TRACE(describe(name, shape));
    const Timeline timeline = run(name, shape, slots(backward));
    EXPECT_EQ(timeline.makespan.count(), makespan);
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        EXPECT_EQ((timeline.makespan - busyTime(timeline, rank)).count(), bubble);
    EXPECT_NEAR(100 * bubbleFraction(timeline), percent, 0.005);
}

TEST(Unbalanced, PlainLeavesElevenBubblesADevice)
{
    expectSlots("interleaved-plain", 5, 1, 31, 11, 35.48);
    expectSlots("interleaved-plain", 9, 1, 47, 11, 23.40);
    expectSlots("interleaved-plain", 9, 2, 73, 19, 26.03);
}

TEST(Unbalanced, SymmetricLeavesWhatTheBalancedCaseLeaves)
{
    expectSlots("interleaved-symmetric", 5, 1, 26, 6, 23.08);
    expectSlots("interleaved-symmetric", 9, 1, 42, 6, 14.29);
    expectSlots("interleaved-symmetric", 9, 2, 63, 9, 14.29);
}

TEST(Unbalanced, SymmetricHoldsOnePairMoreForEveryMicrobatchLeftOver)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = 9};
    const Timeline symmetric = run("interleaved-symmetric", shape, slots(2));
    const Timeline balanced = run("interleaved", {4, 2, 8}, slots(2));
    EXPECT_EQ(peakInFlight(symmetric, 0), 12);
    EXPECT_EQ(peakInFlight(balanced, 0), 11);
}

TEST(Unbalanced, TheOrdersAreTheSameWithoutARemainder)
{
    for (const int m : {3, 4, 8, 12}) {
        const Shape shape{.ranks = 4, .chunks = 3, .microbatches = m};
        const auto order = makeSchedule("interleaved", shape)->order;
        EXPECT_EQ(makeSchedule("interleaved-plain", shape)->order, order) << m;
        EXPECT_EQ(makeSchedule("interleaved-symmetric", shape)->order, order) << m;
    }
}

TEST(Unbalanced, PlainSaysWhereItDeadlocksAndWhatWaits)
{
    const auto schedule = makeSchedule("interleaved-plain", {8, 2, 20});
    ASSERT_FALSE(schedule);
    const std::string& message = schedule.error().message;
    EXPECT_TRUE(message.starts_with(
        "'interleaved-plain' deadlocks with 20 microbatches on 8 ranks: the last round of 4 is "
        "too short; use 'interleaved-symmetric' or a multiple of 8 microbatches ("))
        << message;
    EXPECT_NE(message.find("rank 0 waits at 8F18 for 7F18 of rank 7"), std::string::npos)
        << message;
    EXPECT_NE(message.find("7B8, which waits for 8B8 of rank 0"), std::string::npos) << message;
    EXPECT_TRUE(makeSchedule("interleaved-symmetric", {8, 2, 20}));
}

// The slots that tests/golden/tables counts for the plain extension with one more
// warm-up forward, and for the remainder in the first round.
TEST(Unbalanced, MatchesTheWorkedTable)
{
    int compared = 0;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/unbalanced_vpp.csv")) {
        const auto number = [&](const char* column) { return std::stoi(row[column]); };
        const Shape shape{number("ranks"), number("chunks"), number("microbatches")};
        const std::string& name = row["schedule"];
        SCOPED_TRACE(describe(name, shape) + ", backward " + row["backward"]);
        ++compared;
        ASSERT_EQ(number("forward"), 1);
        if (row["makespan"] == "DEADLOCK") {
            EXPECT_FALSE(makeSchedule(name, shape));
            continue;
        }
        EXPECT_EQ(run(name, shape, slots(number("backward"))).makespan.count(), number("makespan"));
    }
    EXPECT_EQ(compared, 76);
}

// Paddle's static lists for a remainder: where they run, ours do and are no slower.
TEST(Unbalanced, PlainIsNoSlowerThanPaddles)
{
    int compared = 0;
    int theirsDeadlock = 0;
    for (const golden::Case& golden : golden::readCases("paddle/VPP.txt", 73)) {
        SCOPED_TRACE(golden.line);
        if (golden.deadlocks()) {
            ++theirsDeadlock;
            continue;
        }
        ++compared;
        EXPECT_LE(run("interleaved-plain", golden.shape(), slots(2)).makespan.count(),
                  golden.number("makespan"));
    }
    EXPECT_GE(compared, 40);
    EXPECT_GE(theirsDeadlock, 15);
}

// The makespan and every rank's peak that the catalogue states, where it states one.
bool expectStated(std::string_view name, const Shape& shape, const ScheduleOptions& options = {})
{
    SCOPED_TRACE(describe(name, shape, options.group.value_or(0)));
    const StageCosts stage{Nanoseconds{7}, Nanoseconds{9}, Nanoseconds{4}};
    const auto form = closedForm(name, shape, options, stage);
    const auto schedule = makeSchedule(name, shape, options);
    if (!schedule)
        return false;
    const auto timeline = simulate(*schedule, {.stages = {stage}, .transfer = {}});
    EXPECT_TRUE(timeline);
    for (int rank = 0; rank < shape.ranks; rank += 1 + shape.ranks / 5)
        EXPECT_EQ(peakInFlight(*timeline, static_cast<std::size_t>(rank)),
                  closedFormPeak(name, shape, options, rank))
            << rank;
    if (form) {
        EXPECT_EQ(timeline->makespan, form->makespan);
    }
    return form.has_value();
}

TEST(Interleaved, StatedNumbersHoldOverTheGrid)
{
    for (const std::string_view name : kNames) {
        int compared = 0;
        for (const int p : {1, 2, 5, 8, 24, 64})
            for (const int v : {1, 2, 3, 8})
                for (const int m : {1, 4, 7, 8, 33, 64, 131, 512}) {
                    const Shape shape{.ranks = p, .chunks = v, .microbatches = m};
                    if (checkConditions(name, shape) && expectStated(name, shape))
                        ++compared;
                }
        EXPECT_GE(compared, name == "eager-1f1b" ? 48 : 90) << name;
    }
}

TEST(Interleaved, EveryNumberOfMicrobatchesRunsAtFullSpeed)
{
    for (const char* name : {"interleaved", "interleaved-symmetric"})
        for (int m = 1; m <= 40; ++m)
            EXPECT_TRUE(expectStated(name, {.ranks = 6, .chunks = 3, .microbatches = m}));
}

TEST(Interleaved, AGroupOfAtLeastTheRanksRunsAtFullSpeed)
{
    for (int m = 4; m <= 24; ++m)
        for (int group = 4; group <= m; ++group)
            EXPECT_TRUE(expectStated("interleaved", {.ranks = 4, .chunks = 3, .microbatches = m},
                                     {.group = group}));
}

TEST(Interleaved, PeaksAreThoseStatedForSmallerGroupsToo)
{
    for (const int m : {5, 7, 12, 20})
        for (int group = 1; group < m; ++group) {
            const bool fullSpeed = expectStated(
                "interleaved", {.ranks = 6, .chunks = 3, .microbatches = m}, {.group = group});
            const int rounds = m / group;
            EXPECT_EQ(fullSpeed, rounds == 1 || m / rounds >= 6) << m << ' ' << group;
        }
}

TEST(Interleaved, EqualRoundsHoldNoMoreThanTheGroupAskedFor)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = 9};
    const Timeline timeline = run("interleaved", shape, slots(1), {.group = 7}); // 5 + 4
    EXPECT_EQ(timeline.makespan.count(), 42);
    EXPECT_EQ(peakInFlight(timeline, 0), 5 + 2 * 3 + 1);
}

TEST(Interleaved, AGroupBelowTheRanksSpacesTheWarmUpsCloser)
{
    const Shape shape{.ranks = 4, .chunks = 2, .microbatches = 8};
    const auto schedule = makeSchedule("interleaved", shape, {.group = 1});
    ASSERT_TRUE(schedule) << schedule.error().message;
    std::vector<std::size_t> warmUps;
    for (const PhaseSplit& phases : schedule->phases)
        warmUps.push_back(phases.steadyBegin);
    EXPECT_EQ(warmUps, (std::vector<std::size_t>{7, 6, 5, 5})); // standard: 7 5 3 1
    EXPECT_TRUE(violations(*schedule).empty());

    // Half the ranks in a group take less than twice the time of a full one.
    const Timeline half = run("interleaved", {8, 2, 32}, slots(2), {.group = 4});
    const Timeline full = run("interleaved", {8, 2, 32}, slots(2), {.group = 8});
    EXPECT_EQ(full.makespan.count(), 213);
    EXPECT_LT(half.makespan.count(), 1.5 * 213);
    EXPECT_LT(peakInFlight(half, 0), peakInFlight(full, 0));
}

TEST(Interleaved, EveryShapeAndGroupIsLegal)
{
    int refused = 0;
    for (int p = 1; p <= 9; ++p)
        for (int v = 1; v <= 4; ++v)
            for (int m = 1; m <= 30; ++m)
                for (const std::string_view name : kNames) {
                    const Shape shape{.ranks = p, .chunks = v, .microbatches = m};
                    if (!checkConditions(name, shape))
                        continue;
                    const auto schedule = makeSchedule(name, shape);
                    if (!schedule && name == "interleaved-plain") {
                        ++refused;
                        continue;
                    }
                    ASSERT_TRUE(schedule) << describe(name, shape) << schedule.error().message;
                    ASSERT_TRUE(violations(*schedule).empty()) << describe(name, shape);
                }
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, 180);
}

TEST(Interleaved, EveryGroupIsLegalAndNoRankHoldsMoreThanTheFirst)
{
    for (int p = 1; p <= 9; ++p)
        for (int v = 1; v <= 4; ++v)
            for (int m = 1; m <= 30; m += p < 5 ? 1 : 3)
                for (int group = 1; group <= m; ++group) {
                    const Shape shape{.ranks = p, .chunks = v, .microbatches = m};
                    const auto schedule = makeSchedule("interleaved", shape, {.group = group});
                    ASSERT_TRUE(schedule) << describe("", shape, group) << schedule.error().message;
                    ASSERT_TRUE(violations(*schedule).empty()) << describe("", shape, group);
                    const ScheduleOptions options{.group = group};
                    const auto first = closedFormPeak("interleaved", shape, options, 0);
                    for (int rank = 1; rank < p; ++rank)
                        ASSERT_LE(closedFormPeak("interleaved", shape, options, rank), first);
                }
}

TEST(Eager, KeepsTwiceTheForwardsInFlight)
{
    const auto schedule = makeSchedule("eager-1f1b", {.ranks = 3, .microbatches = 4});
    EXPECT_EQ(toText(*schedule),
              "0F0,0F1,0F2,0F3,0B0,0B1,0B2,0B3\n"
              "1F0,1F1,1F2,1B0,1F3,1B1,1B2,1B3\n"
              "2F0,2B0,2F1,2B1,2F2,2B2,2F3,2B3\n");
    EXPECT_EQ(run("eager-1f1b", {.ranks = 3, .microbatches = 1}, slots(2)).makespan.count(), 9);
}

// With transfers, the forwards that run ahead hide them: the reason to hold more.
TEST(Eager, HidesTransfersThat1F1BWaitsFor)
{
    Costs costs = slots(2);
    costs.transfer = Nanoseconds{1};
    const Shape shape{.ranks = 4, .microbatches = 16};
    EXPECT_LT(run("eager-1f1b", shape, costs).makespan, run("1f1b", shape, costs).makespan);
}

TEST(LoopedBfs, ComesBackInTheReverseOrder)
{
    const auto schedule = makeSchedule("looped-bfs", {.ranks = 2, .chunks = 2, .microbatches = 2});
    EXPECT_EQ(toText(*schedule),
              "0F0,0F1,2F0,2F1,2B1,2B0,0B1,0B0\n"
              "1F0,1F1,3F0,3F1,3B1,3B0,1B1,1B0\n");
}

} // namespace
} // namespace plan::test

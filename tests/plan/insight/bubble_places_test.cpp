#include "engine/plan/insight/bubble_places.h"

#include "engine/plan/metrics.h"
#include "tests/plan/random_step.h"
#include "tests/plan/render.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>

namespace plan::test {
namespace {

Costs costsOf(int forward, int backward)
{
    return {.stages = {{forward * kUnit, (backward - backward / 2) * kUnit, backward / 2 * kUnit}}};
}

// Four ranks, four microbatches: idle time is uneven as simulated and even as shifted.
TEST(EvenPlaces, OfOneForwardOneBackward)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 4, .microbatches = 4});
    const Costs costs = costsOf(1, 1);
    const Timeline timeline = *simulate(schedule, costs);
    EXPECT_EQ(render(timeline, kUnit),
              "0123...a.b.c.d\n"
              ".012..a3b.c.d.\n"
              "..01.a2b3c.d..\n"
              "...0a1b2c3d...\n");
    EXPECT_EQ(render(shiftedToEvenPlaces(schedule, timeline, costs), kUnit),
              "012...3a...bcd\n"
              ".01..2a3b..cd.\n"
              "..0.1a2b3c.d..\n"
              "...0a1b2c3d...\n");
}

struct Case {
    const char* name;
    Shape shape;
    int forward;
    int backward;
};

class PlaceFormulas : public testing::TestWithParam<Case> {};

TEST_P(PlaceFormulas, MeetTheShiftedTimeline)
{
    const auto& [name, shape, forward, backward] = GetParam();
    const Costs costs = costsOf(forward, backward);
    const auto formula = bubblePlaceFormula(name, shape, {}, costs);
    ASSERT_TRUE(formula);
    const Schedule schedule = *makeSchedule(name, shape);
    const Timeline timeline = *simulate(schedule, costs);
    const auto even = bubblePlaces(shiftedToEvenPlaces(schedule, timeline, costs));
    const auto simulated = bubblePlaces(timeline);
    for (std::size_t rank = 0; rank < even.size(); ++rank) {
        EXPECT_EQ(even[rank], formula->exact[rank]) << "rank " << rank;
        if (forward == backward) {
            EXPECT_EQ(even[rank], formula->published[rank]) << "rank " << rank;
        }
        const auto sum = [](const PlaceTimes& times) {
            return std::accumulate(times.begin(), times.end(), Nanoseconds{0});
        };
        EXPECT_EQ(sum(simulated[rank]), sum(formula->published[rank])) << "rank " << rank;
        EXPECT_EQ(simulated[rank][0], formula->published[rank][0]);
        EXPECT_EQ(simulated[rank][4], formula->published[rank][4]);
    }
}

std::vector<Case> cases()
{
    std::vector<Case> all;
    for (const int p : {1, 2, 4, 7})
        for (const auto& [f, b] : {std::pair{1, 1}, {1, 2}, {3, 2}, {2, 5}})
            for (const int k : {1, 2, 3}) {
                all.push_back({"gpipe", {.ranks = p, .microbatches = k}, f, b});
                all.push_back({"1f1b", {.ranks = p, .microbatches = p + k - 1}, f, b});
                for (const int v : {1, 2, 3})
                    all.push_back({"interleaved",
                                   {.ranks = p, .chunks = v, .microbatches = (k + 1) * p},
                                   f,
                                   b});
            }
    return all;
}

std::string caseName(const testing::TestParamInfo<Case>& tested)
{
    const auto& [name, shape, forward, backward] = tested.param;
    return (name == std::string("1f1b") ? "one_f_one_b" : std::string(name)) + "_p"
        + std::to_string(shape.ranks) + "m" + std::to_string(shape.microbatches) + "v"
        + std::to_string(shape.chunks) + "f" + std::to_string(forward) + "b"
        + std::to_string(backward);
}

INSTANTIATE_TEST_SUITE_P(Grid, PlaceFormulas, testing::ValuesIn(cases()), caseName);

TEST(PlaceFormula, IsSilentWhereItDoesNotHold)
{
    const Costs costs = costsOf(1, 2);
    EXPECT_FALSE(bubblePlaceFormula("1f1b", {.ranks = 4, .microbatches = 3}, {}, costs));
    EXPECT_FALSE(bubblePlaceFormula("zb-h1", {.ranks = 4, .microbatches = 8}, {}, costs));
    EXPECT_FALSE(
        bubblePlaceFormula("interleaved", {.ranks = 4, .chunks = 2, .microbatches = 6}, {}, costs));
    Costs slow = costs;
    slow.transfer = kUnit;
    EXPECT_FALSE(bubblePlaceFormula("1f1b", {.ranks = 4, .microbatches = 8}, {}, slow));
}

RC_GTEST_PROP(EvenPlaces, CostNothingAndKeepEveryRule, ())
{
    const auto [schedule, costs, timeline] = drawnStep();
    const Timeline shifted = shiftedToEvenPlaces(schedule, timeline, costs);
    RC_ASSERT(shifted.makespan == timeline.makespan);
    RC_ASSERT(shifted.tails == timeline.tails);
    std::map<Op, Nanoseconds> ends;
    for (std::size_t rank = 0; rank < shifted.spans.size(); ++rank) {
        const auto& pairs = schedule.pairsOf(rank);
        for (std::size_t i = 0; i < shifted.spans[rank].size(); ++i) {
            const bool first = std::count(pairs.begin(), pairs.end(), i) > 0;
            const Span& span = shifted.spans[rank][i];
            Op output = span.op;
            if (output.kind == OpKind::InputGrad)
                output.kind = OpKind::Backward;
            if (span.op.kind != OpKind::WeightGrad)
                ends[output] = first ? shifted.spans[rank][i + 1].end : span.end;
        }
    }
    for (std::size_t rank = 0; rank < shifted.spans.size(); ++rank) {
        RC_ASSERT(peakInFlight(shifted, rank) == peakInFlight(timeline, rank));
        const auto& pairs = schedule.pairsOf(rank);
        Nanoseconds free{0};
        for (std::size_t i = 0; i < shifted.spans[rank].size(); ++i) {
            const Span& was = timeline.spans[rank][i];
            const Span& is = shifted.spans[rank][i];
            RC_ASSERT(is.op == was.op);
            RC_ASSERT(is.end - is.start == was.end - was.start);
            RC_ASSERT(is.start >= was.start);
            RC_ASSERT(is.start >= free);
            free = is.end;
            const bool second = i > 0 && std::count(pairs.begin(), pairs.end(), i - 1) > 0;
            if (second) {
                RC_ASSERT(is.start == shifted.spans[rank][i - 1].end);
            }
            const auto input = inputOf(is.op, schedule.shape.stages() - 1);
            if (!input)
                continue;
            const bool hop = schedule.placement.rankOf(*input) != int(rank);
            const Nanoseconds here = ends.at(*input)
                + (hop ? costs.hop(std::min<int>(input->stage, is.op.stage),
                                   schedule.placement.directionOf(is.op.microbatch))
                       : Nanoseconds{0});
            RC_ASSERT((second ? shifted.spans[rank][i - 1].start : is.start) >= here);
        }
        RC_ASSERT(free <= shifted.makespan);
    }
}

} // namespace
} // namespace plan::test

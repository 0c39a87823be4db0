// GEMS: its picture, its published bubble, and that it is legal and as long as its closed form says
// on every small shape.

#include "engine/plan/catalog.h"
#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate.h"
#include "tests/plan/render.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

Schedule gems(int ranks, int microbatches)
{
    auto schedule = makeSchedule("gems", {ranks, 2, microbatches});
    EXPECT_TRUE(schedule) << (schedule ? "" : schedule.error().message);
    return schedule ? *std::move(schedule) : Schedule{};
}

TEST(Gems, MicrobatchesComeFromBothSidesInTurn)
{
    const auto timeline = simulate(gems(3, 4), Costs::unit());
    ASSERT_TRUE(timeline);
    EXPECT_EQ(render(*timeline, kUnit),
              "0......aa2cc1........bb3dd....\n"
              ".0...aa2....cc1....bb3....dd..\n"
              "..0aa2........cc1bb3........dd\n");
}

TEST(Gems, ItsBubbleIsThePublishedOneHoweverManyMicrobatches)
{
    for (const int ranks : {2, 4, 8, 16}) {
        const auto timeline = simulate(gems(ranks, 400), Costs::unit());
        ASSERT_TRUE(timeline);
        EXPECT_NEAR(bubbleFraction(*timeline), (ranks - 1) / (ranks + 0.5), 0.01) << ranks;
    }
}

TEST(Gems, LegalAndAsItsClosedFormsSay)
{
    for (int ranks = 2; ranks <= 9; ++ranks)
        for (int microbatches = 2; microbatches <= 12; ++microbatches)
            for (const int forward : {1, 2, 5}) {
                const Schedule schedule = gems(ranks, microbatches);
                const auto wrong = violations(schedule);
                ASSERT_TRUE(wrong.empty()) << wrong[0];
                Costs costs = Costs::unit();
                costs.stages.front().forward *= forward;
                const auto timeline = simulate(schedule, costs);
                ASSERT_TRUE(timeline);
                const auto form = closedForm("gems", schedule.shape, {}, costs.stages.front());
                ASSERT_TRUE(form);
                EXPECT_EQ(timeline->makespan, form->makespan)
                    << "p " << ranks << ", m " << microbatches << ", F " << forward;
                for (int rank = 0; rank < ranks; ++rank)
                    EXPECT_EQ(peakInFlight(*timeline, static_cast<std::size_t>(rank)), 1);
            }
}

} // namespace
} // namespace plan::test

// Interleaved zero bubble, the schedules of two directions, and the waves: against their
// closed forms, and legal on every small shape.

#include "engine/plan/catalog.h"
#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>

#include <string>

namespace plan::test {
namespace {

Schedule make(std::string_view name, int ranks, int chunks, int microbatches,
              const ScheduleOptions& options = {})
{
    auto schedule = makeSchedule(name, {ranks, chunks, microbatches}, options);
    EXPECT_TRUE(schedule) << (schedule ? "" : schedule.error().message);
    return schedule ? *std::move(schedule) : Schedule{};
}

long long slots(const Schedule& schedule)
{
    const auto timeline = simulate(schedule, Costs::unit());
    EXPECT_TRUE(timeline) << (timeline ? "" : timeline.error().message);
    return timeline ? timeline->makespan / kUnit : -1;
}

std::string trace(const Shape& shape)
{
    return "p " + std::to_string(shape.ranks) + ", v " + std::to_string(shape.chunks) + ", m "
        + std::to_string(shape.microbatches);
}

// Makespan and peak against the entry's own formulas; a bound may be above.
void expectClosedForms(std::string_view name, const Schedule& schedule,
                       const ScheduleOptions& options = {})
{
    SCOPED_TRACE(std::string(name) + ": " + trace(schedule.shape));
    const auto timeline = simulate(schedule, Costs::unit());
    ASSERT_TRUE(timeline) << timeline.error().message;
    const auto formula = closedForm(name, schedule.shape, options, Costs::unit().stages.front());
    EXPECT_EQ(timeline->makespan, formula ? formula->makespan : timeline->makespan);
    for (int rank = 0; rank < schedule.shape.ranks; ++rank) {
        const auto most = closedFormPeak(name, schedule.shape, options, rank);
        EXPECT_LE(peakInFlight(*timeline, std::size_t(rank)),
                  most.value_or(schedule.shape.microbatches * schedule.shape.chunks))
            << "rank " << rank;
    }
}

// ---- every shape ----

TEST(Bidirectional, LegalAndWithinTheFormulasOnEverySmallShape)
{
    for (const std::string_view name : {"dualpipe", "dualpipev", "chimera", "hanayo"})
        for (int ranks = 2; ranks <= 9; ++ranks)
            for (int microbatches = 2; microbatches <= 24; ++microbatches) {
                const Schedule schedule = make(name, ranks, 2, microbatches);
                const auto wrong = violations(schedule);
                ASSERT_TRUE(wrong.empty()) << name << ", " << trace(schedule.shape) << wrong[0];
                expectClosedForms(name, schedule);
            }
}

TEST(Bidirectional, ClosedFormsHoldOverTheGrid)
{
    for (const std::string_view name : {"dualpipe", "dualpipev", "chimera", "hanayo"})
        for (const int ranks : {2, 6, 7, 16, 33, 64})
            for (const int microbatches : {ranks, 2 * ranks, 2 * ranks + 1, 200, 512})
                expectClosedForms(name, make(name, ranks, 2, microbatches));
}

// The formulas are stated where they should be: a generator that lost its own would
// otherwise pass.
TEST(Bidirectional, ClosedFormsAreThePublishedOnes)
{
    const StageCosts unit = Costs::unit().stages.front();
    const auto inSlots = [&](std::string_view name, int ranks, int microbatches) {
        const auto form = closedForm(name, shapeOf(name, ranks, {}, microbatches), {}, unit);
        return form ? form->makespan / kUnit : -1;
    };
    EXPECT_EQ(inSlots("dualpipe", 8, 20), 3 * 20 + (8 / 2 - 1) * (3 + 2 - 3));
    EXPECT_EQ(inSlots("dualpipev", 4, 10), 6 * 10 + 2 * (4 - 1));
    EXPECT_EQ(inSlots("chimera", 8, 32), 3 * 32 + 3 * (8 / 2 - 1));
    EXPECT_EQ(inSlots("chimera", 8, 8), 8 + 2 * (2 * 8 - 2));
    EXPECT_EQ(inSlots("interleaved-zb", 4, 12), 3 * 12 * 2 + 3); // two chunks
    EXPECT_EQ(inSlots("hanayo", 8, 8), 6 * 8 + 4 * 7);
    EXPECT_EQ(inSlots("dualpipev", 4, 7), -1); // fewer than 2p
}

TEST(InterleavedZb, LegalWithExactPeakForEveryGroup)
{
    for (int ranks = 1; ranks <= 7; ++ranks)
        for (int microbatches = 1; microbatches <= 14; ++microbatches)
            for (int chunks = 1; chunks <= 3; ++chunks)
                for (int group = 0; group <= microbatches; ++group) {
                    ScheduleOptions options; // group 0: none given
                    if (group > 0)
                        options.group = group;
                    const Schedule schedule
                        = make("interleaved-zb", ranks, chunks, microbatches, options);
                    ASSERT_TRUE(violations(schedule).empty())
                        << trace(schedule.shape) << ", group " << group;
                    expectClosedForms("interleaved-zb", schedule, options);
                    const auto timeline = simulate(schedule, Costs::unit());
                    for (int rank = 0; rank < ranks; ++rank)
                        EXPECT_EQ(peakInFlight(*timeline, std::size_t(rank)),
                                  closedFormPeak("interleaved-zb", schedule.shape, options, rank));
                }
}

// PyTorch refuses 9 and 13 microbatches on 4 ranks. They cost no bubble.
TEST(InterleavedZb, ARemainderCostsNoBubble)
{
    for (const int ranks : {4, 16, 64})
        for (const int microbatches : {9, 13, 65, 130, 511})
            for (const int chunks : {2, 4, 8}) {
                if (microbatches < ranks)
                    continue;
                EXPECT_EQ(slots(make("interleaved-zb", ranks, chunks, microbatches)),
                          3LL * microbatches * chunks + ranks - 1);
            }
}

// ---- what each promises ----

TEST(DualPipe, FusesAForwardOfOneDirectionWithABackwardOfTheOther)
{
    const Schedule schedule = make("dualpipe", 4, 2, 12);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        EXPECT_GE(schedule.pairsOf(rank).size(), 5U);
        for (const auto at : schedule.pairsOf(rank)) {
            const Op& first = schedule.order[rank][at];
            const Op& second = schedule.order[rank][at + 1];
            EXPECT_EQ(first.kind, OpKind::Forward);
            EXPECT_EQ(second.kind, OpKind::Backward);
            EXPECT_NE(schedule.placement.directionOf(first.microbatch),
                      schedule.placement.directionOf(second.microbatch));
        }
    }
}

// Too few microbatches for the published order still beat model parallelism without a
// pipeline, and take no longer than the smallest published number of them.
TEST(DualPipe, FewMicrobatchesTakeNoLongerThanMore)
{
    for (const std::string_view name : {"dualpipe", "dualpipev"})
        for (const int ranks : {4, 8}) {
            const long long published = slots(make(name, ranks, 2, 2 * ranks));
            for (int microbatches = 2; microbatches < 2 * ranks; ++microbatches)
                EXPECT_LE(slots(make(name, ranks, 2, microbatches)), published);
        }
}

TEST(Chimera, ReachesThePapersBubbleFraction)
{
    for (const int ranks : {4, 8, 16, 32})
        for (const int microbatches : {2 * ranks, 4 * ranks, 4 * ranks + 6}) {
            const auto timeline = simulate(make("chimera", ranks, 2, microbatches), Costs::unit());
            EXPECT_DOUBLE_EQ(bubbleFraction(*timeline),
                             (ranks - 2.0) / (2.0 * microbatches + ranks - 2.0));
        }
}

TEST(Hanayo, HasASmallerBubbleThan1F1BAndMoreWavesASmallerOne)
{
    for (const int ranks : {2, 4, 8, 13})
        for (const int microbatches : {2, ranks, 2 * ranks + 1, 8 * ranks}) {
            // A stage of 1F1B does what v chunks do.
            const double plain
                = bubbleFraction(*simulate(make("1f1b", ranks, 1, microbatches), Costs::unit()));
            const auto waves = [&](int chunks) {
                return bubbleFraction(
                    *simulate(make("hanayo", ranks, chunks, microbatches), Costs::unit()));
            };
            SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(microbatches));
            EXPECT_LT(waves(2), plain);
            EXPECT_LE(waves(4), waves(2));
        }
}

TEST(Bidirectional, SaysWhyAShapeHasNone)
{
    const auto reason = [](std::string_view name, int ranks, int chunks, int microbatches) {
        const auto schedule = makeSchedule(name, {ranks, chunks, microbatches});
        return schedule ? std::string() : schedule.error().message;
    };
    EXPECT_EQ(reason("chimera", 1, 2, 4),
              "'chimera' takes at least 2 ranks: on one, there are no two directions; add a rank");
    EXPECT_EQ(reason("dualpipe", 4, 2, 1),
              "'dualpipe' takes at least 2 microbatches, one for each direction; add one");
    EXPECT_EQ(reason("hanayo", 4, 3, 4),
              "'hanayo' takes an even number of chunks per rank, two for each wave, not 3; set "
              "chunks to 4");
    EXPECT_NE(reason("dualpipev", 4, 1, 8).find("set chunks to 2"), std::string::npos);
}

} // namespace
} // namespace plan::test

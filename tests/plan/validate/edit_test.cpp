// Edits by hand: what they do, and what they say when they may not.

#include "engine/plan/edit/edit.h"

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"
#include "tests/plan/any_schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace plan::test {
namespace {

using Sentences = std::vector<std::string>;

// 0F0,0F1,0B0,0F2,0B1,0F3,0B2,0B3
// 1F0,1B0,1F1,1B1,1F2,1B2,1F3,1B3
Schedule twoRanks() { return *makeSchedule("1f1b", {.ranks = 2, .microbatches = 4}); }

std::string rowOf(const EditResult& result, std::size_t rank)
{
    if (!result.schedule)
        return result.reasons.empty() ? "no reason" : result.reasons.front();
    const std::string text = toText(*result.schedule);
    const std::size_t end = text.find('\n');
    return rank == 0 ? text.substr(0, end) : text.substr(end + 1, text.size() - end - 2);
}

TEST(Edit, MovesWithinWhatIsLegal)
{
    const auto moved = [](int rank, std::size_t from, std::size_t to) {
        return rowOf(tryEdit(twoRanks(), MoveOp{rank, from, to}), static_cast<std::size_t>(rank));
    };
    EXPECT_EQ(moved(0, 3, 2), "0F0,0F1,0F2,0B0,0B1,0F3,0B2,0B3");
    EXPECT_EQ(moved(0, 0, 1), "0F1,0F0,0B0,0F2,0B1,0F3,0B2,0B3");
    EXPECT_EQ(moved(1, 1, 2), "1F0,1F1,1B0,1B1,1F2,1B2,1F3,1B3");
    EXPECT_EQ(moved(0, 2, 0), "0B0 stands before its forward 0F0");
    EXPECT_EQ(moved(1, 2, 0), "1F1,1F0,1B0,1B1,1F2,1B2,1F3,1B3");
    EXPECT_EQ(moved(1, 7, 8), "rank 1 has no place at index 8; its order ends at 7");
    EXPECT_EQ(moved(1, 8, 0), "rank 1 has no op at index 8; it has 8");
    EXPECT_EQ(rowOf(tryEdit(twoRanks(), MoveOp{7, 0, 0}), 0),
              "there is no rank 7; the schedule has 2");
}

TEST(Edit, SaysWhomAnOpWouldWaitFor)
{
    // 0B1 before 0F2 is fine; 0B2 before it would wait for rank 1, which waits for 0F2.
    const EditResult result = tryEdit(twoRanks(), MoveOp{1, 4, 0});
    EXPECT_FALSE(result.legal());
    EXPECT_FALSE(result.schedule);
    EXPECT_EQ(result.reasons,
              Sentences{"1F2 cannot run before 0F2 of rank 0 has run, which stands behind 0B0, "
                        "which waits for 1B0 of rank 1, which stands behind 1F2"});
}

TEST(Edit, IsIllegalHoweverFewSentencesAreWanted)
{
    for (const std::size_t limit : {0u, 1u}) {
        const auto result = tryEdit(twoRanks(), MoveOp{0, 2, 0}, {.limit = limit});
        EXPECT_FALSE(result.legal());
        EXPECT_FALSE(result.reasons.empty());
    }
}

TEST(Edit, SwapsOpsAndPairs)
{
    EXPECT_EQ(rowOf(tryEdit(twoRanks(), SwapOps{0, 2, 3}), 0), "0F0,0F1,0F2,0B0,0B1,0F3,0B2,0B3");
    EXPECT_EQ(rowOf(tryEdit(twoRanks(), SwapOps{0, 0, 2}), 0), "0B0 stands before its forward 0F0");
    const Schedule fused = *tryEdit(twoRanks(), FuseOps{0, 5}).schedule;
    EXPECT_EQ(rowOf({fused, {}, {}}, 0), "0F0,0F1,0B0,0F2,0B1,(0F3;0B2)OVERLAP_F_B,0B3");
    EXPECT_EQ(toText(*edited(fused, SwapOps{0, 4, 6})).substr(0, 47),
              "0F0,0F1,0B0,0F2,(0F3;0B2)OVERLAP_F_B,0B1,0B3\n1F");
}

TEST(Edit, FusesAndTakesApart)
{
    const EditResult fused = tryEdit(twoRanks(), FuseOps{0, 3});
    EXPECT_EQ(rowOf(fused, 0), "0F0,0F1,0B0,(0F2;0B1)OVERLAP_F_B,0F3,0B2,0B3");
    EXPECT_EQ(fused.schedule->pairs, (std::vector<Pairs>{{3}, {}}));
    EXPECT_EQ(*tryEdit(*fused.schedule, UnfuseOps{0, 4}).schedule, twoRanks());

    const auto why = [](const Schedule& schedule, const Edit& edit) {
        const EditResult result = tryEdit(schedule, edit);
        EXPECT_FALSE(result.schedule);
        return result.reasons.empty() ? std::string("none") : result.reasons.front();
    };
    EXPECT_EQ(why(twoRanks(), FuseOps{1, 0}),
              "1F0 and 1B0 on rank 1 cannot run as one: 1B0 needs 1F0");
    EXPECT_EQ(why(twoRanks(), FuseOps{0, 7}),
              "0B3 is the last op of rank 0; a pair needs one behind it");
    EXPECT_EQ(why(twoRanks(), UnfuseOps{0, 1}), "0F1 on rank 0 belongs to no fused pair");
    EXPECT_EQ(why(*fused.schedule, FuseOps{0, 2}),
              "0F2 and 0B1 are a fused pair already; take it apart first");
    EXPECT_EQ(why(*fused.schedule, InsertOp{0, 4, forward(0, 0)}),
              "index 4 of rank 0 lies within the fused pair of 0F2 and 0B1; take it apart first");
}

TEST(Edit, RemovingNamesWhatIsMissingAndInsertingPutsItBack)
{
    const EditResult removed = tryEdit(twoRanks(), RemoveOp{0, 1});
    ASSERT_TRUE(removed.schedule);
    EXPECT_FALSE(removed.legal());
    EXPECT_EQ(removed.missing, Sentences{"stage 0, microbatch 1 has no forward"});
    const EditResult back = tryEdit(*removed.schedule, InsertOp{0, 1, forward(0, 1)});
    EXPECT_TRUE(back.legal());
    EXPECT_EQ(*back.schedule, twoRanks());

    EXPECT_EQ(rowOf(tryEdit(twoRanks(), InsertOp{0, 1, forward(0, 1)}), 0),
              "0F1 on rank 0 stands a second time");
    EXPECT_EQ(rowOf(tryEdit(*removed.schedule, InsertOp{1, 0, forward(0, 1)}), 0),
              "0F1 on rank 1 stands where stage 0 is not; its weights are on rank 0");
    EXPECT_EQ(rowOf(tryEdit(*removed.schedule, InsertOp{0, 0, forward(0, 9)}), 0),
              "0F9 on rank 0 lies outside the shape");
    const Schedule fused = *tryEdit(twoRanks(), FuseOps{0, 3}).schedule;
    const EditResult half = tryEdit(fused, RemoveOp{0, 3});
    EXPECT_EQ(rowOf(half, 0), "0F0,0F1,0B0,0B1,0F3,0B2,0B3");
    EXPECT_TRUE(half.schedule->pairs.empty());
}

TEST(Edit, AMemoryCapIsAReason)
{
    EXPECT_EQ(
        tryEdit(twoRanks(), MoveOp{0, 3, 2}, {.maxInFlight = {2}}).reasons,
        Sentences{"rank 0 holds 3 microbatches of its stages in flight at 0F2; its cap is 2"});
}

// legalTargets() says of every place what trying it out says.
RC_GTEST_PROP(EditProperty, TargetsAreThePlacesWhereAMoveIsLegal, ())
{
    Schedule schedule = anySchedule();
    RC_PRE(schedule.order[0].size() < 60);
    const int rank = *rc::gen::inRange(0, schedule.shape.ranks);
    const auto at = static_cast<std::size_t>(rank);
    if (*rc::gen::inRange(0, 3) == 0) { // one op short
        const auto taken = *rc::gen::inRange<std::size_t>(0, schedule.order[at].size());
        schedule = *edited(schedule, RemoveOp{rank, taken});
    }
    RC_PRE(!schedule.order[at].empty());
    const auto from = *rc::gen::inRange<std::size_t>(0, schedule.order[at].size());
    const MoveTargets targets = legalTargets(schedule, rank, from);
    const bool paired = [&] {
        for (const std::size_t pair : schedule.pairsOf(at))
            if (pair == from || pair + 1 == from)
                return true;
        return false;
    }();
    for (std::size_t to = 0; to + (paired ? 2 : 1) <= schedule.order[at].size(); ++to) {
        if (!edited(schedule, MoveOp{rank, from, to}))
            continue; // within a pair
        const EditResult result = tryEdit(schedule, MoveOp{rank, from, to});
        RC_ASSERT(result.schedule.has_value() == (targets.first <= to && to <= targets.last));
        RC_ASSERT(result.schedule.has_value() == result.reasons.empty());
    }
}

// What one edit does another undoes, and an illegal one changes nothing.
RC_GTEST_PROP(EditProperty, MovesGoBack, ())
{
    const Schedule schedule = anySchedule();
    const int rank = *rc::gen::inRange(0, schedule.shape.ranks);
    const auto size = schedule.order[static_cast<std::size_t>(rank)].size();
    const auto from = *rc::gen::inRange<std::size_t>(0, size);
    const auto to = *rc::gen::inRange<std::size_t>(0, size);
    RC_PRE(schedule.pairs.empty());
    const auto moved = edited(schedule, MoveOp{rank, from, to});
    RC_ASSERT(bool(moved));
    RC_ASSERT(edited(*moved, MoveOp{rank, to, from})->order == schedule.order);
    RC_ASSERT(edited(*edited(schedule, SwapOps{rank, from, to}), SwapOps{rank, from, to})->order
              == schedule.order);
}

} // namespace
} // namespace plan::test

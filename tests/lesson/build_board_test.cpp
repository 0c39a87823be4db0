#include "engine/lesson/build_board.h"

#include "engine/lesson/course.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/recognise.h"
#include "engine/plan/op.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

using plan::backward;
using plan::forward;

// Two ranks and four microbatches under a cap of two, and three ranks under 3, 2 and 1.
struct Built {
    explicit Built(const char* lesson)
        : read(readCourseLesson(*findInCourse(lesson)))
    {
        for (const Step& one : read.lesson.steps)
            if (std::holds_alternative<BuildAction>(one.action))
                step = &one;
    }

    BuildBoard board() const
    {
        const auto& action = std::get<BuildAction>(step->action);
        const auto from = read.states.find(action.from);
        return {shownBy(read, *step),
                {.cap = action.cap, .split = action.split},
                from == read.states.end() ? nullptr : from->second.planned.get()};
    }

    ReadLesson read;
    const Step* step = nullptr;
};

void layRow(BuildBoard& board, const std::string& row)
{
    std::istringstream in(row);
    for (std::string word; in >> word;) {
        const auto op = plan::parseOp(word);
        ASSERT_TRUE(op) << word;
        EXPECT_EQ(board.append(*op), "") << word;
    }
}

TEST(BuildBoard, BeginsWithTheOpsThatNeedNothing)
{
    const Built built("same-bubble-less-memory");
    BuildBoard board = built.board();
    EXPECT_FALSE(board.isComplete());
    EXPECT_FALSE(board.canUndo());
    const auto loose = board.looseOn(0);
    ASSERT_EQ(loose.size(), 8u); // a forward and a backward of each microbatch
    EXPECT_EQ(loose[0].op, forward(0, 0));
    EXPECT_TRUE(loose[0].isReady);
    EXPECT_FALSE(board.looseOn(1)[0].isReady);
    EXPECT_EQ(board.next(), forward(0, 0));
}

TEST(BuildBoard, AnOpThatIsToWaitMayStandAndSaysWhatItLacks)
{
    const Built built("same-bubble-less-memory");
    BuildBoard board = built.board();
    EXPECT_EQ(board.append(forward(1, 0)), "");
    ASSERT_EQ(board.runnable().heldUp.size(), 1u);
    EXPECT_EQ(board.runnable().heldUp[0].awaited, forward(0, 0));
    EXPECT_EQ(board.append(forward(0, 0)), "");
    EXPECT_TRUE(board.runnable().heldUp.empty());
}

TEST(BuildBoard, WhatCanNeverBeIsRefusedWithItsReasonAndNothingChanges)
{
    const Built built("same-bubble-less-memory");
    BuildBoard board = built.board();
    layRow(board, "0F0 0F1 0F2");
    const plan::Schedule before = board.schedule();
    EXPECT_EQ(board.append(forward(0, 3)),
              "rank 0 holds 4 microbatches of its stages in flight at 0F3; its cap is 3");
    EXPECT_NE(board.append(forward(0, 0)).find("0F0"), std::string::npos); // stands already
    EXPECT_EQ(board.append({0, plan::OpKind::InputGrad, 0}), "backwards are not split here");
    EXPECT_FALSE(board.lay(backward(0, 0), 0).empty()); // before its own forward
    EXPECT_EQ(board.schedule(), before);
    const std::vector<bool> targets = board.targets(backward(0, 0));
    EXPECT_EQ(targets, (std::vector<bool>{false, true, true, true}));
}

TEST(BuildBoard, IsBuiltByHandJudgedAndRecognised)
{
    const Built built("same-bubble-less-memory");
    BuildBoard board = built.board();
    layRow(board, "0F0 0F1 0F2 0B0 0F3 0B1 0B2 0B3");
    layRow(board, "1F0 1F1 1B0 1F2 1B1 1F3 1B2 1B3");
    EXPECT_FALSE(judge(sceneOf(built.read, *built.step), Made{board.planned()}).passed);
    layRow(board, "2F0 2B0 2F1 2B1 2F2 2B2 2F3 2B3");
    EXPECT_TRUE(board.isComplete());
    EXPECT_TRUE(judge(sceneOf(built.read, *built.step), Made{board.planned()}).passed);
    const auto known = recognise(*board.planned());
    ASSERT_TRUE(known);
    EXPECT_EQ(known->name, "1f1b");
    EXPECT_EQ(board.peakOn(0), 3);
    EXPECT_EQ(board.capOf(0), 3);
    EXPECT_EQ(board.capOf(2), 1);
}

// Whoever follows the board's own advice gets to the end, and within the caps.
TEST(BuildBoard, ItsAdviceLeadsToACompleteOrder)
{
    for (const char* lesson :
         {"why-four-devices-idle", "cut-the-batch", "same-bubble-less-memory"}) {
        const Built built(lesson);
        BuildBoard board = built.board();
        for (int i = 0; i < 100 && !board.isComplete(); ++i) {
            const auto op = board.next();
            ASSERT_TRUE(op) << lesson;
            ASSERT_EQ(board.append(*op), "") << lesson;
        }
        EXPECT_TRUE(board.isComplete()) << lesson;
        EXPECT_TRUE(judge(sceneOf(built.read, *built.step), Made{board.planned()}).passed)
            << lesson;
    }
}

TEST(BuildBoard, ASplitBackwardFillsTheGaps)
{
    const Built built("zero-bubble");
    BuildBoard board = built.board(); // begins with 1F1B
    EXPECT_TRUE(board.isComplete());
    EXPECT_FALSE(judge(sceneOf(built.read, *built.step), Made{board.planned()}).passed);
    for (int rank = 0; rank < 2; ++rank)
        for (std::size_t at = 0; at < board.schedule().order[std::size_t(rank)].size(); ++at)
            if (board.schedule().order[std::size_t(rank)][at].kind == plan::OpKind::Backward) {
                EXPECT_EQ(board.splitOrJoin(rank, at), "");
            }
    EXPECT_TRUE(board.isComplete());
    const Planned& best = *shownBy(built.read, *built.step);
    EXPECT_GE(board.planned()->timeline().makespan, best.timeline().makespan);
    // And back again.
    EXPECT_EQ(board.splitOrJoin(1, 1), "");
    EXPECT_EQ(board.schedule().order[1][1], backward(1, 0));
}

TEST(BuildBoard, EveryStepIsUndone)
{
    const Built built("cut-the-batch");
    BuildBoard board = built.board();
    std::vector<plan::Schedule> seen{board.schedule()};
    for (int i = 0; i < 6; ++i) {
        ASSERT_EQ(board.append(*board.next()), "");
        seen.push_back(board.schedule());
    }
    ASSERT_EQ(board.take(0, 0), ""); // what follows waits for it then
    seen.push_back(board.schedule());
    while (board.canUndo()) {
        EXPECT_EQ(board.schedule(), seen.back());
        seen.pop_back();
        board.undo();
    }
    EXPECT_EQ(board.schedule(), seen.front());
}

TEST(BuildBoard, FadesFromAllToNothing)
{
    const Built built("cut-the-batch");
    const PlannedPtr like = shownBy(built.read, *built.step);
    const auto ops = [&](Faded faded) {
        std::size_t count = 0;
        const BuildBoard board(like, {}, like.get(), faded);
        for (const auto& order : board.schedule().order)
            count += order.size();
        return count;
    };
    EXPECT_EQ(ops(Faded::Shown), 16u);
    EXPECT_EQ(ops(Faded::Begun), 12u);
    EXPECT_EQ(ops(Faded::Nothing), 0u);
}

} // namespace
} // namespace lesson::test

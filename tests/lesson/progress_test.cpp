#include "engine/lesson/progress.h"

#include "engine/lesson/course.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

Step numberStep(const std::string& id)
{
    Step step;
    step.id = id;
    step.action = NumberAction{};
    return step;
}

Judgement judgement(bool passed)
{
    Judgement judged;
    judged.passed = passed;
    return judged;
}

TEST(Progress, CountsTriesUntilAStepIsPassed)
{
    Progress progress;
    const Step step = numberStep("one");
    EXPECT_EQ(progress.find("a", "one"), nullptr);
    note(progress, "a", step, Numbers{{1}}, judgement(false), 10);
    EXPECT_FALSE(progress.find("a", "one")->passed);
    note(progress, "a", step, Numbers{{2}}, judgement(true), 11);
    note(progress, "a", step, Numbers{{1}}, judgement(false), 12);
    const StepProgress& own = *progress.find("a", "one");
    EXPECT_TRUE(own.passed);
    EXPECT_EQ(own.tries, 2);
    EXPECT_EQ(own.day, 11);
}

TEST(Progress, PointsFallWithTriesAndHints)
{
    const Step step = numberStep("one");
    EXPECT_EQ(pointsOf({}, step), 0);
    const auto points = [&](int tries, int hints) {
        return pointsOf({.tries = tries, .hints = hints, .passed = true}, step);
    };
    EXPECT_EQ(points(1, 0), 3);
    EXPECT_EQ(points(2, 0), 2);
    EXPECT_EQ(points(3, 0), 1);
    EXPECT_EQ(points(9, 0), 1);
    EXPECT_EQ(points(1, 1), 2);
    EXPECT_EQ(points(1, 5), 1);
    Step guess = numberStep("two");
    std::get<NumberAction>(guess.action).guess = true;
    EXPECT_EQ(pointsOf({.tries = 1, .passed = true}, guess), 1);
}

TEST(Progress, AGuessIsKeptBesideTheTruth)
{
    Progress progress;
    Judgement judged = judgement(true);
    judged.guess = Guess{40, 50};
    note(progress, "a", numberStep("one"), Numbers{{40}}, judged, 1);
    ASSERT_EQ(progress.guesses.size(), 1u);
    EXPECT_DOUBLE_EQ(progress.guesses[0].closeness(), 0.8);
    EXPECT_DOUBLE_EQ(*calibrationOf(progress), 0.2);
    EXPECT_FALSE(calibrationOf({}));
}

TEST(Progress, TheBestOrderOfABuildIsKept)
{
    const ReadLesson read = readCourseLesson(*findInCourse("zero-bubble"));
    const Step& build = read.lesson.steps[1];
    ASSERT_TRUE(std::holds_alternative<BuildAction>(build.action));
    const PlannedPtr best = read.states.at("small").planned;
    const PlannedPtr plain = read.states.at("small-1f1b").planned;
    Progress progress;
    note(progress, "a", build, Made{plain}, judgement(false), 1);
    EXPECT_TRUE(progress.find("a", "build")->best.empty());
    note(progress, "a", build, Made{best}, judgement(true), 1);
    note(progress, "a", build, Made{plain}, judgement(true), 1);
    EXPECT_EQ(progress.find("a", "build")->bestMakespan, best->timeline().makespan);
}

TEST(Progress, PracticeIsDueTheLongestOverdueFirst)
{
    Progress progress;
    progress.lessons["a"]["one"] = {.tries = 1, .passed = true, .day = 100};
    progress.lessons["a"]["two"] = {.tries = 1, .passed = true, .day = 90, .practices = 1};
    progress.lessons["b"]["three"] = {.tries = 1, .passed = false};
    progress.lessons["b"]["four"] = {.tries = 1, .passed = true, .day = 50, .practices = 3};
    const auto due = dueOn(progress, 101);
    ASSERT_EQ(due.size(), 2u);
    EXPECT_EQ(due[0].step, "two");
    EXPECT_EQ(due[0].overdue, 8);
    EXPECT_EQ(due[1].step, "one");
    notePractice(progress, "a", "one");
    EXPECT_EQ(dueOn(progress, 101).size(), 1u);
}

TEST(Progress, ComesBackFromItsFile)
{
    Progress progress;
    progress.lessons["cut-the-batch"]["lay"] = {.tries = 2,
                                                .hints = 1,
                                                .passed = true,
                                                .day = 20'000,
                                                .practices = 1,
                                                .best = "0F0,0B0\n",
                                                .bestMakespan = plan::Nanoseconds{165'000'000}};
    progress.lessons["x"]["y"] = {.tries = 1};
    progress.guesses = {{10, 20}, {0.5, 0.25}};
    const auto again = progressOf(toJson(progress));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, progress);
    EXPECT_EQ(*progressOf(toJson(Progress{})), Progress{});
}

TEST(Progress, AFileThatIsNoneIsRefusedAndOddValuesCountAsNothing)
{
    EXPECT_FALSE(progressOf(""));
    EXPECT_FALSE(progressOf("[]"));
    EXPECT_EQ(progressOf("{}").error().message, "holds no progress of lessons");
    EXPECT_EQ(progressOf("{\"bubblescope_progress\": 2}").error().message,
              "was written by a newer program");
    const auto odd = progressOf(R"({"bubblescope_progress": 1, "lessons": {"a": {"s": {"tries": -1,
        "hints": "x", "passed": 1, "day": 5}}, "b": 7}, "guesses": [[1], [1, "x"], [2, 4]]})");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->lessons.at("a").at("s"), StepProgress{});
    EXPECT_EQ(odd->guesses, (std::vector<Guess>{{2, 4}}));
}

} // namespace
} // namespace lesson::test

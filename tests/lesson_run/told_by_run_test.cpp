// What a run tells a lesson, against what its report says; and what a run is started with.

#include "engine/lesson_run/told_by_run.h"

#include "engine/lesson/course.h"
#include "engine/lesson/judge.h"
#include "engine/lesson_run/run_arguments.h"
#include "engine/measured/recording.h"
#include "engine/plan/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace {

using namespace lesson;

std::string fileOf(const std::string& recording)
{
    return std::string(RECORDINGS "/") + recording + ".bslog";
}

// Every step of the course that runs, with the lesson that it is of.
struct RunStep {
    std::shared_ptr<const ReadLesson> read;
    const Step* step = nullptr;
    const RunAction& action() const { return std::get<RunAction>(step->action); }
};

const std::vector<RunStep>& runSteps()
{
    static const std::vector<RunStep> kSteps = [] {
        std::vector<RunStep> steps;
        for (const CourseEntry& entry : course()) {
            const auto read = std::make_shared<const ReadLesson>(readCourseLesson(entry));
            for (const Step& step : read->lesson.steps)
                if (std::holds_alternative<RunAction>(step.action))
                    steps.push_back({read, &step});
        }
        return steps;
    }();
    return kSteps;
}

plan::Schedule scheduleOf(const std::string& recording)
{
    for (const RunStep& run : runSteps())
        if (run.action().recording == recording)
            return shownBy(*run.read, *run.step)->schedule();
    return {};
}

TEST(ToldByRun, EveryStepThatRunsHasARecordingThatPassesIt)
{
    ASSERT_GE(runSteps().size(), 18u);
    std::map<std::string, MeasuredRun> told; // by step: what a later one resumes from
    for (const RunStep& run : runSteps()) {
        SCOPED_TRACE(run.action().recording);
        const auto recording = measured::readRecording(fileOf(run.action().recording));
        ASSERT_TRUE(recording) << recording.error().message;
        const PlannedPtr planned = shownBy(*run.read, *run.step);
        const MeasuredRun* before
            = run.action().resume.empty() ? nullptr : &told.at(run.action().resume);
        told[run.step->id] = toldByRun(recording->steps, planned->schedule(), before);
        const Judgement judged = judge(sceneOf(*run.read, *run.step), told[run.step->id]);
        EXPECT_TRUE(judged.passed) << (judged.unmet.empty() ? "" : judged.unmet.front().sentence);
        EXPECT_EQ(planned->schedule().shape.ranks, recording->info.shape.ranks);
    }
}

TEST(ToldByRun, TimesAreTheMediansOfTheReport)
{
    const auto recording = measured::readRecording(fileOf("gpipe"));
    ASSERT_TRUE(recording);
    std::vector<plan::Nanoseconds> steps;
    std::vector<double> bubbles;
    for (const measured::Step& step : recording->steps) {
        ASSERT_TRUE(step.whole());
        steps.push_back(step.timeline.makespan);
        bubbles.push_back(plan::bubbleFraction(step.timeline));
    }
    std::sort(steps.begin(), steps.end());
    std::sort(bubbles.begin(), bubbles.end());
    const auto upper = steps.size() / 2;
    const MeasuredRun told = toldByRun(recording->steps, scheduleOf("gpipe"));
    ASSERT_EQ(steps.size(), 10u);
    EXPECT_NEAR(double(told.step->count()), double((steps[upper - 1] + steps[upper]).count()) / 2,
                1);
    EXPECT_DOUBLE_EQ(*told.bubble, (bubbles[upper - 1] + bubbles[upper]) / 2);
    EXPECT_FALSE(told.loss);
    EXPECT_FALSE(told.slowRank);
    EXPECT_TRUE(told.differingOp.empty());
}

TEST(ToldByRun, StepsThatAreNotWholeSayNothing)
{
    auto recording = measured::readRecording(fileOf("gpipe"));
    ASSERT_TRUE(recording);
    for (measured::Step& step : recording->steps)
        step.lost = 1;
    EXPECT_FALSE(toldByRun(recording->steps, scheduleOf("gpipe")).step);
    EXPECT_FALSE(toldByRun({}, scheduleOf("gpipe")).step);
}

TEST(RunRequest, TheSameSeedDrawsTheSameFaults)
{
    for (const RunStep& run : runSteps()) {
        const PlannedPtr planned = shownBy(*run.read, *run.step);
        std::set<int> ranks;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const auto once = runRequest(run.action(), *planned, seed);
            const auto again = runRequest(run.action(), *planned, seed);
            ASSERT_TRUE(once) << once.error().message;
            EXPECT_EQ(once->slow, again->slow);
            EXPECT_EQ(once->flipBit, again->flipBit);
            EXPECT_EQ(once->slow.has_value(), run.action().slow);
            EXPECT_EQ(once->flipBit.has_value(), run.action().flipBit);
            if (once->slow) {
                ranks.insert(once->slow->rank);
                EXPECT_LE(once->slow->step, run.action().steps / 2);
                EXPECT_LT(once->slow->rank, planned->schedule().shape.ranks);
            }
            if (once->flipBit) {
                EXPECT_TRUE(plan::isForward(once->flipBit->op.kind));
                EXPECT_GE(once->flipBit->step, 1);
                EXPECT_LT(once->flipBit->step, run.action().steps);
            }
        }
        EXPECT_EQ(int(ranks.size()), run.action().slow ? planned->schedule().shape.ranks : 0);
    }
}

TEST(RunRequest, RefusesWhatALessonMayNotStart)
{
    const RunStep& run = runSteps().front();
    RunAction action = run.action();
    action.steps = kMaxRunSteps + 1;
    EXPECT_FALSE(runRequest(action, *shownBy(*run.read, *run.step), 1));
    action.steps = 1;
    EXPECT_TRUE(runRequest(action, *shownBy(*run.read, *run.step), 1));
    action.flipBit = true; // a schedule that runs one microbatch at a time has room for reruns
    EXPECT_TRUE(runRequest(action, *shownBy(*run.read, *run.step), 1));
}

} // namespace

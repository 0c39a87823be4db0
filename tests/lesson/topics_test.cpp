#include "engine/lesson/topics.h"

#include "engine/lesson/course.h"
#include "engine/plan/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lesson::test {
namespace {

TEST(Topics, AreLinesOfTheLedgerAndWarnings)
{
    EXPECT_TRUE(isTopic("warm_up_bubble"));
    EXPECT_TRUE(isTopic("warning.parallel.zero"));
    EXPECT_FALSE(isTopic("warning."));
    EXPECT_FALSE(isTopic("bubble"));
    EXPECT_FALSE(isTopic(""));
}

// Whoever asks why a rank idles is led to an answer.
TEST(Topics, EveryKindOfIdleTimeIsExplained)
{
    for (const char* topic :
         {"warm_up_bubble", "steady_bubble", "cool_down_bubble", "exposed_transfer",
          "exposed_collective", "unexplained", "recompute", "optimizer"}) {
        const LessonPlace place = placeExplaining(topic);
        ASSERT_FALSE(place.lesson.empty()) << topic;
        const ReadLesson read = readCourseLesson(*findInCourse(place.lesson));
        const auto& steps = read.lesson.steps;
        EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
            return step.id == place.step;
        })) << topic;
    }
}

TEST(Topics, AWarningLeadsToItsFieldOrItsSection)
{
    EXPECT_EQ(placeExplaining("warning.parallel.zero"),
              (LessonPlace{"data-parallel", "with-pipeline"}));
    EXPECT_EQ(placeExplaining("warning.recompute.granularity"),
              (LessonPlace{"memory", "choose-well"}));
    EXPECT_EQ(placeExplaining("warning.name"), LessonPlace{});
    EXPECT_EQ(placeExplaining(""), LessonPlace{});
}

TEST(Topics, ATermFindsItsSteps)
{
    const auto found = findTerm("zero-2");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().place, (LessonPlace{"data-parallel", "with-pipeline"}));
    EXPECT_EQ(findTerm("零气泡").front().place.lesson, "zero-bubble");
    EXPECT_TRUE(findTerm("").empty());
    EXPECT_TRUE(findTerm("no such term").empty());
    // Without marks and numbers.
    for (const FoundTerm& term : findTerm("bubble")) {
        EXPECT_EQ(term.text.find("**"), std::string::npos);
        EXPECT_EQ(term.text.find('<'), std::string::npos);
    }
}

} // namespace
} // namespace lesson::test

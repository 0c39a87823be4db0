#include "engine/lesson/practice.h"

#include "engine/lesson/course.h"
#include "tests/lesson/written.h"

#include <gtest/gtest.h>

#include <set>

namespace lesson::test {
namespace {

const Step& stepOf(const ReadLesson& read, const std::string& id)
{
    for (const Step& step : read.lesson.steps)
        if (step.id == id)
            return step;
    throw std::runtime_error(id);
}

TEST(Practice, AsksTheStepAgainWithOtherValuesAndKnowsTheAnswer)
{
    const ReadLesson read = readCourseLesson(*findInCourse("cut-the-batch"));
    const Step& step = stepOf(read, "step-time");
    std::set<std::string> questions;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto drawn = drawQuestion(read, step, seed);
        ASSERT_TRUE(drawn) << drawn.error().message;
        const int ranks = std::stoi(drawn->fields.at("parallel.pipeline"));
        const int microbatches = std::stoi(drawn->fields.at("batch.global"));
        EXPECT_TRUE(ranks >= 2 && ranks <= 6 && microbatches >= 6 && microbatches <= 24);
        questions.insert(drawn->fields.at("parallel.pipeline") + ' '
                         + drawn->fields.at("batch.global"));
        // Filling and draining take (p - 1)(F + B), the work m (F + B), of F = 1 and B = 2.
        const double truth = 3.0 * (ranks - 1 + microbatches);
        EXPECT_TRUE(judge(sceneOf(read, step, *drawn), Numbers{{truth}}).passed) << truth;
        EXPECT_FALSE(judge(sceneOf(read, step, *drawn), Numbers{{truth + 3}}).passed) << truth;
        EXPECT_EQ(*answerText(sceneOf(read, step, *drawn)), std::to_string(int(truth)) + " u");
    }
    EXPECT_GT(questions.size(), 15u);
}

TEST(Practice, OfTheSameSeedIsTheSame)
{
    const ReadLesson read = readCourseLesson(*findInCourse("cut-the-batch"));
    const Step& step = stepOf(read, "step-time");
    EXPECT_EQ(drawQuestion(read, step, 7)->fields, drawQuestion(read, step, 7)->fields);
}

TEST(Practice, OfAStepThatDoesNotVaryIsRefused)
{
    const ReadLesson read = readCourseLesson(*findInCourse("cut-the-batch"));
    EXPECT_FALSE(drawQuestion(read, stepOf(read, "enough"), 1));
}

TEST(Practice, IsDueAfterOneThreeAndSevenDays)
{
    EXPECT_FALSE(isPracticeDue(0, 0));
    EXPECT_TRUE(isPracticeDue(1, 0));
    EXPECT_FALSE(isPracticeDue(2, 1));
    EXPECT_TRUE(isPracticeDue(3, 1));
    EXPECT_FALSE(isPracticeDue(6, 2));
    EXPECT_TRUE(isPracticeDue(100, 2));
    EXPECT_FALSE(isPracticeDue(100, 3));
}

// In any language, as another picture than the text's is shown.
TEST(Practice, TheTextOfAStepThatVariesNamesNoState)
{
    EXPECT_EQ(problemsOf(lessonWith("  - id: one\n    state: gpipe\n"
                                    "    text: {en: \"<gpipe.ranks> ranks\", zh: 看}\n"
                                    "    number: {is: makespan}\n"
                                    "    vary: {parallel.pipeline: 2..4}\n")),
              std::vector<std::string>{"12: steps.vary: goes with a text that names no state, as "
                                       "another one is drawn; write <ranks>"});
}

} // namespace
} // namespace lesson::test

#include "engine/lesson/handout_figure.h"

#include "engine/lesson/course.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

const Step& stepOf(const ReadLesson& read, const std::string& id)
{
    for (const Step& step : read.lesson.steps)
        if (step.id == id)
            return step;
    ADD_FAILURE() << "no step " << id;
    return read.lesson.steps.front();
}

bool has(const std::string& text, const std::string& words)
{
    return text.find(words) != std::string::npos;
}

TEST(StepFigure, ShowsTheStatesSideBySideInTheUnitOfTheLesson)
{
    const ReadLesson read = readCourseLesson(*findInCourse("same-bubble-less-memory"));
    const std::string svg = stepFigureSvg(read, stepOf(read, "time"), Language::English);
    EXPECT_TRUE(has(svg, ">gpipe</text>") && has(svg, ">1f1b</text>"));
    EXPECT_TRUE(has(svg, ">step 33 u</text>"));
    EXPECT_TRUE(has(svg, ">30 u</text>")); // of the axis
    EXPECT_FALSE(has(svg, " ms</text>"));
    // In grey, kinds are told by their letters, too.
    EXPECT_TRUE(has(svg, ">F0</text>") && has(svg, ">B0</text>"));
    EXPECT_TRUE(has(svg, ">F forward</text>"));
    EXPECT_EQ(svg, stepFigureSvg(read, stepOf(read, "time"), Language::English));
}

TEST(StepFigure, HasItsWordsInChinese)
{
    const ReadLesson read = readCourseLesson(*findInCourse("same-bubble-less-memory"));
    const std::string svg = stepFigureSvg(read, stepOf(read, "time"), Language::Chinese);
    EXPECT_TRUE(has(svg, "xml:lang=\"zh-CN\""));
    EXPECT_FALSE(has(svg, "forward") || has(svg, "warm-up") || has(svg, "idle"));
}

TEST(StepFigure, OfOneThatIsBuiltIsEmptyLanes)
{
    const ReadLesson read = readCourseLesson(*findInCourse("same-bubble-less-memory"));
    const Step& build = stepOf(read, "build");
    const std::string svg = stepFigureSvg(read, build, Language::English);
    EXPECT_TRUE(has(svg, ">rank 2</text>"));
    EXPECT_FALSE(has(svg, "F0") || has(svg, "forward"));
    EXPECT_TRUE(has(timelineSvg(read, build, Language::English), ">F0</text>"));
}

TEST(StepFigure, OfEveryStepOfTheCourseIsAPictureOrNothing)
{
    int pictures = 0;
    for (const CourseEntry& entry : course()) {
        const ReadLesson read = readCourseLesson(entry);
        for (const Step& step : read.lesson.steps) {
            const std::string svg = stepFigureSvg(read, step, Language::English);
            EXPECT_TRUE(svg.empty() || svg.starts_with("<svg "))
                << entry.head.name << ' ' << step.id;
            pictures += !svg.empty();
        }
    }
    EXPECT_GT(pictures, 60);
}

} // namespace
} // namespace lesson::test

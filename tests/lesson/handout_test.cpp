#include "engine/lesson/handout.h"

#include "engine/lesson/course.h"
#include "engine/lesson/handout_figure.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lesson::test {
namespace {

using Kind = HandoutBlock::Kind;

std::string textOf(const std::vector<HandoutBlock>& blocks)
{
    std::string text;
    for (const HandoutBlock& block : blocks)
        text += block.text + '\n';
    return text;
}

ReadLesson lesson(const char* name) { return readCourseLesson(*findInCourse(name)); }

TEST(Handout, AnswersStandOnAPageOfTheirOwnAndCanBeLeftOut)
{
    const ReadLesson read = lesson("cut-the-batch");
    const auto whole = handoutOf(read, {});
    const auto page = std::find_if(whole.begin(), whole.end(), [](const HandoutBlock& block) {
        return block.kind == Kind::NewPage;
    });
    ASSERT_NE(page, whole.end());
    const std::string questions = textOf({whole.begin(), page});
    const std::string answers = textOf({page, whole.end()});
    EXPECT_EQ(questions.find("28.5"), std::string::npos);
    EXPECT_NE(answers.find("28.5 u"), std::string::npos);
    const auto short_ = handoutOf(read, {.languages = {Language::English}, .answers = false});
    EXPECT_EQ(short_, (std::vector<HandoutBlock>{whole.begin(), page}));
}

TEST(Handout, IsInOneLanguageOrInBoth)
{
    const ReadLesson read = lesson("cut-the-batch");
    const std::string english = textOf(handoutOf(read, {.languages = {Language::English}}));
    const std::string chinese = textOf(handoutOf(read, {.languages = {Language::Chinese}}));
    const std::string both
        = textOf(handoutOf(read, {.languages = {Language::English, Language::Chinese}}));
    EXPECT_NE(english.find("How long is the step?"), std::string::npos);
    EXPECT_EQ(english.find("一步多长"), std::string::npos);
    EXPECT_NE(chinese.find("一步多长"), std::string::npos);
    EXPECT_EQ(chinese.find("How long"), std::string::npos);
    EXPECT_NE(both.find("How long is the step?"), std::string::npos);
    EXPECT_NE(both.find("一步多长"), std::string::npos);
}

// Every lesson, with room for every answer and a way into the program.
TEST(Handout, OfEveryLessonHasItsSteps)
{
    for (const CourseEntry& entry : course()) {
        const ReadLesson read = readCourseLesson(entry);
        const auto blocks = handoutOf(read, {.languages = {Language::English}, .answers = false});
        const auto count = [&](Kind kind) {
            return std::size_t(std::count_if(blocks.begin(), blocks.end(),
                                             [kind](auto& block) { return block.kind == kind; }));
        };
        EXPECT_EQ(count(Kind::Heading), read.lesson.steps.size());
        EXPECT_EQ(count(Kind::Code), read.lesson.steps.size());
        const std::string text = textOf(blocks);
        EXPECT_EQ(text.find("**"), std::string::npos) << entry.head.name;
    }
}

TEST(Handout, TheFileNeedsNoOtherAndHoldsNoMarkupOfALesson)
{
    std::vector<HandoutBlock> blocks{{.kind = Kind::Title, .text = "<script>alert(1)</script>"},
                                     {.kind = Kind::Blank, .text = "u"},
                                     {.kind = Kind::Picture, .text = emptyGridSvg(2, 10)}};
    const std::string html = handoutHtml(blocks, "a & b", Language::English);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
    EXPECT_NE(html.find("<title>a &amp; b</title>"), std::string::npos);
    EXPECT_EQ(html.find("http://", html.find("<body>") + 1),
              html.find("http://www.w3.org/2000/svg")); // a name, not an address
    EXPECT_EQ(html.find("src="), std::string::npos);
}

TEST(Handout, AnEmptyGridHasALaneForEachRank)
{
    const std::string svg = emptyGridSvg(3, 18);
    for (const char* lane : {"rank 0", "rank 1", "rank 2"})
        EXPECT_NE(svg.find(lane), std::string::npos);
    EXPECT_EQ(svg.find("rank 3"), std::string::npos);
}

} // namespace
} // namespace lesson::test

// Every lesson of the course, by a learner who answers right, and by one who makes the known
// mistakes.

#include "engine/lesson/course.h"

#include "engine/lesson/filled_text.h"
#include "engine/lesson/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

namespace lesson::test {
namespace {

class Course : public testing::TestWithParam<std::string> {
protected:
    Course()
        : read(readCourseLesson(*findInCourse(GetParam())))
    {
    }

    ReadLesson read;
};

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const CourseEntry& entry : course())
        all.push_back(entry.head.name);
    return all;
}

// As if a run had been watched in which everything could be told.
MeasuredRun runOf(const Planned& planned)
{
    MeasuredRun run = asPlanned(planned, {});
    run.slowRank = 1;
    run.slowFactor = 2;
    run.slowSince = 40;
    run.stall = "0F3";
    run.differingOp = "0F1";
    run.reruns = 18;
    run.loss = 1.0;
    run.firstLoss = 5.5;
    run.lossBefore = 1.01;
    return run;
}

// What an answer that a lesson calls wrong looks like.
std::optional<Answer> wrongAnswer(const Step& step, const std::string& words)
{
    if (std::holds_alternative<ChooseAction>(step.action))
        return Answer{Choice{words}};
    if (std::holds_alternative<ClickAction>(step.action)) {
        std::istringstream in(words);
        return Answer{Words{{std::istream_iterator<std::string>(in), {}}}};
    }
    double number = 0;
    const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), number);
    if (error != std::errc{} || end != words.data() + words.size())
        return std::nullopt;
    return Answer{Numbers{{number}}};
}

TEST_P(Course, IsRightAndWholeInBothLanguages)
{
    for (const auto& problem : read.problems)
        ADD_FAILURE() << strategy::toText(GetParam(), problem);
    for (const auto& warning : read.warnings)
        ADD_FAILURE() << strategy::toText(GetParam(), warning);
    const LessonHead& head = read.lesson.head;
    EXPECT_EQ(head.name, GetParam());
    EXPECT_GT(head.place, 0);
    EXPECT_GT(head.minutes, 0);
    EXPECT_FALSE(head.after.english.empty() || head.after.chinese.empty());
    EXPECT_GE(read.lesson.pins.size(), 3u);
    for (const std::string& need : head.needs) {
        const CourseEntry* entry = findInCourse(need);
        ASSERT_TRUE(entry) << need;
        EXPECT_LT(entry->head.place, head.place) << need;
    }
}

// Nobody only watches twice in a row, and every step says what came of it.
TEST_P(Course, AsksInEveryStepAndTellsTheAnswer)
{
    bool lastWasRead = false;
    for (const Step& step : read.lesson.steps) {
        const bool isRead = std::holds_alternative<ReadAction>(step.action);
        EXPECT_FALSE(isRead && lastWasRead) << step.id;
        lastWasRead = isRead;
        for (const Text* text : {&step.text, &step.reveal})
            EXPECT_FALSE(text->english.empty() || text->chinese.empty()) << step.id;
        EXPECT_FALSE(step.state.empty()) << step.id;
    }
}

TEST_P(Course, ARightAnswerPassesEveryStep)
{
    std::optional<MeasuredRun> run;
    for (const Step& step : read.lesson.steps) {
        const PlannedPtr shown = shownBy(read, step);
        if (std::holds_alternative<RunAction>(step.action)) {
            ASSERT_TRUE(shown) << step.id;
            run = runOf(*shown);
        }
        const auto answer = rightAnswer(sceneOf(read, step, run ? &*run : nullptr));
        ASSERT_TRUE(answer) << step.id << ": " << answer.error().message;
        const Judgement judged = judge(sceneOf(read, step, run ? &*run : nullptr), *answer);
        EXPECT_TRUE(judged.passed)
            << step.id << ": " << (judged.unmet.empty() ? "wrong" : judged.unmet.front().sentence);
        EXPECT_TRUE(judged.said.empty()) << step.id;
    }
}

TEST_P(Course, AKnownMistakeMeetsItsSentence)
{
    const MeasuredRun run;
    for (const Step& step : read.lesson.steps)
        for (const WrongAnswer& wrong : step.wrong) {
            const auto answer = wrongAnswer(step, wrong.answer);
            ASSERT_TRUE(answer) << step.id << ' ' << wrong.answer;
            const Judgement judged = judge(sceneOf(read, step, &run), *answer);
            EXPECT_FALSE(judged.passed) << step.id << ' ' << wrong.answer;
            EXPECT_EQ(judged.said, wrong.text) << step.id << ' ' << wrong.answer;
        }
}

TEST_P(Course, EveryWrongOptionHasASentence)
{
    for (const Step& step : read.lesson.steps) {
        const auto* choose = std::get_if<ChooseAction>(&step.action);
        if (!choose)
            continue;
        const auto right = rightAnswer(sceneOf(read, step));
        ASSERT_TRUE(right) << step.id;
        for (const auto& option : choose->options) {
            const bool isRight = option.key == std::get<Choice>(*right).key;
            const bool isTold = std::any_of(step.wrong.begin(), step.wrong.end(), [&](auto& wrong) {
                return wrong.answer == option.key;
            });
            EXPECT_NE(isRight, isTold) << step.id << ' ' << option.key;
        }
    }
}

// A number that is typed and wrong passes nothing, whatever it is.
TEST_P(Course, NonsenseIsWrong)
{
    for (const Step& step : read.lesson.steps) {
        if (std::holds_alternative<ReadAction>(step.action))
            continue;
        if (const auto* number = std::get_if<NumberAction>(&step.action); number && number->guess)
            continue;
        EXPECT_FALSE(judge(sceneOf(read, step), Numbers{{-1}}).passed) << step.id;
        EXPECT_FALSE(judge(sceneOf(read, step), Choice{"nothing"}).passed) << step.id;
        EXPECT_FALSE(judge(sceneOf(read, step), Words{{"9W9"}}).passed) << step.id;
        EXPECT_FALSE(judge(sceneOf(read, step), HasRead{}).passed) << step.id;
        EXPECT_FALSE(judge(sceneOf(read, step), Made{}).passed) << step.id;
    }
}

// Numbers in texts are known once a run was watched, and never said to be unknown.
TEST_P(Course, EveryNumberInATextIsKnown)
{
    std::vector<std::string_view> states;
    for (const State& state : read.lesson.states)
        states.push_back(state.name);
    const auto planned = std::find_if(read.states.begin(), read.states.end(),
                                      [](const auto& state) { return state.second.planned; });
    ASSERT_NE(planned, read.states.end());
    const MeasuredRun run = runOf(*planned->second.planned);
    for (const Step& step : read.lesson.steps) {
        const Ask ask = askOf(read.states, shownBy(read, step), &run);
        std::vector<Text> texts = step.hints;
        texts.insert(texts.end(), {step.text, step.reveal});
        for (const WrongAnswer& wrong : step.wrong)
            texts.push_back(wrong.text);
        for (const Text& text : texts)
            for (const Language language : kLanguages) {
                const std::string shown = filled(text.in(language), states, ask, read.lesson.unit);
                for (const TextPiece& piece : parseText(text.in(language), states).pieces)
                    EXPECT_TRUE(!piece.measure || ask(*piece.measure)) << step.id << ": " << shown;
                EXPECT_EQ(shown.find("**"), std::string::npos) << shown;
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, Course, testing::ValuesIn(names()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(CourseMap, HasSixteenLessonsInOrder)
{
    ASSERT_EQ(course().size(), 16u);
    for (std::size_t i = 0; i < course().size(); ++i)
        EXPECT_EQ(course()[i].head.place, int(i) + 1) << course()[i].head.name;
    EXPECT_FALSE(findInCourse("nothing"));
}

// What the documents teach that the course is made for, S1 to S25.
TEST(CourseMap, CoversTheDocuments)
{
    std::set<std::string> covered;
    for (const CourseEntry& entry : course())
        covered.insert(entry.head.covers.begin(), entry.head.covers.end());
    for (int row = 1; row <= 25; ++row)
        EXPECT_TRUE(covered.contains('S' + std::to_string(row))) << row;
}

} // namespace
} // namespace lesson::test

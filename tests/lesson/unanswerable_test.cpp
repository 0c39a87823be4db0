// Steps that nobody could pass, and pins that nothing holds, are told of: a lesson that only looks
// right would be found out by its class.

#include "engine/lesson/judge.h"
#include "tests/lesson/written.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lesson::test {
namespace {

struct Unanswerable {
    const char* what;
    std::string text;
    std::string told; // one of the problems
};

void PrintTo(const Unanswerable& one, std::ostream* out) { *out << one.what; }

// No strategy has a cap of none in flight.
const std::string kRefused = "  none: {schedule: {name: 1f1b, max_in_flight: 0}, refused: true}\n";

std::string withPins(const std::string& pins)
{
    std::string text = lessonWith(step("1f1b", "    read: true\n"), kRefused);
    text.insert(text.find("steps:\n"), "pins:\n" + pins);
    return text;
}

std::string onRefused(const std::string& action)
{
    return lessonWith(step("none", action), kRefused);
}

std::string withoutState(const std::string& action)
{
    return lessonWith("  - id: one\n" + std::string(kText) + action);
}

std::string asked(const std::string& action) { return lessonWith(step("1f1b", action)); }

std::vector<Unanswerable> unanswerables()
{
    return {
        {"PinOfNoState", withPins("  - bubble = 99 %\n"),
         "13: pins: names no state: write STATE.bubble"},
        {"PinOfARefusedState", withPins("  - none.makespan = 77 u\n"),
         "13: pins: asks of 'none', which is refused"},
        {"PinAgainstARefusedState", withPins("  - gpipe.makespan < none.makespan\n"),
         "13: pins: asks of 'none', which is refused"},
        {"NumberOfARefusedState", onRefused("    number: {is: makespan}\n"),
         "13: steps.number: asks of 'none', which is refused"},
        {"NumberOfNoState", withoutState("    number: {is: makespan}\n"),
         "12: steps.number: asks for makespan, and the step has no state"},
        {"TextOfARefusedState",
         lessonWith("  - id: one\n    text: {en: <none.bubble>, zh: 看}\n", kRefused),
         "13: steps.text.en: asks of 'none', which is refused"},
        {"OptionTextOfNoRank",
         asked("    choose:\n      - {key: a, en: <gpipe.idle.99>, zh: A, right: true}\n"
               "      - {key: b, en: B, zh: B}\n"),
         "16: steps.choose.en: 'gpipe.idle.99' has 4 ranks; there is no 99"},
        {"BuildOfARefusedState", onRefused("    build: {from: empty}\n    pass: [legal]\n"),
         "13: steps.build: needs a state that is not refused"},
        {"RunOfNoState", withoutState("    run: {steps: 3}\n"), "12: steps.run: needs a state"},
        {"RunOfARefusedState", onRefused("    run: {steps: 3}\n"),
         "13: steps.run: needs a state that is not refused"},
        {"RunOnCpuWithoutAModel", asked("    run: {device: cpu, steps: 3}\n"),
         "12: steps.run.device: trains a model on cpu, and '1f1b' has none"},
        {"OrderOfEquals", asked("    order: {states: [gpipe, 1f1b], by: makespan}\n"),
         "12: steps.order.states: have no order: 'gpipe' and '1f1b' are alike"},
        {"OrderByAWord", asked("    order: {states: [gpipe, 1f1b], by: waits_for.0}\n"),
         "12: steps.order.by: is no number"},
        {"OrderOfARefusedState",
         lessonWith(step("1f1b", "    order: {states: [none, 1f1b], by: makespan}\n"), kRefused),
         "13: steps.order: asks of 'none', which is refused"},
        {"OrderOfAStateTwice", asked("    order: {states: [gpipe, gpipe], by: makespan}\n"),
         "12: steps.order.states: are given twice: 'gpipe'"},
        {"ChoiceThatCannotPass",
         asked("    choose:\n      - {key: a, en: A, zh: A, right: true}\n"
               "      - {key: b, en: B, zh: B}\n    pass: [makespan < 1 u]\n"),
         "12: steps.choose: is not passed by its own answer: makespan is 33 u, not < 1 u"},
        {"SetOutsideItsRange",
         asked("    set: {fields: {batch.global: 1..8}, solution: {batch.global: 28}}\n"
               "    pass: [makespan > 33 u]\n"),
         "12: steps.set.solution: sets 'batch.global' to 28, which the field does not offer"},
        {"SetOfAnotherField",
         asked("    set: {fields: {batch.global: 1..8}, solution: {parallel.pipeline: 2}}\n"
               "    pass: [makespan < 33 u]\n"),
         "12: steps.set.solution: sets 'parallel.pipeline', which is not among the fields"},
        {"WrongIsNoNumber",
         asked("    number: {is: makespan}\n    wrong:\n      - {answer: many, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: can be no answer to 'number': 'many'"},
        {"WrongIsOneOfTwoNumbers",
         asked("    number: {is: [idle.0, idle.1]}\n    wrong:\n"
               "      - {answer: 3, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: can be no answer to 'number': '3'"},
        {"WrongIsRightInAnotherUnit",
         asked("    number: {is: makespan}\n    wrong:\n"
               "      - {answer: 165 ms, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: is the right one: '165 ms'"},
        {"WrongIsTheRightOption",
         asked("    choose:\n      - {key: a, en: A, zh: A, right: true}\n"
               "      - {key: b, en: B, zh: B}\n    wrong:\n      - {answer: a, en: No, zh: 不}\n"),
         "19: steps.wrong.answer: is the right one: 'a'"},
        {"WrongIsTheRightOp",
         asked("    click: {what: op, is: waits_for.0}\n    wrong:\n"
               "      - {answer: 1B0, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: is the right one: '1B0'"},
        {"WrongIsNoOp",
         asked("    click: {what: op, is: waits_for.0}\n    wrong:\n"
               "      - {answer: banana, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: can be no answer to 'click': 'banana'"},
        {"WrongOfWhatAsksNothing",
         asked("    read: true\n    wrong:\n      - {answer: 3, en: No, zh: 不}\n"),
         "17: steps.wrong.answer: can be no answer to 'read': '3'"},
        {"VaryOfANamedState",
         asked("    number: {is: gpipe.makespan}\n    vary: {batch.global: 4..8}\n"),
         "12: steps.vary: goes with a question that names no state, as another one is drawn; write "
         "makespan"},
        {"TextOfNothing",
         lessonWith("  - id: one\n    state: 1f1b\n    text: {en: \"\", zh: \"\"}\n"),
         "12: steps.text: is missing; a step says what is to be done"},
        {"TopicOfNoStep", lessonWith(step("1f1b", ""), "", "explains: {warm_up_bubble: two}\n"),
         "4: explains.warm_up_bubble: names no step: 'two'"},
    };
}

class UnanswerableStep : public testing::TestWithParam<Unanswerable> {};

TEST_P(UnanswerableStep, IsToldByLineKeyAndSentence)
{
    const std::vector<std::string> told = problemsOf(GetParam().text);
    EXPECT_NE(std::find(told.begin(), told.end(), GetParam().told), told.end())
        << testing::PrintToString(told);
    EXPECT_LE(told.size(), 2u) << testing::PrintToString(told);
}

INSTANTIATE_TEST_SUITE_P(Files, UnanswerableStep, testing::ValuesIn(unanswerables()),
                         [](const auto& tested) { return std::string(tested.param.what); });

// A lesson that asks for no number that there is can be shown, and answered, all the same.
TEST(NumberOfNothing, IsJudged)
{
    const ReadLesson read = readLesson(asked("    number: {is: nothing, guess: true}\n    wrong:\n"
                                             "      - {answer: 3 u, en: No, zh: 不}\n"),
                                       {});
    EXPECT_FALSE(read.problems.empty());
    const Judgement judged = judge(sceneOf(read, read.lesson.steps.front()), Numbers{{3}});
    EXPECT_FALSE(judged.guess);
    EXPECT_TRUE(judged.said.empty());
}

// A small file cannot ask for hours of work.
TEST(TooMuch, IsNotWorkedOut)
{
    std::string numbers;
    for (int i = 0; i < 20; ++i)
        numbers += "<large.slack.0F7>";
    std::string hints = "    hints:\n";
    for (int i = 0; i < 16; ++i)
        hints += "      - {en: \"" + numbers + "\", zh: \"" + numbers + "\"}\n";
    std::string steps;
    for (int i = 0; i < 4; ++i) {
        std::string one = step("large", "    number: {is: makespan}\n" + hints);
        one.replace(one.find("one"), 3, "step-" + std::to_string(i));
        steps += one;
    }
    const std::vector<std::string> told
        = problemsOf(lessonWith(steps, "  large: {batch.global: 16000}\n"));
    ASSERT_EQ(told.size(), 1u) << testing::PrintToString(told);
    EXPECT_NE(told.front().find("there is room for 1000"), std::string::npos) << told.front();

    std::string many = "    hints:\n";
    for (int i = 0; i < 17; ++i)
        many += "      - {en: a, zh: a}\n";
    EXPECT_EQ(problemsOf(asked(many)),
              std::vector<std::string>{"12: steps.hints: are more than 16"});
}

} // namespace
} // namespace lesson::test

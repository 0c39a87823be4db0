// What is wrong with a lesson is told by line, key and sentence.

#include "tests/lesson/written.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

struct Bad {
    const char* what;
    std::string text;
    std::vector<std::string> told;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.what; }

const std::string kSame
    = step("1f1b",
           "    choose:\n"
           "      - {key: a, en: A, zh: A, right: 1f1b.makespan = gpipe.makespan}\n"
           "      - {key: b, en: B, zh: B}\n");

std::vector<Bad> badLessons()
{
    const auto at = [](const std::string& state, const std::string& action) {
        return lessonWith(step(state, action));
    };
    return {
        {"NoYaml",
         "lesson: [",
         {"1: file: is not YAML here: end of sequence flow not found; a text with ': ' or '?, ' in "
          "it stands in quotation marks"}},
        {"ColonInText", "lesson: 1\ntitle: {en: a: b: c}\n", {}},
        {"Empty", "# to be written\n", {"1: file: is empty; a lesson begins with 'lesson: 1'"}},
        {"NoMap",
         "just words",
         {"1: file: must be a mapping, with a key and a value on each line"}},
        {"NoVersion",
         "name: x\ntitle: {en: X, zh: X}\nsteps: [{text: {en: a, zh: a}}]\n",
         {"1: lesson: is missing; a lesson begins with 'lesson: 1'"}},
        {"LaterVersion",
         "lesson: 2\nname: x\ntitle: {en: X, zh: X}\nsteps: [{text: {en: a, zh: a}}]\n",
         {"1: lesson: must be 1, the only version known here; the file was made for a newer "
          "program"}},
        {"NoName",
         "lesson: 1\ntitle: {en: X, zh: X}\nsteps: [{text: {en: a, zh: a}}]\n",
         {"1: name: is missing; a lesson is known by the name of its file"}},
        {"NoTitle",
         "lesson: 1\nname: x\nsteps: [{text: {en: a, zh: a}}]\n",
         {"1: title: is missing"}},
        {"NoSteps",
         "lesson: 1\nname: x\ntitle: {en: X, zh: X}\n",
         {"1: steps: are missing; a lesson has at least one"}},
        {"UnknownKey",
         lessonWith(step("1f1b", "    numer: {is: makespan}\n")),
         {"15: steps.numer: is not a known key; did you mean 'number'?"}},
        {"KeyTwice",
         lessonWith(step("1f1b", "    state: gpipe\n")),
         {"15: steps.state: is given twice, first on line 13; keep one"}},
        {"TextThatIsNone",
         lessonWith("  - text: words\n"),
         {"12: steps.text: must be a text in each language: {en: \"…\", zh: \"…\"}"}},
        {"CommaInText",
         lessonWith("  - text: {en: one, two, zh: 一}\n"),
         {"12: steps.text.two: is not a known key; known here: en, zh; a text with ', ' in it "
          "stands "
          "in quotation marks"}},
        {"LongText",
         lessonWith("  - text: {en: " + std::string(401, 'x') + ", zh: 一}\n"),
         {"12: steps.text.en: is 401 characters long; there is room for 400"}},
        {"NoSuchMeasureInText",
         lessonWith("  - text: {en: \"<gpipe.peek.0>\", zh: 一}\n"),
         {"12: steps.text.en: 'peek' is no measure; did you mean 'peak'?"}},
        {"NoSuchRankInText",
         lessonWith("  - text: {en: \"<gpipe.peak.9>\", zh: 一}\n"),
         {"12: steps.text.en: 'gpipe.peak.9' has 4 ranks; there is no 9"}},
        {"NoSuchState", at("smal", ""), {"13: steps.state: names no state: 'smal'"}},
        {"NearState",
         at("1f1", ""),
         {"13: steps.state: names no state: '1f1'; did you mean '1f1b'?"}},
        {"StateWithoutPlan",
         lessonWith(step("small", ""), "  small: {batch.global: 0, parallel.pipeline: 0}\n"),
         {"11: states.small: cannot be planned: parallel.pipeline must be a whole number from 1 to "
          "1048576, not 0"}},
        {"StateOfUnknownField",
         lessonWith(step("1f1b", ""), "  small: {batch.gobal: 4}\n"),
         {"11: states.small: cannot be planned: batch.gobal is not a known key; did you mean "
          "'global'?"}},
        {"StateOfNoState",
         lessonWith(step("1f1b", ""), "  small: {of: gpip}\n"),
         {"11: states.small.of: names no state: 'gpip'; did you mean 'gpipe'?"}},
        {"StateCalledAsAMeasure",
         lessonWith(step("1f1b", ""), "  bubble: {batch.global: 4}\n"),
         {"11: states.bubble: is called as a measure is; give it another name"}},
        {"StateWithCapitals",
         lessonWith(step("1f1b", ""), "  Small: {batch.global: 4}\n"),
         {"11: states.Small: is called by small letters, digits, '-' and '_'"}},
        {"StateTwice",
         lessonWith(step("1f1b", ""), "  gpipe: {batch.global: 4}\n"),
         {"11: states.gpipe: is given twice"}},
        {"StateThatIsTooLarge",
         lessonWith(step("1f1b", ""), "  large: {batch.global: 100000}\n"),
         {"11: states.large: cannot be planned: schedule has more than 65536 forwards a step "
          "(ranks x "
          "chunks x microbatches); a lesson draws no more"}},
        {"RefusedThatIsNot",
         lessonWith(step("1f1b", ""), "  odd: {batch.global: 4, refused: true}\n"),
         {"11: states.odd: is to be refused, but can be planned"}},
        {"FileOutside",
         lessonWith(step("1f1b", ""), "  out: {schedule.name: custom, schedule.file: ../x.csv}\n"),
         {"11: states.out: cannot be planned: schedule.file names a file outside of the lesson's "
          "folder"}},
        {"PinThatDoesNotHold",
         lessonWith(step("1f1b", ""), "", "pins: [gpipe.makespan = 32 u]\n"),
         {"4: pins: does not hold: gpipe.makespan is 33 u, not 32 u"}},
        {"PinOfARun",
         lessonWith(step("1f1b", ""), "", "pins: [measured.step < 1 s]\n"),
         {"4: pins: asks of a run, which nobody has made here"}},
        {"PinOfAnotherUnit",
         lessonWith(step("1f1b", ""), "", "pins: [gpipe.makespan = 33 %]\n"),
         {"4: pins: holds 'gpipe.makespan' against '33 %', which measures something else"}},
        {"TwoActions",
         at("1f1b", "    read: true\n    number: {is: makespan}\n"),
         {"16: steps.number: is a second action beside 'read'; a step asks one thing"}},
        {"NoOptionIsRight",
         lessonWith(step("1f1b",
                         "    choose:\n"
                         "      - {key: a, en: A, zh: A, right: 1f1b.makespan < gpipe.makespan}\n"
                         "      - {key: b, en: B, zh: B}\n")),
         {"16: steps.choose.right: does not hold: 1f1b.makespan is 33 u, not < gpipe.makespan, "
          "which is 33 u"}},
        {"TwoOptionsAreRight",
         lessonWith(step("1f1b",
                         "    choose:\n"
                         "      - {key: a, en: A, zh: A, right: true}\n"
                         "      - {key: b, en: B, zh: B, right: true}\n")),
         {"12: steps.choose.right: holds of more than one option"}},
        {"OneOption",
         lessonWith(step("1f1b", "    choose:\n      - {key: a, en: A, zh: A, right: true}\n")),
         {"15: steps.choose: needs two to six options, one of them right"}},
        {"OptionTwice",
         lessonWith(step("1f1b",
                         "    choose:\n"
                         "      - {key: a, en: A, zh: A, right: true}\n"
                         "      - {key: a, en: B, zh: B}\n")),
         {"17: steps.choose.key: is given twice: 'a'"}},
        {"WrongNamesNoOption",
         lessonWith(kSame + "    wrong:\n      - {answer: c, en: No, zh: 不}\n"),
         {"19: steps.wrong.answer: names no option: 'c'"}},
        {"WrongThatIsRight",
         at("1f1b",
            "    number: {is: makespan}\n    wrong:\n"
            "      - {answer: 33, en: No, zh: 不}\n"),
         {"17: steps.wrong.answer: is the right one: '33'"}},
        {"NumberOfAWord",
         at("1f1b", "    number: {is: waits_for.0}\n"),
         {"15: steps.number.is: is no number"}},
        {"NumberInAnotherUnit",
         at("1f1b", "    number: {is: makespan, unit: GiB}\n"),
         {"12: steps.number.unit: cannot be 'GiB' of what is asked for"}},
        {"ToleranceOfAnotherUnit",
         at("1f1b", "    number: {is: makespan, within: 2 points}\n"),
         {"15: steps.number.within: measures something else than what is asked for"}},
        {"ClickOfANumber",
         at("1f1b", "    click: {what: rank, is: makespan}\n"),
         {"12: steps.click.is: is a number; it must name ops, ranks or layers, like waits_for.0"}},
        {"ClickOfNothing",
         at("1f1b", "    click: {what: pixel, is: waits_for.0}\n"),
         {"12: steps.click.what: must be one of op, bubble, rank, layer, not 'pixel'"}},
        {"BuildWithoutPass",
         at("1f1b", "    build: {from: empty}\n"),
         {"12: steps.pass: is missing; it says when what was made is good: [legal, makespan <= 18 "
          "u]"}},
        {"BuildThatCannotPass",
         at("1f1b", "    build: {from: empty, cap: [2]}\n    pass: [legal]\n"),
         {}},
        {"SetWithoutSolution",
         at("1f1b", "    set: {fields: {batch.global: 1..64}}\n    pass: [makespan <= 33 u]\n"),
         {"12: steps.set.solution: is missing; it shows that the step can be passed: "
          "{batch.global: 28}"}},
        {"SetWithAWrongSolution",
         at("1f1b",
            "    set: {fields: {batch.global: 1..64}, solution: {batch.global: 9}}\n"
            "    pass: [makespan <= 33 u]\n"),
         {"12: steps.set: is not passed by its own answer: makespan is 36 u, not <= 33 u"}},
        {"RunOfAnotherDevice",
         at("1f1b", "    run: {device: cuda}\n"),
         {"12: steps.run.device: must be one of emulated, cpu, not 'cuda'"}},
        {"RunOfTooManySteps",
         at("1f1b", "    run: {steps: 301}\n"),
         {"15: steps.run.steps: must be a whole number from 1 to 300, not 301"}},
        {"RunOfTooManyRanks",
         lessonWith(step("wide", "    run: {steps: 3}\n"),
                    "  wide: {parallel.pipeline: 17, batch.global: 34}\n"),
         {"13: steps.run: would start more than 16 ranks"}},
        {"RunOfARecordingThatIsNone",
         at("1f1b", "    run: {recording: ../zb-h1}\n"),
         {"12: steps.run.recording: names no recording that the program brings along: "
          "'../zb-h1'"}},
        {"RunThatResumesNothing",
         at("1f1b", "    run: {resume: before}\n"),
         {"12: steps.run.resume: names no run above: 'before'"}},
        {"VaryOfAChoice",
         lessonWith(kSame + "    vary: {batch.global: 4..8}\n"),
         {"12: steps.vary: goes with number, click and bracket alone"}},
        {"VaryThatCannotBe",
         at("1f1b", "    number: {is: makespan}\n    vary: {parallel.pipeline: 0..4}\n"),
         {"12: steps.vary.parallel.pipeline: cannot be 0: must be a whole number from 1 to "
          "1048576, not 0"}},
        {"VaryThatIsNoRange",
         at("1f1b", "    number: {is: makespan}\n    vary: {parallel.pipeline: some}\n"),
         {"16: steps.vary.parallel.pipeline: must be a range of whole numbers, like 4..24"}},
        {"IdTwice",
         lessonWith(step("1f1b", "") + step("gpipe", "")),
         {"15: steps.id: is given twice: 'one'"}},
        {"UnknownView",
         at("1f1b", "    show: [timelin]\n"),
         {"15: steps.show: must be one of timeline, memory, ledger, messages, grid, layers, chart, "
          "not "
          "'timelin'; did you mean 'timeline'?"}},
    };
}

class BadLesson : public testing::TestWithParam<Bad> {};

TEST_P(BadLesson, IsToldOfByLineKeyAndSentence)
{
    const std::vector<std::string> told = problemsOf(GetParam().text);
    if (GetParam().told.empty())
        EXPECT_FALSE(told.empty());
    else
        EXPECT_EQ(told, GetParam().told);
}

INSTANTIATE_TEST_SUITE_P(Files, BadLesson, testing::ValuesIn(badLessons()),
                         [](const auto& tested) { return std::string(tested.param.what); });

TEST(BadLessons, AreMoreThanForty) { EXPECT_GE(badLessons().size(), 40u); }

TEST(BadLessons, WhatRefersToAStateThatFailedStaysSilent)
{
    const std::string text = lessonWith(
        step("small", "    number: {is: small.makespan}\n    pass: [small.peak.0 = 3]\n")
            + "    reveal: {en: \"<small.bubble>\", zh: \"<small.bubble>\"}\n",
        "  small: {batch.global: 0, parallel.pipeline: 0}\n", "pins: [small.makespan = 3 u]\n");
    EXPECT_EQ(problemsOf(text).size(), 1u);
}

TEST(BadLessons, AMissingLanguageIsAWarningAndTheOtherIsShown)
{
    const ReadLesson read
        = readLesson(lessonWith("  - text: {en: Only English}\n    state: gpipe\n"), {});
    EXPECT_TRUE(read.problems.empty());
    ASSERT_EQ(read.warnings.size(), 1u);
    EXPECT_EQ(strategy::toText("x.yaml", read.warnings[0]),
              "x.yaml:12: steps.text: has no 'zh'; the other is shown");
    EXPECT_EQ(read.lesson.steps[0].text.in(Language::Chinese), "Only English");
}

// Shown as far as it is right.
TEST(BadLessons, TheRestOfAWrongLessonIsThere)
{
    const ReadLesson read
        = readLesson(lessonWith(kSame + step("smal", "").replace(8, 3, "two")), {});
    EXPECT_EQ(read.problems.size(), 1u);
    EXPECT_EQ(read.lesson.steps.size(), 2u);
    EXPECT_EQ(read.states.size(), 2u);
    EXPECT_TRUE(read.states.at("gpipe").planned);
}

TEST(BadLessons, AFileThatIsNotThereIsTold)
{
    const ReadLesson read = readLessonFile("/nowhere/x.yaml");
    ASSERT_EQ(read.problems.size(), 1u);
    EXPECT_EQ(read.problems[0].key, "file");
}

} // namespace
} // namespace lesson::test

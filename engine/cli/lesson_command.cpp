// Whether a lesson is right, and what its right answers are.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/lesson_report.h"
#include "engine/cli/lesson_runs.h"
#include "engine/cli/output.h"
#include "engine/lesson/handout.h"
#include "engine/lesson/read_lesson.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

namespace cli {
namespace {

struct LessonFlags {
    std::string file;
    bool answers = false;
    std::string handout; // file; empty: none
    std::string language;
    bool questionsOnly = false;
    std::string strategyOf;  // a step that runs; empty: none
    std::string argumentsOf; // likewise
    int seed = 0;
    std::string judge;  // likewise
    std::string run;    // what is judged: the folder of a recording
    std::string before; // likewise, of the run that it went on from
    std::string out;
};

int writeHandout(const LessonFlags& flags, const lesson::ReadLesson& read)
{
    lesson::HandoutOptions options{.languages = {}, .answers = !flags.questionsOnly};
    if (flags.language != "zh")
        options.languages.push_back(lesson::Language::English);
    if (flags.language != "en")
        options.languages.push_back(lesson::Language::Chinese);
    const lesson::Language first = options.languages.front();
    return deliver(lesson::handoutHtml(lesson::handoutOf(read, options),
                                       read.lesson.head.title.in(first), first),
                   flags.handout);
}

int readLesson(const LessonFlags& flags)
{
    const lesson::ReadLesson read = lesson::readLessonFile(flags.file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(flags.file, problem));
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(flags.file, warning));
    if (!read.problems.empty())
        return kBadInput;
    if (!flags.handout.empty())
        return writeHandout(flags, read);
    if (!flags.strategyOf.empty())
        return writeStepStrategy(read, flags.strategyOf, flags.out);
    if (!flags.argumentsOf.empty())
        return writeStepArguments(read, flags.argumentsOf, std::uint64_t(flags.seed), flags.out);
    if (!flags.judge.empty())
        return judgeRun(read, flags.judge, flags.run, flags.before, flags.out);
    return deliver(flags.answers ? answersOf(read) : contentsOf(flags.file, read), flags.out);
}

} // namespace

void addLessonCommand(Commands& commands)
{
    const auto flags = std::make_shared<LessonFlags>();
    CLI::App& command
        = addCommand(commands, "lesson", "reports every problem in a lesson, and its right answers",
                     flags, readLesson);
    options::addText(command, "file", "FILE", flags->file, "lesson file")->required();
    options::addFlag(command, "--answers", flags->answers,
                     "lists the right answer of every step, as the states give it");
    options::addText(
        command, "--handout", "OUT.html", flags->handout,
        "writes the lesson on paper: questions with room for answers, and the answers");
    options::addWord(command, "--language", flags->language, {"en", "zh", "both"},
                     "of the handout");
    options::addFlag(command, "--questions-only", flags->questionsOnly,
                     "leaves the answers out of the handout");
    options::addText(command, "--strategy-of", "STEP", flags->strategyOf,
                     "writes the strategy that a step runs");
    auto* arguments = options::addText(command, "--arguments-of", "STEP", flags->argumentsOf,
                                       "writes what bubblescope-run is given beside that strategy");
    options::addNumber(command, "--seed", "N", flags->seed, 0, 1000000,
                       "with --arguments-of: draws the faults to find")
        ->needs(arguments);
    auto* judge = options::addText(command, "--judge", "STEP", flags->judge,
                                   "says whether a recorded run passes a step");
    auto* run = options::addText(command, "--run", "DIR", flags->run, "recording to judge");
    options::addText(command, "--before", "DIR", flags->before,
                     "recording of the run that it was resumed from")
        ->needs(run);
    judge->needs(run);
    run->needs(judge);
    addOutput(command, flags->out);
}

} // namespace cli

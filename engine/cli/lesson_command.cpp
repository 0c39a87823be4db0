// Whether a lesson is right, and what its right answers are.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/lesson_report.h"
#include "engine/cli/lesson_runs.h"
#include "engine/cli/output.h"
#include "engine/lesson/handout.h"
#include "engine/lesson/handout_figure.h"
#include "engine/lesson/read_lesson.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

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
    std::string judge;               // likewise
    std::string run;                 // what is judged: the folder of a recording
    std::string before;              // likewise, of the run that it went on from
    std::vector<std::string> figure; // step and file; empty: none
    std::string out;
    PrintHandout print = nullptr;
};

// In either case.
bool endsIn(const std::string& path, const std::string& ending)
{
    return path.size() >= ending.size()
        && std::equal(ending.rbegin(), ending.rend(), path.rbegin(), [](char small, char letter) {
               return small == (letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
           });
}

lesson::Language firstLanguage(const LessonFlags& flags)
{
    return flags.language == "zh" ? lesson::Language::Chinese : lesson::Language::English;
}

int writeHandout(const LessonFlags& flags, const lesson::ReadLesson& read)
{
    lesson::HandoutOptions options{.languages = {}, .answers = !flags.questionsOnly};
    if (flags.language != "zh")
        options.languages.push_back(lesson::Language::English);
    if (flags.language != "en")
        options.languages.push_back(lesson::Language::Chinese);
    const lesson::Language first = firstLanguage(flags);
    const std::string& title = read.lesson.head.title.in(first);
    const auto blocks = lesson::handoutOf(read, options);
    if (!endsIn(flags.handout, ".pdf"))
        return deliver(lesson::handoutHtml(blocks, title, first), flags.handout);
    if (!flags.print) {
        complain("--handout: this program makes no PDF; name a file that ends in .html");
        return kBadInput;
    }
    const auto pdf = flags.print(blocks, title, first);
    if (pdf)
        return deliver(*pdf, flags.handout);
    complain("--handout: " + pdf.error().message);
    return 1;
}

// By its id, or by its number from 1.
const lesson::Step* findStep(const lesson::Lesson& lesson, const std::string& word)
{
    for (const lesson::Step& step : lesson.steps)
        if (step.id == word)
            return &step;
    const auto number = options::numberIn<int>(word, 1, int(lesson.steps.size()));
    return number ? &lesson.steps[std::size_t(*number) - 1] : nullptr;
}

int writeFigure(const LessonFlags& flags, const lesson::ReadLesson& read)
{
    const std::string& name = flags.figure.front();
    const lesson::Step* const step = findStep(read.lesson, name);
    if (!step) {
        std::vector<std::string> ids;
        for (const lesson::Step& each : read.lesson.steps)
            ids.push_back(each.id);
        complain("--figure: STEP must be " + options::listOf(ids) + ", or its number, not "
                 + options::inQuotes(name));
        return kBadInput;
    }
    const std::string svg = lesson::stepFigureSvg(read, *step, firstLanguage(flags));
    if (!svg.empty())
        return deliver(svg, flags.figure.back());
    complain("--figure: the step " + options::inQuotes(name)
             + " has no timeline that can be drawn");
    return kBadInput;
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
    if (!flags.handout.empty() || !flags.figure.empty()) {
        const int handout = flags.handout.empty() ? 0 : writeHandout(flags, read);
        return handout != 0 || flags.figure.empty() ? handout : writeFigure(flags, read);
    }
    if (!flags.strategyOf.empty())
        return writeStepStrategy(read, flags.strategyOf, flags.out);
    if (!flags.argumentsOf.empty())
        return writeStepArguments(read, flags.argumentsOf, std::uint64_t(flags.seed), flags.out);
    if (!flags.judge.empty())
        return judgeRun(read, flags.judge, flags.run, flags.before, flags.out);
    return deliver(flags.answers ? answersOf(read) : contentsOf(flags.file, read), flags.out);
}

void addHandout(CLI::App& command, LessonFlags& flags)
{
    options::addValue(
        command, "--handout", "OUT.pdf,OUT.html",
        [&flags](const std::string& path) -> plan::Outcome {
            if (!endsIn(path, ".pdf") && !endsIn(path, ".html"))
                return plan::Error{"must end in .pdf or .html, not " + options::inQuotes(path)};
            flags.handout = path;
            return plan::done();
        },
        "writes the lesson on paper: questions with room for answers, and the answers");
    options::addWord(command, "--language", flags.language, {"en", "zh", "both"},
                     "of the handout and the figure");
    options::addFlag(command, "--questions-only", flags.questionsOnly,
                     "leaves the answers out of the handout");
}

void addFigure(CLI::App& command, LessonFlags& flags)
{
    options::addValue(
        command, "--figure", "STEP OUT.svg",
        [&words = flags.figure](const std::string& word) -> plan::Outcome {
            if (words.size() == 1 && !endsIn(word, ".svg"))
                return plan::Error{"OUT must end in .svg, not " + options::inQuotes(word)};
            words.push_back(word);
            return plan::done();
        },
        "writes what a step shows, by its id or its number, as a picture")
        ->type_size(2);
}

} // namespace

void addLessonCommand(Commands& commands, PrintHandout print)
{
    const auto flags = std::make_shared<LessonFlags>();
    flags->print = print;
    CLI::App& command
        = addCommand(commands, "lesson", "reports every problem in a lesson, and its right answers",
                     flags, readLesson);
    options::addText(command, "file", "FILE", flags->file, "lesson file")->required();
    options::addFlag(command, "--answers", flags->answers,
                     "lists the right answer of every step, as the states give it");
    addHandout(command, *flags);
    addFigure(command, *flags);
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

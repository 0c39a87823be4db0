// bubblescope-plan: check, list, print, simulate and explain schedules without a window.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#ifndef BUBBLESCOPE_WITHOUT_PAPER
#include "engine/paper/handout_pdf.h"
#endif

#include <cstdio>
#include <new>

namespace cli {
namespace {

// In the order of the help.
constexpr void (*kCommands[])(Commands&)
    = {addEstimateCommand, addAccuracyCommand,  addSearchCommand,    addSweepCommand,
       addAdviseCommand,   addCheckCommand,     addSchedulesCommand, addScheduleCommand,
       addSimulateCommand, addExplainCommand,   addCompareCommand,   addRerunsCommand,
       addLayersCommand,   addCalibrateCommand, addTraceCommand,     addConvertCommand,
       addValidateCommand, addChallengeCommand};

// A host with GPUs is brought this program with all that it links; what draws pages would be more
// than half of that.
#ifdef BUBBLESCOPE_WITHOUT_PAPER
constexpr PrintHandout kPrintHandout = nullptr;
#else
constexpr PrintHandout kPrintHandout
    = [](const std::vector<lesson::HandoutBlock>& blocks, const std::string& title,
         lesson::Language language) -> plan::Result<std::string> {
    auto pdf = paper::handoutPdf(blocks, title, language);
    if (!pdf)
        return pdf.error();
    return std::move(pdf->bytes);
};
#endif

int run(const std::vector<std::string>& arguments)
{
    Commands commands(
        "bubblescope-plan",
        "Plans pipeline-parallel training: schedules, their timelines and their bubbles");
    for (const auto add : kCommands)
        add(commands);
    addLessonCommand(commands, kPrintHandout);
    const auto help = commands.line().parse(arguments);
    if (!help) {
        complain(help.error().message);
        return kBadInput;
    }
    if (commands.chosen())
        return (*commands.chosen())();
    if (!*help) {
        complain("a command is missing; see bubblescope-plan --help");
        return kBadInput;
    }
    std::fputs((*help)->c_str(), stdout);
    return 0;
}

} // namespace
} // namespace cli

int main(int argc, char** argv)
{
    try {
        return cli::run({argv + 1, argv + argc});
    } catch (const std::bad_alloc&) {
        std::fputs("there is not enough memory for this; use fewer ranks or microbatches\n",
                   stderr);
        return 1;
    }
}

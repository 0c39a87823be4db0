// bubblescope-plan: check, list, print, simulate and explain schedules without a window.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"

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
       addValidateCommand, addLessonCommand,    addChallengeCommand};

int run(const std::vector<std::string>& arguments)
{
    Commands commands(
        "bubblescope-plan",
        "Plans pipeline-parallel training: schedules, their timelines and their bubbles");
    for (const auto add : kCommands)
        add(commands);
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

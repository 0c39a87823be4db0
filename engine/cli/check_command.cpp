// Everything that is wrong with a strategy.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/yaml.h"

#include <CLI/CLI.hpp>

namespace cli {
namespace {

struct CheckFlags {
    std::string file;
};

int checkFile(const CheckFlags& flags)
{
    const std::string& file = flags.file;
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(file, problem));
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));
    if (!read.strategy)
        return kBadInput;
    if (const auto schedule = strategy::scheduleOf(*read.strategy); !schedule) {
        complain(strategy::toText(file,
                                  {read.lineOf("schedule"), "schedule", schedule.error().message}));
        return kBadInput;
    }
    return 0;
}

} // namespace

void addCheckCommand(Commands& commands)
{
    const auto flags = std::make_shared<CheckFlags>();
    CLI::App& command = addCommand(commands, "check", "reports every problem in a strategy file",
                                   flags, checkFile);
    options::addText(command, "file", "FILE", flags->file, "strategy file")->required();
}

} // namespace cli

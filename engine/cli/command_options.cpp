#include "engine/cli/command_options.h"

#include <CLI/CLI.hpp>

namespace cli {

void addProfile(CLI::App& command, std::string& profile)
{
    command
        .add_option("--profile", profile,
                    "a file of efficiencies, as `accuracy --fit` writes them; else those of the "
                    "strategy's device")
        ->type_name("FILE");
}

void addModelFile(CLI::App& command, ModelFile& input)
{
    addProfile(command, input.profile);
    command.add_option("file", input.file, "a strategy file with a model")
        ->type_name("FILE")
        ->required();
}

void addShape(CLI::App& command, SourceFlags& flags)
{
    command.add_option("file", flags.file, "a strategy file")->type_name("FILE");
    // Numbers are taken as words and read later, when all that is wrong with them can be told at
    // once.
    command.add_option("--ranks", flags.ranks, "devices along the pipeline");
    command.add_option("--microbatches", flags.microbatches, "microbatches a step");
    command.add_option("--max-in-flight", flags.maxInFlight,
                       "zb-auto: most (microbatch, stage) pairs a rank may hold");
}

void addSource(CLI::App& command, SourceFlags& flags)
{
    addShape(command, flags);
    command.add_option("--name", flags.name,
                       "schedule, as `bubblescope-plan schedules` lists them");
    command.add_option("--csv", flags.csv, "a schedule by hand instead: PyTorch's CSV")
        ->type_name("FILE");
    command.add_option("--chunks", flags.chunks, "model chunks a rank; else the schedule's own");
    command.add_option("--group", flags.group,
                       "interleaved: microbatches that cross a chunk together");
    command.add_option("--effort", flags.effort,
                       "zb-auto: searches this many times longer; Ctrl+C takes the best so far");
    addProfile(command, flags.profile);
}

void addOutput(CLI::App& command, std::string& out)
{
    command.add_option("-o,--output", out, "write there instead of stdout")->type_name("OUT");
}

} // namespace cli

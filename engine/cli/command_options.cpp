#include "engine/cli/command_options.h"

#include <CLI/CLI.hpp>

namespace cli {

void addProfile(CLI::App& command, std::string& profile)
{
    command
        .add_option("--profile", profile,
                    "file of efficiencies, as written by `accuracy --fit` (default: those of the "
                    "strategy's device)")
        ->type_name("FILE");
}

void addModelFile(CLI::App& command, ModelFile& input)
{
    addProfile(command, input.profile);
    command.add_option("file", input.file, "strategy file with a model")
        ->type_name("FILE")
        ->required();
}

void addShape(CLI::App& command, SourceFlags& flags)
{
    command.add_option("file", flags.file, "strategy file")->type_name("FILE");
    // Numbers are taken as words and read later, when all that is wrong with them can be told at
    // once.
    command.add_option("--ranks", flags.ranks, "number of pipeline ranks")->type_name("N");
    command.add_option("--microbatches", flags.microbatches, "number of microbatches per step")
        ->type_name("N");
    command
        .add_option("--max-in-flight", flags.maxInFlight,
                    "zb-auto: maximum number of (microbatch, stage) pairs a rank may hold")
        ->type_name("N");
}

void addSource(CLI::App& command, SourceFlags& flags)
{
    addShape(command, flags);
    command
        .add_option("--name", flags.name,
                    "name of the schedule, as listed by `bubblescope-plan schedules`")
        ->type_name("NAME");
    command.add_option("--csv", flags.csv, "custom schedule instead, in PyTorch's CSV format")
        ->type_name("FILE");
    command
        .add_option("--chunks", flags.chunks,
                    "number of model chunks per rank (default: the schedule's own)")
        ->type_name("N");
    command
        .add_option("--group", flags.group,
                    "interleaved: number of microbatches that pass through one chunk before the "
                    "next chunk begins")
        ->type_name("N");
    command
        .add_option("--effort", flags.effort,
                    "zb-auto: searches N times as long; Ctrl+C takes the best order found so far")
        ->type_name("N");
    addProfile(command, flags.profile);
}

void addOutput(CLI::App& command, std::string& out)
{
    command.add_option("-o,--output", out, "writes to this file instead of stdout")
        ->type_name("OUT");
}

} // namespace cli

#include "engine/cli/command_options.h"

#include "engine/options/values.h"

#include <CLI/CLI.hpp>

namespace cli {

void addProfile(CLI::App& command, std::string& profile)
{
    options::addText(command, "--profile", "FILE", profile,
                     "file of efficiencies, as written by `accuracy --fit` (default: those of the "
                     "strategy's device)");
}

void addModelFile(CLI::App& command, ModelFile& input)
{
    addProfile(command, input.profile);
    options::addText(command, "file", "FILE", input.file, "strategy file with a model")->required();
}

void addShape(CLI::App& command, SourceFlags& flags)
{
    options::addText(command, "file", "FILE", flags.file, "strategy file");
    // Numbers are taken as words and read later, when all that is wrong with them can be told at
    // once.
    options::addText(command, "--ranks", "N", flags.ranks, "number of pipeline ranks");
    options::addText(command, "--microbatches", "N", flags.microbatches,
                     "number of microbatches per step");
    options::addText(command, "--max-in-flight", "N", flags.maxInFlight,
                     "zb-auto: maximum number of (microbatch, stage) pairs a rank may hold");
}

void addSource(CLI::App& command, SourceFlags& flags)
{
    addShape(command, flags);
    options::addText(command, "--name", "NAME", flags.name,
                     "name of the schedule, as listed by `bubblescope-plan schedules`");
    options::addText(command, "--csv", "FILE", flags.csv,
                     "custom schedule instead, in PyTorch's CSV format");
    options::addText(command, "--chunks", "N", flags.chunks,
                     "number of model chunks per rank (default: the schedule's own)");
    options::addText(command, "--group", "N", flags.group,
                     "interleaved: number of microbatches that pass through one chunk before the "
                     "next chunk begins");
    options::addText(command, "--effort", "N", flags.effort,
                     "zb-auto: searches N times as long; Ctrl+C takes the best order found so far");
    addProfile(command, flags.profile);
}

void addOutput(CLI::App& command, std::string& out)
{
    options::addText(command, "-o,--output", "OUT", out, "writes to this file instead of stdout");
}

} // namespace cli

// Options that several commands take, so that they are called and explained alike in all of them.
// What they write to must outlive the parsing; what is not given stays as it is.

#pragma once

#include "engine/cli/source.h"

#include <string>

namespace CLI {
class App;
}

namespace cli {

// A strategy with a model, as a command takes it; empty where absent.
struct ModelFile {
    std::string file;
    std::string profile; // a file of efficiencies; empty: those the strategy has by name
    std::string costsOf; // "stage" or "rank"; empty: the command's default
};

// --profile.
void addProfile(CLI::App& command, std::string& profile);

// The file, which is required, and --profile.
void addModelFile(CLI::App& command, ModelFile& input);

// The strategy's file, or the shape of a schedule's step: ranks and microbatches.
void addShape(CLI::App& command, SourceFlags& flags);

// That and the schedule itself, but not its costs; see cost_options.h.
void addSource(CLI::App& command, SourceFlags& flags);

// --output.
void addOutput(CLI::App& command, std::string& out);

} // namespace cli

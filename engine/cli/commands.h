// What each subcommand does; each gives the exit code: 0, 1 where a result could not be
// written, 2 for bad input, told on stderr.

#pragma once

#include "engine/cli/source.h"

#include <string>
#include <vector>

namespace cli {

inline constexpr int kBadInput = 2;

int checkFile(const std::string& file);
int printSchedule(const SourceFlags& flags, const std::string& format, const std::string& out);
int printSimulation(const SourceFlags& flags, const std::string& format, const std::string& out);
int printExplanation(const SourceFlags& flags, const std::string& format, const std::string& out);

// Of the catalogue, or of the names given, with commas between.
int printComparison(const SourceFlags& flags, const std::string& names, const std::string& format,
                    const std::string& out);

// Whether a CSV's order can run, and what it holds in memory; caps as they were typed.
struct ValidateFlags {
    std::string file;
    std::string maxInFlight;
    std::string buffers;
};
int validateCsv(const ValidateFlags& flags);

// Layers cut into stages; the flags as they were typed, empty where absent.
struct LayersFlags {
    std::string ranks;
    std::string chunks;
    std::string placement;
    std::string layers;
    std::string perRank;
    std::string perStage;
    std::string layout; // Megatron's
    std::string onFirstRank;
    std::string onLastRank;
    bool countEmbedding = false;
    bool countLoss = false;
};
int printLayers(const LayersFlags& flags, const std::string& format, const std::string& out);

// Which ops can be run a second time inside the bubbles. `keep`: "while-room" or
// "until-backward", as plan::KeepPairs.
int printReruns(const SourceFlags& flags, const std::string& keep, const std::string& format,
                const std::string& out);

// A measured pipeline, from the folder of its ranks' dumps.
struct TraceFlags {
    std::string folder;
    std::string iteration; // as typed; empty: that of the median time
};
int printTrace(const TraceFlags& flags, const std::string& format, const std::string& out);

// Costs of the strategy `file` taken from the recorded run `run`: a folder or an event log, or
// the folder of a measured pipeline's dumps; of the latter the strategy may be left out.
// The strategy with them goes to `out`, or to stdout where that is empty and the format is
// not "json"; the report to stdout as JSON, else to stderr.
struct CalibrateFlags {
    std::string run;
    std::string file;
    std::string skipSteps; // as typed; empty: by the rule of measured::warmUpSteps()
};
int printCalibration(const CalibrateFlags& flags, const std::string& format,
                     const std::string& out);

// What a strategy costs; `attention`: "full" or "causal", which pairs of tokens count as FLOPs.
struct ModelFile {
    std::string file;    // a strategy with a model
    std::string profile; // a file of efficiencies; empty: those the strategy has by name
    std::string costsOf; // "stage" or "rank"; empty: the command's default
};
int printEstimate(const ModelFile& input, const std::string& attention, const std::string& format,
                  const std::string& out);

// The fastest strategies for the model of `file`; flags as they were typed, empty where absent.
struct SearchFlags {
    std::string file;
    std::string devices; // one or more numbers, with commas between
    std::string top;
    std::string threads;
    std::string tokensPerSecond;
    std::string save;              // a folder
    std::vector<std::string> keep; // "tensor", "schedule": what the search may not change
    std::string profile;           // as ModelFile's
};
int printSearch(const SearchFlags& flags, const std::string& format, const std::string& out);

// Estimates over a range of a field or two, each as KEY=VALUE,VALUE.
int printSweep(const ModelFile& input, const std::vector<std::string>& fields,
               const std::string& format, const std::string& out);

// What must change for a strategy to fit, or to be fast enough.
int printAdvice(const ModelFile& input, const std::string& tokensPerSecond,
                const std::string& format, const std::string& out);

// Estimates held against measured runs.
struct AccuracyFlags {
    std::vector<std::string> inputs; // tables of published runs (CSV), and recordings
    std::string profile;             // of the machines that it is called after
    std::string fitTo;               // a folder: efficiencies are fitted and written there instead
    bool every = false;              // a line for every run
    bool leaveOut = false;           // each family also predicted without having been fitted to
};
int printAccuracy(const AccuracyFlags& flags, const std::string& format, const std::string& out);
// A configuration file as that of another framework. Every key and field that does not go
// along is said on stderr, as FILE:LINE: key: kind: sentence.
struct ConvertFlags {
    std::string from; // names of strategy::formats()
    std::string to;
    std::string file;
    std::string out; // empty: stdout
};
int convertFile(const ConvertFlags& flags);

// The formats, one a line.
std::string formatTable();

} // namespace cli

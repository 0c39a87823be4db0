// What each subcommand does; each gives the exit code: 0, 1 where a result could not be
// written, 2 for bad input, told on stderr.

#pragma once

#include "engine/cli/source.h"

#include <string>

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

} // namespace cli

// The script that sbatch takes: a header of options and one command.
//
// Nothing that a person has typed is put in as it came: names, sizes and times have a form of their
// own, which is checked, and what may be any text, paths and arguments, is quoted or refused, so
// that no value can end its line or begin another.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/launch/slurm/slurm_names.h"
#include "engine/plan/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

// Bounds of what may be asked for.
inline constexpr int kMaxSignalSeconds = 65'535; // Slurm's own

struct BatchScript {
    std::string name;        // of the job; isSlurmName()
    std::string partition{}; // the same, or several with commas; empty: Slurm's default
    std::string account{};   // isSlurmName(); empty: likewise
    std::string qos{};       // the same
    std::optional<std::chrono::seconds> time{}; // none: the partition's
    int nodes = 1;
    int ranks = 1;        // in all
    int ranksPerNode = 1; // at most
    int cpusPerRank = 1;
    std::optional<int> gpusPerNode{};
    std::string memory{};              // isSlurmMemory(), of a node; empty: Slurm's default
    std::optional<int> signalBefore{}; // seconds before the end at which USR1 comes; none: not
    bool requeue = false;              // may Slurm begin it again
    std::filesystem::path folder{};    // absolute: where it works; empty: where sbatch is called
    std::filesystem::path output{};    // absolute: what it prints; empty: Slurm's own name for it
    std::vector<std::string> command;  // the program's absolute path first
};

// The whole script, which runs the command in place of its shell: the signals that Slurm sends to
// the shell reach the command. The error names the path or argument that cannot stand in one.
// Precondition: what has a form above has it.
plan::Result<std::string> toText(const BatchScript& script);

} // namespace launch

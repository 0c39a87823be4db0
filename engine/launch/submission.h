// job.json: that a run was given to Slurm. Written by `bubblescope-run submit` into the folder that
// the run will record into, which until the job begins holds nothing else of the run.

#pragma once

#include "engine/plan/result.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace launch {

// A value; nothing is written before saveSubmission().
struct Submission {
    static constexpr int kVersion = 1; // of the file's format

    std::string job;          // its number, as isJobId() has it
    std::string cluster{};    // where Slurm has several; else empty
    std::string run;          // the name that the run is known by until it has begun
    std::string strategy;     // the file that the user named, absolute
    std::string strategyName; // the name in it
    int ranks = 1;
    std::int64_t steps = 1;
    std::string device;           // the word of a strategy::RunDevice
    std::string submitted;        // UTC, 2026-01-31T23:59:59Z
    std::filesystem::path folder; // where it was found

    std::filesystem::path script() const { return folder / "job.sh"; }
    std::filesystem::path output() const { return folder / "job.log"; } // what the job prints
    // What is run: the strategy as it was when it was checked and submitted.
    std::filesystem::path strategyCopy() const { return folder / "submitted.yaml"; }
    static std::filesystem::path file(const std::filesystem::path& folder)
    {
        return folder / "job.json";
    }

    bool operator==(const Submission&) const = default;
};

// All that a submission leaves in a folder, which is still free for the recording of its run.
inline constexpr std::array<std::string_view, 4> kSubmissionFiles
    = {"job.json", "job.sh", "job.log", "submitted.yaml"};

// Plain ASCII.
std::string toJson(const Submission& submission);

// Fails where `text` is no whole submission of a version known here. The error lacks the file.
plan::Result<Submission> parseSubmission(std::string_view text);

// Writes it to its folder, mode 0600, in place of an older one. The error names the file.
plan::Outcome saveSubmission(const Submission& submission);

// Reads FOLDER/job.json. Refused where another user could have written it, or where it is no plain
// file. The error names the file.
plan::Result<Submission> loadSubmission(const std::filesystem::path& folder);

// Whether there is something at FOLDER/job.json.
bool hasSubmission(const std::filesystem::path& folder);

} // namespace launch

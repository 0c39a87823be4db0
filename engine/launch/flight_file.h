// The file that a rank on GPUs leaves where its run failed, flight-rank-N.json.

#pragma once

#include "engine/plan/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace launch {

struct FlightOperation {
    std::uint64_t number = 0; // of its group, from 1
    std::uint64_t step = 0;
    std::uint64_t bytes = 0;
    std::string what;  // "all-reduce"; "message" between two ranks
    std::string state; // "queued", "started", "over"
};

struct FlightGroup {
    std::string name;
    std::string identity;   // the same for all members; empty in records of older versions
    std::uint64_t rank = 0; // of this one in it
    std::uint64_t size = 0;
    std::uint64_t count = 0;                 // operations that were begun to be queued
    std::vector<FlightOperation> operations; // the last of them

    // The first that is not over; null: none.
    const FlightOperation* open() const;
    const FlightOperation* find(std::uint64_t number) const;
};

struct FlightRecord {
    std::string reason;
    bool late = false;           // something was not over in time
    std::optional<int> step{};   // that it was in
    std::string op{};            // that was not over
    std::optional<int> awaits{}; // the rank that had yet to send its input
    std::vector<FlightGroup> groups;
};

// The files of that kind in a folder, by rank. None in one that cannot be read.
std::map<int, std::filesystem::path> flightFilesIn(const std::filesystem::path& folder);

// What is missing in it is empty or 0. The error names the file.
plan::Result<FlightRecord> readFlightFile(const std::filesystem::path& path);

} // namespace launch

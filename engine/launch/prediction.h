// What is predicted of a run's steps: one value from its start, in run.json and the report.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace launch {

// Of one device of a pipeline rank, when it holds the most: the numbers of an estimate
// (plan::RankMemory), in whole bytes.
struct PredictedMemory {
    std::uint64_t weights = 0;
    std::uint64_t gradients = 0;
    std::uint64_t optimizer = 0;
    std::uint64_t activations = 0;
    std::uint64_t buffers = 0; // messages, and what a running op needs
    // Besides: by the allocator, the driver, the communicators, and for the framework's buckets;
    // all 0 in older records, which have only the next two.
    std::uint64_t fragmented = 0;
    std::uint64_t framework = 0;
    std::uint64_t communicators = 0;
    std::uint64_t buckets = 0;
    std::uint64_t other = 0; // the five
    std::uint64_t peak = 0;  // all of it
    std::string peakOp{};    // "1F3"; empty: none

    bool operator==(const PredictedMemory&) const = default;
};

// As the estimate of the strategy has it, [pipeline rank]; empty where there is none. Precondition:
// the strategy has a model, and the schedule is its own.
std::vector<PredictedMemory> predictMemory(const strategy::Strategy& strategy,
                                           const plan::Schedule& schedule);

// Bytes that one device sends in a message, as the cost model has it; 0: there are no messages.
// Precondition: as above.
std::uint64_t predictMessage(const strategy::Strategy& strategy, const plan::Schedule& schedule);

struct Prediction {
    std::optional<double> stepSeconds{}; // unknown: nobody has measured what an op takes
    double bubbleFraction = 0;           // idle / (ranks * makespan)
    std::string source{};                // of the costs: "the costs given"; empty in older records

    // Of an emulated run, which keeps to it: `stepSeconds` is as long as a step is paced, and a
    // second of the run stands for `timeScale` seconds of what the costs say.
    bool paced = false;
    float timeScale = 1;
    std::optional<double> unscaledSeconds{}; // that a step stands for
    // Of one message, as the cost model has it; 0: not known, as of an emulated run that keeps to
    // given costs, and in older records.
    std::uint64_t messageBytes = 0;

    // [pipeline rank], of a run that trains; empty: not predicted, as in older records.
    std::vector<PredictedMemory> memory{};

    bool operator==(const Prediction&) const = default;
};

// "step_seconds", "bubble_fraction" and "source"; of an emulated run also "time_scale" and
// "unscaled_step_seconds"; where they are known "message_bytes", and "memory", a list with the keys
// of an estimate's.
nlohmann::ordered_json jsonOf(const Prediction& predicted);
nlohmann::ordered_json jsonOf(const PredictedMemory& memory);

// What older records lack in `json`, an object, stays as it is in `predicted`. False where
// something is there and is of another kind.
bool readMore(const nlohmann::json& json, Prediction& predicted);

} // namespace launch

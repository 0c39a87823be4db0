// What is predicted of a run's steps: one value from its start, in run.json and the report.

#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace launch {

struct Prediction {
    std::optional<double> stepSeconds{}; // unknown: nobody has measured what an op takes
    double bubbleFraction = 0;           // idle / (ranks * makespan)
    std::string source{};                // of the costs: "the costs given"; empty in older records

    // Of an emulated run, which keeps to it: `stepSeconds` is as long as a step is paced, and a
    // second of the run stands for `timeScale` seconds of what the costs say.
    bool paced = false;
    float timeScale = 1;
    std::optional<double> unscaledSeconds{}; // that a step stands for

    bool operator==(const Prediction&) const = default;
};

// "step_seconds", "bubble_fraction", "source" and, of an emulated run, "time_scale" and
// "unscaled_step_seconds".
nlohmann::ordered_json jsonOf(const Prediction& predicted);

// What older records lack in `json`, an object, stays as it is in `predicted`. False where
// something is there and is of another kind.
bool readMore(const nlohmann::json& json, Prediction& predicted);

} // namespace launch

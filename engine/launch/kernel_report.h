// Where the kernels of a run took their time, as the report at its end has it. Empty for a run that
// did not look at them.

#pragma once

#include "engine/measured/kernel_use.h"

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace launch {

struct KernelReport {
    std::map<int, measured::KernelUse> ranks{}; // [world rank]

    bool isEmpty() const { return ranks.empty(); }
    measured::KernelUse overall() const;
    bool operator==(const KernelReport&) const = default;
};

inline constexpr std::size_t kKernelsInJson = 50; // named of all ranks, and of each
inline constexpr std::size_t kKernelsInText = 10;

// "recorded", "missing", "dropped", then seconds: "computing_seconds" of ops, second runs and
// updates; "ops_seconds" of the ops whose kernels are known, "launch_gap_seconds" of that and the
// two as "launch_gap_fraction"; "compute_seconds", "communication_seconds" and "copy_seconds" of
// kernels. "kernels" are those with the most time, "other_kernels" how many names are left out; and
// "ranks" has the same of each rank. A "share" is of the computing time, and null but of kernels
// that compute.
nlohmann::ordered_json jsonOf(const KernelReport& kernels);

// Several lines for a person, each with its line end; empty where there is nothing to say.
std::string summaryOf(const KernelReport& kernels);

} // namespace launch

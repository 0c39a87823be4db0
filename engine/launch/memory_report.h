// What a run's ranks took of memory, beside what was predicted of it, as the report at its end has
// it. Empty for a run whose ranks count no memory of their own.

#pragma once

#include "engine/launch/prediction.h"
#include "engine/measured/memory_taken.h"

#include <functional>
#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace launch {

struct MemoryReport {
    std::map<int, measured::MemoryTaken> ranks{}; // [world rank]

    bool isEmpty() const { return ranks.empty(); }
    bool operator==(const MemoryReport&) const = default;
};

// What is predicted of that rank of the world, of so many in all; null where nothing is.
const PredictedMemory* predictedOf(const std::vector<PredictedMemory>& predicted, int rank,
                                   int ranks);

// What is predicted of the schedule that a step followed, [pipeline rank]; empty: nothing is.
using PredictedIn = std::function<const std::vector<PredictedMemory>&(int step)>;

// A rank each: "peak_bytes" taken, in which "step" and "op", and with what of each category;
// "predicted" is as the run's prediction has it, and "counted_bytes" what of its peak ranks count,
// without what an allocator and a driver hold besides; "difference_bytes" is taken less that, and
// by category likewise. "ops" say of each kind what one more of it holds afterwards, and the most
// it held beside what was there. Null where nothing was predicted.
nlohmann::ordered_json jsonOf(const MemoryReport& memory, const PredictedIn& predictedIn,
                              int ranks);

// A few lines for a person about the rank that took the most, each with its line end; empty where
// there is nothing to say.
std::string summaryOf(const MemoryReport& memory, const PredictedIn& predictedIn, int ranks);

} // namespace launch

// How torchtitan divides layers into stages, and what it calls the schedules. Internal to this
// folder.

#pragma once

#include "engine/plan/result.h"

#include <string_view>
#include <vector>

namespace strategy {

struct TitanSchedule {
    std::string_view name; // theirs, "Interleaved1F1B"
    std::string_view ours;
    bool oneStage; // a rank has one stage, else two unless layers say otherwise
};

// By their name, in any case of letters; nullptr for another.
const TitanSchedule* findTitanSchedule(std::string_view name);

// By our name.
const TitanSchedule* titanScheduleOf(std::string_view ours);

struct TitanDivision {
    int layers = 0;
    int ranks = 1;
    int layersPerStage = 0; // 0: not given
    int lessFirst = 0;      // layers that the first stage has less, for the embedding
    int lessLast = 0;
    bool oneStage = true;
};

// Layers of each stage in stage order: as even as can be once the two ends count for that much
// more, what is left over going to the first ones.
plan::Result<std::vector<int>> titanStages(const TitanDivision& division);

} // namespace strategy

// The groups in which the devices of a rank move data: one communicator each, named, made in one
// order on all ranks.

#pragma once

#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"
#include "engine/runtime/communicator.h"
#include "engine/runtime/training/dims.h"
#include "engine/runtime/training/grid.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace training {

// Makes the group of that name; `members` are ranks of the run, in the group's order, and
// empty where this rank is in none of that name. All ranks call it for the same names in the
// same order.
using MakeGroup = std::function<plan::Result<std::unique_ptr<engine::Communicator>>(
    const std::string& name, const std::vector<int>& members)>;

struct RankGroups {
    std::unique_ptr<engine::Communicator> world;      // "world": all devices of the run
    std::unique_ptr<engine::Communicator> tensor;     // "tp"
    std::unique_ptr<engine::Communicator> context;    // "cp"
    std::unique_ptr<engine::Communicator> data;       // "dp": with the context ranks
    std::unique_ptr<engine::Communicator> expert;     // "ep"
    std::unique_ptr<engine::Communicator> expertData; // "edp"
    // "copies": between the pipeline ranks that hold the same weights, by those ranks.
    std::map<std::vector<int>, std::unique_ptr<engine::Communicator>> copies;
};

// The pipeline ranks that hold each bucket of the model, by its name (see RankModel).
using Holders = std::map<std::string, std::vector<int>>;
Holders holdersOf(const Dims& dims, const plan::LayerSplit& split,
                  const plan::Placement& placement);

// All ranks call it. Makes even the groups of a single member, so that the order of making is the
// same everywhere; the error is of `make`.
plan::Result<RankGroups> makeGroups(const Grid& grid, const Place& place, const Holders& holders,
                                    const MakeGroup& make);

// How many communicators a rank has if all that makeGroups() asks for are made among devices, and
// "world": a group of a single member needs none.
int communicatorsOf(const Grid& grid, const Place& place, const Holders& holders);

} // namespace training

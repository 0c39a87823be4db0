// Which GPU each rank of a machine gets.

#pragma once

#include "engine/plan/result.h"

#include <string>
#include <string_view>

namespace strategy {

// Ranks that may share a GPU, as the least part of one that a rank may ask for.
inline constexpr double kLeastGpusPerRank = 0.01;

struct GpuShare {
    int ranks = 1;          // of a run on this machine, >= 1
    double gpusPerRank = 1; // [kLeastGpusPerRank, 1]: 0.5 lets two share one
};

// Ranks to a GPU, >= 1: a share that was rounded when it was typed, as 0.33, is that of three.
int ranksPerGpu(const GpuShare& share);

// The GPU of the rank with that number among those of its machine, from 0: ranks beside each other
// share one. The error says what is there (`gpus`) and what is needed.
plan::Result<int> gpuOf(const GpuShare& share, int localRank, int gpus);

// "GPU 1 (NVIDIA H100 80GB HBM3)": the number among those that CUDA shows, and what the driver
// calls it; a part of a divided GPU is called by its profile, "NVIDIA H100 80GB HBM3 MIG 1g.10gb".
std::string gpuInWords(int number, std::string_view driversName);

// Whether that is a part of a divided GPU (MIG).
bool isPartOfGpu(std::string_view driversName);

} // namespace strategy

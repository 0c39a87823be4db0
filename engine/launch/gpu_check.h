// Whether the ranks of a run that trains fit on the GPUs of this machine, known before they start.

#pragma once

#include "engine/launch/gpu_query.h"
#include "engine/plan/result.h"
#include "engine/strategy/gpu_share.h"
#include "engine/strategy/strategy.h"

#include <map>
#include <string>
#include <vector>

namespace launch {

// What comes of it where they do.
struct GpuRanks {
    std::map<int, std::string> names{}; // [rank] what the driver calls its GPU
    std::vector<std::string> remarks{}; // what a person should know before it starts

    // That of all; empty where they are of several kinds.
    std::string kind() const;
};

// What the kernels take: columns of a head (kMostHeadColumns of engine/runtime/cuda), and samples
// and tokens of a microbatch on one rank, for which there are so many rows of thread blocks.
inline constexpr int kWidestHead = 256;
inline constexpr long long kMostSamples = 65'535;
inline constexpr long long kMostTokens = kMostSamples * 128;

// The error is one sentence with what is there and what is needed: too few GPUs, one that is not
// for these ranks, heads too wide for its kernels, or too little memory for what training changes
// (weights, gradients and optimizer, whose sizes are known). What the plan takes at its peak is a
// prediction, so that it is more than there is is a remark. Precondition: the strategy has a model,
// and nothing speaks against training it.
plan::Result<GpuRanks> checkGpus(const strategy::Strategy& strategy,
                                 const strategy::GpuShare& share, const Gpus& gpus);

} // namespace launch

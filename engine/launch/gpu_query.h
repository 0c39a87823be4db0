// Which GPUs this machine has, asked of the engine: whoever starts ranks needs no driver for it,
// and outlives one that hangs.

#pragma once

#include "engine/launch/environment.h"
#include "engine/plan/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

// As `bubblescope-engine --devices` says it (engine/runtime/training/gpu_list.h).
struct Gpus {
    struct One {
        std::string name;
        std::uint64_t memory = 0;                  // bytes
        std::optional<std::uint64_t> freeMemory{}; // of those; none: not known
        std::string others{}; // "process 4711 holds 71.2 GiB of it"; empty: nobody, or not known
        std::string mode{};   // "default", "exclusive", "prohibited"; empty: not known
    };

    std::string missing{}; // why none can be used; empty: they can
    std::vector<One> gpus{};
};

// Starts `engine` and waits for its answer, no longer than `patience`; a driver takes seconds to
// begin. What goes wrong is said in `missing`.
Gpus askForGpus(const std::filesystem::path& engine, const Environment& environment,
                std::chrono::milliseconds patience = std::chrono::seconds(30));

// The answer's one line of JSON among whatever libraries have printed.
plan::Result<Gpus> parseGpus(std::string_view output);

} // namespace launch

#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/cuda_store.h"
#include "tests/cuda/emulator/block.h"
#include "tests/runtime/kernels/device_values.h"

#include <cstdlib>
#include <string_view>

namespace training::test {

namespace {

// In which order threads take turns: all tests are run in each.
emulator::Turns turnsAskedFor()
{
    const char* const given = std::getenv("EMULATOR_TURNS");
    const std::string_view word = given != nullptr ? given : "";
    return word == "backward" ? emulator::Turns::Backward
        : word == "random"    ? emulator::Turns::Random
        : word == "ahead"     ? emulator::Turns::OneWarpAhead
                              : emulator::Turns::Forward;
}

} // namespace

KernelDevice kernelDevice()
{
    static engine::SystemClock clock;
    static engine::Waiting waiting(clock);
    // Never destroyed: the device that they give memory back to may be gone by then.
    static auto* const lanes = [] {
        emulator::setTurns(turnsAskedFor());
        return new gpu::CudaLanes(waiting, std::chrono::minutes(1));
    }();
    static auto* const store = new gpu::CudaStore(*lanes);
    static auto* const kernels = new CudaKernels(*lanes, *store);
    return {.kernels = *kernels, .store = *store, .roundsFactors = true};
}

} // namespace training::test

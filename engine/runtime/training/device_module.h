// Devices that this program has only where their libraries are installed. Their code lies in a
// library of its own, which is loaded when it is needed: without it everything else works.

#pragma once

#include "engine/runtime/training/device.h"
#include "engine/runtime/training/gpu_list.h"
#include "engine/runtime/waiting.h"
#include "engine/strategy/gpu_share.h"

#include <memory>
#include <string>

namespace training {

// What a rank asks of the module.
struct DeviceRequest {
    int rank = 0;               // of the run
    int localRank = 0;          // among the ranks of its machine
    strategy::GpuShare share{}; // of those
    int communicators = 0;      // that it will have; see TrainingSetup::communicators()
    bool deterministic = false; // sums among GPUs are taken in the order of ranks
    engine::Nanoseconds patience = std::chrono::minutes(10); // of one wait
    bool deep = false;                                       // it tells its kernels
    // Folder for what its groups did last, where one of them hangs; empty: none.
    std::string records{};
};

// Used by one thread.
class DeviceModule {
public:
    virtual ~DeviceModule() = default;

    // Takes seconds where the driver has to begin; makes no device this process's.
    virtual GpuList look() = 0;

    // The rank's own. `waiting` must outlive it. The error says what is there and what is needed.
    virtual plan::Result<std::unique_ptr<Device>> open(const DeviceRequest& request,
                                                       engine::Waiting& waiting)
        = 0;
};

// That of GPUs. The error says what is missing, as a sentence without a full stop.
plan::Result<std::unique_ptr<DeviceModule>> loadCudaModule();

} // namespace training

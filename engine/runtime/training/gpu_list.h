// The GPUs of a machine and the libraries that drive them, as whoever starts a run is told.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace training {

// One GPU, or one part of a GPU that is cut into instances (MIG).
struct GpuFacts {
    int number = 0; // as CUDA counts those that CUDA_VISIBLE_DEVICES shows, from 0
    std::string name{};
    std::string busId{};      // PCI: "0000:3b:00.0"
    std::string uuid{};       // "GPU-…", or of a part "MIG-…"
    std::uint64_t memory = 0; // bytes
    // When it was looked at, as the management library says; nothing where there is none.
    std::optional<std::uint64_t> freeMemory{}; // bytes
    std::string others{}; // "process 4711 holds 71.2 GiB of it"; empty: nobody, or not known
    std::string mode{};   // who may use it: "default", "exclusive" (one process), "prohibited"
    int major = 0;        // of its compute capability
    int minor = 0;
    int multiprocessors = 0;
};

// Versions are as people write them, "13.0"; empty: not known.
struct GpuList {
    std::string
        missing{}; // why none can be used, as a sentence without a full stop; empty: they can
    std::string driverCuda{};  // the newest CUDA that the driver can run
    std::string runtimeCuda{}; // the CUDA that this program is built with
    std::string nccl{};
    std::string cublas{};
    std::vector<GpuFacts> gpus{};
};

// One object: {"missing", "driver_cuda", "runtime_cuda", "nccl", "cublas", "gpus": [{"number",
// "name", "pci_bus_id", "uuid", "memory_bytes", "free_bytes" (or null), "others", "mode",
// "compute_capability"}]}, in a line without its end. What a run's report has, too, has its key.
std::string toJson(const GpuList& list);

// "GPU 0: NVIDIA H100 80GB HBM3, compute capability 9.0, 79.2 GiB"
std::string toText(const GpuFacts& gpu);

} // namespace training

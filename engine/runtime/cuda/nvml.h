// The counters of an NVIDIA GPU, by NVIDIA's management library (NVML), which comes with the
// driver.
//
// The library is opened when it is asked for and is needed neither to build nor to run: without it
// there is one sentence, and a run without counters. A value that the driver or the GPU does not
// tell is empty, and nothing else is lost by it.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/cuda/nvml_functions.h"
#include "engine/runtime/device_counters.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpu {

inline constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";

class Nvml : public engine::DeviceCounters {
public:
    // The GPU at that place of the bus, as cudaDeviceGetPCIBusId() has it: numbers of GPUs are not
    // the same for CUDA and for NVML. `part`: the UUID of a part of it, "MIG-…", whose memory and
    // processes are looked at then; all else is of the whole GPU. The error says what is missing,
    // as one sentence.
    static plan::Result<std::unique_ptr<Nvml>> open(const std::string& pciBusId,
                                                    const std::string& part = {},
                                                    const std::string& library = kNvmlLibrary);
    ~Nvml() override;

    // What NVML knows of it: of the versions those of the driver.
    engine::DeviceDescription description();

    engine::DeviceReading sample() override;
    // Xid errors, memory errors that cannot be corrected, and, once, that the GPU is lost.
    std::vector<std::string> faults() override;
    std::vector<engine::DeviceProcess> processes() override;

private:
    Nvml(const nvml::Functions& functions, nvml::Device device, std::string pciBusId,
         const std::string& part);
    void listen();
    // The answer of a function with one result, or empty.
    template <class Value, class Function, class... Given>
    std::optional<Value> ask(Function* function, Given... given);
    std::optional<nvml::Memory> memory();
    bool succeeds(int result);

    nvml::Functions m_nvml;
    nvml::Device m_device;
    bool m_isPart = false;         // of it is used, and that is
    nvml::Device m_part = nullptr; // null: NVML does not find it
    std::string m_pciBusId;
    nvml::EventSet m_events = nullptr; // null: the GPU or the driver reports none
    bool m_isLost = false;             // and what follows from it:
    bool m_toldLost = false;
};

} // namespace gpu

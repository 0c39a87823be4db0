#include "engine/runtime/cuda/nvml_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <initializer_list>

namespace gpu::nvml {
namespace {

// The first of the names that the library has, the newest first; null where it has none.
template <class Function>
void find(void* library, Function*& function, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        // POSIX says that the address of a function fits into a pointer to data.
        function = reinterpret_cast<Function*>(dlsym(library, name));
        if (function != nullptr)
            return;
    }
}

} // namespace

plan::Result<Functions> functionsOf(const std::string& library)
{
    void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr)
        return plan::Error{fmt::format("NVIDIA's management library cannot be loaded ({}), so the "
                                       "GPU's load, power and clocks are not recorded; it comes "
                                       "with the driver",
                                       dlerror())};
    Functions found;
    find(opened, found.init, {"nvmlInit_v2"});
    find(opened, found.shutdown, {"nvmlShutdown"});
    find(opened, found.errorString, {"nvmlErrorString"});
    find(opened, found.systemGetDriverVersion, {"nvmlSystemGetDriverVersion"});
    find(opened, found.systemGetCudaDriverVersion,
         {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"});
    find(opened, found.deviceGetHandleByPciBusId, {"nvmlDeviceGetHandleByPciBusId_v2"});
    find(opened, found.deviceGetHandleByUuid, {"nvmlDeviceGetHandleByUUID"});
    find(opened, found.deviceGetName, {"nvmlDeviceGetName"});
    find(opened, found.deviceGetCudaComputeCapability, {"nvmlDeviceGetCudaComputeCapability"});
    find(opened, found.deviceGetMigMode, {"nvmlDeviceGetMigMode"});
    find(opened, found.deviceGetMemoryInfo, {"nvmlDeviceGetMemoryInfo"});
    find(opened, found.deviceGetUtilizationRates, {"nvmlDeviceGetUtilizationRates"});
    find(opened, found.deviceGetPowerUsage, {"nvmlDeviceGetPowerUsage"});
    find(opened, found.deviceGetEnforcedPowerLimit, {"nvmlDeviceGetEnforcedPowerLimit"});
    find(opened, found.deviceGetClockInfo, {"nvmlDeviceGetClockInfo"});
    find(opened, found.deviceGetTemperature, {"nvmlDeviceGetTemperature"});
    find(opened, found.deviceGetCurrentClocksEventReasons,
         {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    find(opened, found.deviceGetTotalEccErrors, {"nvmlDeviceGetTotalEccErrors"});
    find(opened, found.deviceGetComputeRunningProcesses,
         {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"});
    find(opened, found.eventSetCreate, {"nvmlEventSetCreate"});
    find(opened, found.deviceRegisterEvents, {"nvmlDeviceRegisterEvents"});
    find(opened, found.eventSetWait, {"nvmlEventSetWait_v2", "nvmlEventSetWait"});
    find(opened, found.eventSetFree, {"nvmlEventSetFree"});
    if (found.init == nullptr || found.shutdown == nullptr
        || found.deviceGetHandleByPciBusId == nullptr)
        return plan::Error{fmt::format("{} is not NVIDIA's management library, or one that is too "
                                       "old, so the GPU's load, power and clocks are not recorded; "
                                       "install the driver's own",
                                       library)};
    return found;
}

} // namespace gpu::nvml

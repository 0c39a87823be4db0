// The part of NVIDIA's management library (NVML) that is used here, declared anew: its header comes
// with the driver's development files, which a machine that builds this program rarely has.
//
// Names, layouts and numbers are those of the NVML API Reference of driver 580 (CUDA 13.0),
// docs.nvidia.com/deploy/nvml-api. NVML keeps them for all later versions of a function; what
// changes gets a new name, such as _v2.

#pragma once

#include "engine/plan/result.h"

#include <string>

namespace gpu::nvml {

using Device = struct Opaque*;      // nvmlDevice_t
using EventSet = struct OpaqueSet*; // nvmlEventSet_t

// nvmlReturn_t, as far as it matters.
inline constexpr int kSuccess = 0;
inline constexpr int kInsufficientSize = 7;
inline constexpr int kTimeout = 10;
inline constexpr int kGpuIsLost = 15;
inline constexpr int kVersionMismatch = 18;

struct Memory { // nvmlMemory_t, bytes
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

struct Utilization { // nvmlUtilization_t, percent
    unsigned gpu = 0;
    unsigned memory = 0;
};

struct ProcessInfo { // nvmlProcessInfo_v2_t, which _v2 and _v3 of the functions fill in
    unsigned pid = 0;
    unsigned long long usedGpuMemory = 0; // bytes; all bits set: not available
    unsigned gpuInstanceId = 0;
    unsigned computeInstanceId = 0;
};

struct EventData { // nvmlEventData_t
    Device device = nullptr;
    unsigned long long eventType = 0;
    unsigned long long eventData = 0; // of an Xid event its number
    unsigned gpuInstanceId = 0;
    unsigned computeInstanceId = 0;
};

inline constexpr int kClockSm = 1;     // NVML_CLOCK_SM
inline constexpr int kClockMemory = 2; // NVML_CLOCK_MEM
inline constexpr int kGpuSensor = 0;   // NVML_TEMPERATURE_GPU
inline constexpr int kUncorrected = 1; // NVML_MEMORY_ERROR_TYPE_UNCORRECTED
inline constexpr int kSinceDriver = 0; // NVML_VOLATILE_ECC: since the driver was loaded
inline constexpr unsigned kMigOn = 1;  // NVML_DEVICE_MIG_ENABLE
inline constexpr unsigned long long kDoubleBitEcc = 0x2; // nvmlEventTypeDoubleBitEccError
inline constexpr unsigned long long kXid = 0x8;          // nvmlEventTypeXidCriticalError

// nvmlClocksEventReason*, earlier nvmlClocksThrottleReason*.
inline constexpr unsigned long long kReasonIdle = 0x1;
inline constexpr unsigned long long kReasonApplicationClocks = 0x2;
inline constexpr unsigned long long kReasonPowerCap = 0x4;
inline constexpr unsigned long long kReasonHardwareSlowdown = 0x8;
inline constexpr unsigned long long kReasonSyncBoost = 0x10;
inline constexpr unsigned long long kReasonSoftwareThermal = 0x20;
inline constexpr unsigned long long kReasonHardwareThermal = 0x40;
inline constexpr unsigned long long kReasonPowerBrake = 0x80;
inline constexpr unsigned long long kReasonDisplayClocks = 0x100;

// The functions of a library that was found; one that it does not have is null. Each is named as in
// the library, without its "nvml".
struct Functions {
    int (*init)() = nullptr;     // nvmlInit_v2
    int (*shutdown)() = nullptr; // undoes one init()
    const char* (*errorString)(int result) = nullptr;
    int (*systemGetDriverVersion)(char* version, unsigned length) = nullptr;
    int (*systemGetCudaDriverVersion)(int* version) = nullptr;
    int (*deviceGetHandleByPciBusId)(const char* id, Device* device) = nullptr;
    int (*deviceGetHandleByUuid)(const char* uuid, Device* device) = nullptr; // ...ByUUID
    int (*deviceGetName)(Device device, char* name, unsigned length) = nullptr;
    int (*deviceGetCudaComputeCapability)(Device device, int* major, int* minor) = nullptr;
    int (*deviceGetMigMode)(Device device, unsigned* current, unsigned* pending) = nullptr;
    int (*deviceGetMemoryInfo)(Device device, Memory* memory) = nullptr;
    int (*deviceGetUtilizationRates)(Device device, Utilization* utilization) = nullptr;
    int (*deviceGetPowerUsage)(Device device, unsigned* milliwatts) = nullptr;
    int (*deviceGetEnforcedPowerLimit)(Device device, unsigned* milliwatts) = nullptr;
    int (*deviceGetClockInfo)(Device device, int clock, unsigned* megahertz) = nullptr;
    int (*deviceGetTemperature)(Device device, int sensor, unsigned* celsius) = nullptr;
    int (*deviceGetCurrentClocksEventReasons)(Device device, unsigned long long* bits) = nullptr;
    int (*deviceGetTotalEccErrors)(Device device, int error, int counter, unsigned long long* count)
        = nullptr;
    int (*deviceGetComputeRunningProcesses)(Device device, unsigned* count, ProcessInfo* infos)
        = nullptr;
    int (*eventSetCreate)(EventSet* set) = nullptr;
    int (*deviceRegisterEvents)(Device device, unsigned long long types, EventSet set) = nullptr;
    int (*eventSetWait)(EventSet set, EventData* data, unsigned timeoutMs) = nullptr;
    int (*eventSetFree)(EventSet set) = nullptr;
};

// The functions of the library of that name or path, which is never unloaded: a call that hangs may
// still be within it. Fails where the library is not there, or is not NVML.
plan::Result<Functions> functionsOf(const std::string& library);

} // namespace gpu::nvml

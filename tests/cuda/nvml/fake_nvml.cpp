// NVIDIA's management library, made up: the functions that are used, with the layouts of NVIDIA's
// documentation written down once more, so that a slip in the program's own does not go unseen.
//
// Compiled three times: FAKE_OLD_DRIVER leaves out what older drivers do not have, and
// FAKE_OF_PROGRAMS takes what it says from the environment.

#include "tests/cuda/nvml/fake_nvml.h"

#ifdef FAKE_OF_PROGRAMS
#include "tests/cuda/fakes/machine.h"
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

#ifdef FAKE_OF_PROGRAMS

fake::Nvml state;

bool readEnvironment(fake::Nvml& told)
{
    told.total = static_cast<unsigned long long>(fake::numberFrom("CUDA_MADE_UP_KIB", 262144))
        << 10;
    told.used = static_cast<unsigned long long>(fake::numberFrom("CUDA_MADE_UP_HELD_KIB", 0)) << 10;
    if (told.used > 0)
        told.processes = {{4711, told.used}};
    const char* const own = std::getenv("OMPI_COMM_WORLD_RANK");
    const char* const xid = std::getenv("CUDA_MADE_UP_XID");
    if (own == nullptr || xid == nullptr)
        return true;
    const std::string words = xid;
    const std::size_t colon = words.find(':');
    if (words.substr(0, colon) == own)
        told.events = {{8, std::stoull(words.substr(colon + 1))}};
    return true;
}
[[maybe_unused]] const bool kRead = readEnvironment(state);
constexpr bool kAnyBus = true;

// Of a rank whose GPU is to be lost they tell of that.
[[maybe_unused]] bool haveHappened()
{
    return fake::ownFault().kind != fake::Fault::Kind::Lost
        || std::getenv(fake::kLostVariable) != nullptr;
}

#else

fake::Nvml state;
constexpr bool kAnyBus = false;
[[maybe_unused]] bool haveHappened() { return true; }

#endif

int theDevice = 0;
int thePart = 0;

bool isDevice(const void* device) { return device == &theDevice; }
bool isAny(const void* device) { return device == &thePart || isDevice(device); }

constexpr int kInvalid = 2;
constexpr int kNotFound = 6;
constexpr int kTooSmall = 7;

int putText(char* text, unsigned length, const char* what)
{
    if (std::strlen(what) + 1 > length)
        return kTooSmall;
    std::memcpy(text, what, std::strlen(what) + 1);
    return 0;
}

template <class Value>
int put(const void* device, Value* to, Value value, int result = 0)
{
    if (!isDevice(device))
        return kInvalid;
    if (result == 0)
        *to = value;
    return result;
}

// Byte by byte, as the documentation draws it.
void putAt(void* to, std::size_t offset, const auto& value)
{
    std::memcpy(static_cast<char*>(to) + offset, &value, sizeof value);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): names of another library
extern "C" {

fake::Nvml* fakeNvml() { return &state; }

int nvmlInit_v2()
{
    if (state.initResult == 0)
        ++state.running;
    return state.initResult;
}
int nvmlShutdown()
{
    --state.running;
    return 0;
}
const char* nvmlErrorString(int result)
{
    return result == 9 ? "Driver Not Loaded" : result == kNotFound ? "Not Found" : "Unknown Error";
}
int nvmlSystemGetDriverVersion(char* version, unsigned length)
{
    return putText(version, length, "580.65.06");
}
int nvmlSystemGetCudaDriverVersion_v2(int* version)
{
    *version = 13000;
    return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device)
{
    if (state.busId != id && !kAnyBus)
        return kNotFound;
    *device = &theDevice;
    return 0;
}
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device)
{
    if (state.part.empty() || state.part != uuid)
        return kNotFound;
    *device = &thePart;
    return 0;
}
int nvmlDeviceGetName(void* device, char* name, unsigned length)
{
    return isDevice(device) ? putText(name, length, "NVIDIA H100 80GB HBM3") : kInvalid;
}
int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor)
{
    *minor = 0;
    return put(device, major, 9);
}
int nvmlDeviceGetMemoryInfo(void* device, void* memory)
{
    ++state.asked;
    // Not atomic::wait(): it does not reach from one library to another.
    while (state.hangs)
        std::this_thread::yield();
    if (state.memoryResult != 0)
        return state.memoryResult;
    const bool ofPart = device == &thePart;
    const unsigned long long total = ofPart ? state.partTotal : state.total;
    const unsigned long long used = ofPart ? state.partUsed : state.used;
    putAt(memory, 0, total);
    putAt(memory, 8, total - used);
    putAt(memory, 16, used);
    return isAny(device) ? 0 : kInvalid;
}
int nvmlDeviceGetUtilizationRates(void* device, void* utilization)
{
    if (state.utilizationResult != 0)
        return state.utilizationResult;
    putAt(utilization, 0, state.gpuPercent);
    putAt(utilization, 4, state.memoryPercent);
    return isDevice(device) ? 0 : kInvalid;
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts)
{
    return put(device, milliwatts, state.milliwatts, state.powerResult);
}
int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz)
{
    return put(device, megahertz, state.megahertz.at(static_cast<std::size_t>(clock)));
}
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius)
{
    return sensor == 0 ? put(device, celsius, state.celsius) : kInvalid;
}
int nvmlDeviceGetTotalEccErrors(void* device, int type, int counter, unsigned long long* count)
{
    // Uncorrected, volatile.
    return type == 1 && counter == 0 ? put(device, count, state.ecc, state.eccResult) : kInvalid;
}

#ifdef FAKE_OLD_DRIVER

int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons)
{
    return put(device, reasons, state.reasons);
}

#else

constexpr int kTimeout = 10;
int theSet = 0;

int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts)
{
    return put(device, milliwatts, state.limit);
}
int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending)
{
    *pending = state.mig;
    return put(device, current, state.mig);
}
int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* reasons)
{
    return put(device, reasons, state.reasons);
}
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* infos)
{
    const std::size_t room = *count;
    *count = static_cast<unsigned>(state.processes.size());
    if (room < state.processes.size())
        return kTooSmall;
    for (std::size_t i = 0; i < state.processes.size(); ++i) {
        putAt(infos, 24 * i, state.processes[i].pid);
        putAt(infos, 24 * i + 8, state.processes[i].bytes);
        putAt(infos, 24 * i + 16, 0xffffffffU); // no part of a divided device
        putAt(infos, 24 * i + 20, 0xffffffffU);
    }
    return isAny(device) ? 0 : kInvalid;
}
int nvmlEventSetCreate(void** set)
{
    ++state.eventSets;
    *set = &theSet;
    return 0;
}
int nvmlDeviceRegisterEvents(void* device, unsigned long long types, void* set)
{
    if (!isDevice(device) || set != &theSet)
        return kInvalid;
    return types == 8 + 2 ? state.registerBothResult : types == 8 ? 0 : kInvalid;
}
int nvmlEventSetWait_v2(void* set, void* data, unsigned timeout)
{
    if (set != &theSet || timeout != 0) // a wait would hold up the other counters
        return kInvalid;
    if (state.events.empty() || !haveHappened())
        return kTimeout;
    void* const device = &theDevice;
    putAt(data, 0, device);
    putAt(data, 8, state.events.front().type);
    putAt(data, 16, state.events.front().data);
    state.events.erase(state.events.begin());
    return 0;
}
int nvmlEventSetFree(void* set)
{
    --state.eventSets;
    return set == &theSet ? 0 : kInvalid;
}

#endif

} // extern "C"
// NOLINTEND(readability-identifier-naming)

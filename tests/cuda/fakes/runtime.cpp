// The part of the CUDA runtime that the engine uses, of a device that streams.h makes.

#include "tests/cuda/fakes/machine.h"
#include "tests/cuda/fakes/streams.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include <cuda_runtime_api.h>

namespace {

using fake::Device;
using fake::Stream;

// Recordings are counted: a wait is for the one that was last asked for when the wait was. What is
// queued keeps its event: it may be destroyed before that has run.
struct Event {
    long recorded = 0;
    long passed = 0;
    bool timed = true; // elapsed time may be asked
    std::chrono::steady_clock::time_point at{};
    char address = 0;
};

Stream* of(cudaStream_t stream) { return reinterpret_cast<Stream*>(stream); }
using Events = std::shared_ptr<Event>;

const Events& of(cudaEvent_t event) { return *reinterpret_cast<Events*>(event); }

thread_local std::map<const std::byte*, std::size_t> pinned; // where blocks begin, and bytes

// Of the calling thread, until somebody asks for it.
thread_local cudaError_t last = cudaSuccess;

// Of the device, which stays broken once it is.
cudaError_t outcome() { return Device::own().error(); }

cudaError_t waitFor(const std::function<bool()>& over, const Stream* awaited)
{
    ++Device::own().counts().waits;
    return Device::own().runUntil(over, awaited) ? cudaSuccess : outcome();
}

// Of host memory that the device cannot reach, a copy is made while the host waits.
bool reachable(const void* address)
{
    if (Device::own().memory().holds(address))
        return true;
    const auto* const byte = static_cast<const std::byte*>(address);
    const auto next = pinned.upper_bound(byte);
    return next != pinned.begin() && byte < std::prev(next)->first + std::prev(next)->second;
}

thread_local int chosen = 0;

// What an error is called, and what the runtime says of it.
struct Named {
    cudaError_t error;
    const char* name;
    const char* words;
};
constexpr Named kNamed[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable",
     "CUDA-capable device(s) is/are busy or unavailable"},
    {cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"},
    {cudaErrorSystemNotReady, "cudaErrorSystemNotReady", "system not yet initialized"},
    {cudaErrorSystemDriverMismatch, "cudaErrorSystemDriverMismatch",
     "system has unsupported display driver / cuda driver combination"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const Named* named(cudaError_t error)
{
    for (const Named& one : kNamed)
        if (one.error == error)
            return &one;
    return nullptr;
}

const fake::Gpu* gpuOf(int device)
{
    const std::vector<fake::Gpu>& visible = fake::visibleGpus();
    return device >= 0 && device < static_cast<int>(visible.size())
        ? &visible[static_cast<std::size_t>(device)]
        : nullptr;
}

std::size_t heldByOthers()
{
    return static_cast<std::size_t>(fake::numberFrom("CUDA_MADE_UP_HELD_KIB", 0)) << 10;
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count)
{
    *count = 0;
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (driver < CUDART_VERSION)
        return cudaErrorInsufficientDriver;
    if (const long error = fake::numberFrom("CUDA_MADE_UP_START", cudaSuccess);
        error != cudaSuccess)
        return static_cast<cudaError_t>(error);
    *count = static_cast<int>(fake::visibleGpus().size());
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}
// Each thread has a device of its own, whatever its number.
cudaError_t cudaSetDevice(int device)
{
    const fake::Gpu* const gpu = gpuOf(device);
    if (gpu == nullptr)
        return cudaErrorInvalidDevice;
    if (fake::numberFrom("CUDA_MADE_UP_BUSY", -1) == device)
        return cudaErrorDevicesUnavailable;
    if (gpu->memory > 0)
        Device::own().setMemory(gpu->memory);
    chosen = device;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device)
{
    *device = chosen;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version)
{
    *version = static_cast<int>(fake::numberFrom("CUDA_MADE_UP_DRIVER", CUDART_VERSION));
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    const fake::Arena& memory = Device::own().memory();
    *total = memory.size();
    *free = memory.size() - memory.taken() - heldByOthers();
    return cudaSuccess;
}
cudaError_t cudaPeekAtLastError() { return outcome() != cudaSuccess ? outcome() : last; }
cudaError_t cudaGetLastError()
{
    const cudaError_t error = cudaPeekAtLastError();
    last = cudaSuccess;
    return error;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    const fake::Gpu* const gpu = gpuOf(device);
    if (gpu == nullptr)
        return cudaErrorInvalidDevice;
    *properties = {};
    std::strncpy(properties->name, gpu->name.c_str(), sizeof properties->name - 1);
    properties->major = 8;
    properties->multiProcessorCount = 108;
    properties->totalGlobalMem = gpu->memory > 0 ? gpu->memory : Device::own().memory().size();
    properties->pciBusID = gpu->bus;
    properties->uuid.bytes[0] = static_cast<char>(gpu->number + 1);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    const fake::Gpu* const gpu = gpuOf(device);
    if (gpu == nullptr || attribute != cudaDevAttrComputeMode)
        return cudaErrorInvalidValue;
    *value = gpu->mode;
    return cudaSuccess;
}
const char* cudaGetErrorName(cudaError_t error)
{
    const Named* const known = named(error);
    return known != nullptr ? known->name : "cudaErrorLaunchFailure";
}
const char* cudaGetErrorString(cudaError_t error)
{
    const Named* const known = named(error);
    return known != nullptr ? known->words : Device::own().why().c_str();
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value)
{
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize
        && !emulator::allowShared(kernel, static_cast<std::size_t>(value)))
        return last = cudaErrorInvalidValue;
    return outcome();
}

// ---- memory ----

cudaError_t cudaMalloc(void** block, std::size_t bytes)
{
    ++Device::own().counts().allocations;
    const fake::Arena& memory = Device::own().memory();
    *block = memory.taken() + bytes + heldByOthers() <= memory.size()
        ? Device::own().memory().take(bytes)
        : nullptr;
    return *block != nullptr ? cudaSuccess : last = cudaErrorMemoryAllocation;
}
cudaError_t cudaFree(void* block)
{
    const cudaError_t done = cudaDeviceSynchronize();
    return Device::own().memory().release(block) || block == nullptr ? done : cudaErrorInvalidValue;
}
cudaError_t cudaMallocHost(void** block, std::size_t bytes)
{
    *block = std::malloc(bytes);
    pinned[static_cast<std::byte*>(*block)] = bytes;
    return cudaSuccess;
}
cudaError_t cudaFreeHost(void* block)
{
    const cudaError_t done = cudaDeviceSynchronize();
    pinned.erase(static_cast<std::byte*>(block));
    std::free(block);
    return done;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    // Whether each side is the device's own memory, as the caller says.
    const fake::Arena& memory = Device::own().memory();
    if (memory.holds(to) != (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
        || memory.holds(from)
            != (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice))
        return last = cudaErrorInvalidValue;
    ++Device::own().counts().launches;
    using Kind = fake::Activity::Kind;
    of(stream)->work({.kind = kind == cudaMemcpyHostToDevice ? Kind::CopyIn
                          : kind == cudaMemcpyDeviceToHost   ? Kind::CopyOut
                                                             : Kind::Copy,
                      .bytes = bytes},
                     [=] { std::memcpy(to, from, bytes); });
    if (reachable(to) && reachable(from))
        return outcome();
    return waitFor([stream] { return of(stream)->idle(); }, of(stream));
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream)
{
    ++Device::own().counts().launches;
    of(stream)->work({.kind = fake::Activity::Kind::Fill, .bytes = bytes},
                     [=] { std::memset(to, value, bytes); });
    return outcome();
}

// ---- streams and events ----

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned)
{
    *stream = reinterpret_cast<cudaStream_t>(new Stream);
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const cudaError_t done = waitFor([stream] { return of(stream)->idle(); }, of(stream));
    delete of(stream);
    return done;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const cudaError_t done = waitFor([stream] { return of(stream)->idle(); }, of(stream));
    of(stream)->acquireWhatItDid();
    return done;
}
cudaError_t cudaDeviceSynchronize()
{
    ++Device::own().counts().waits;
    return Device::own().synchronize() ? cudaSuccess : outcome();
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags)
{
    ++Device::own().counts().events;
    *event = reinterpret_cast<cudaEvent_t>(new Events(std::make_shared<Event>()));
    of(*event)->timed = (flags & cudaEventDisableTiming) == 0;
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete reinterpret_cast<Events*>(event);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    of(stream)->enqueue([event = of(event), number = ++of(event)->recorded] {
        event->passed = number;
        event->at = std::chrono::steady_clock::now();
        emulator::release(&event->address);
    });
    return outcome();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    of(stream)->enqueue(
        [event = of(event)] { emulator::acquire(&event->address); },
        [event = of(event), number = of(event)->recorded] { return event->passed >= number; });
    return outcome();
}
cudaError_t cudaEventQuery(cudaEvent_t event)
{
    if (of(event)->passed < of(event)->recorded)
        Device::own().runSomething(); // a host that keeps asking sees it pass some time
    if (outcome() != cudaSuccess)
        return outcome();
    if (of(event)->passed < of(event)->recorded)
        return last = cudaErrorNotReady; // the runtime keeps even this
    emulator::acquire(&of(event)->address);
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const cudaError_t done
        = waitFor([event = of(event)] { return event->passed >= event->recorded; }, nullptr);
    emulator::acquire(&of(event)->address);
    return done;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    for (const cudaEvent_t event : {from, to}) {
        if (!of(event)->timed || of(event)->recorded == 0)
            return last = cudaErrorInvalidResourceHandle;
        if (of(event)->passed < of(event)->recorded)
            return cudaErrorNotReady;
    }
    *milliseconds = std::chrono::duration<float, std::milli>(of(to)->at - of(from)->at).count();
    return cudaSuccess;
}

} // extern "C"

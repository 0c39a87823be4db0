#include "engine/runtime/cuda/cuda_store.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace gpu {

namespace {

constexpr std::size_t kLeastStaging = std::size_t{1} << 16;

} // namespace

CudaStore::CudaStore(CudaLanes& lanes)
    : m_lanes(lanes)
    , m_compute(lanes.stream(engine::kComputeLane))
{
}

CudaStore::~CudaStore()
{
    // A rank that failed ends here, too: what the driver says then adds nothing.
    for (const Staging& staging : m_staging) {
        cudaFreeHost(staging.memory);
        cudaEventDestroy(staging.read);
    }
    for (void* const block : m_released)
        cudaFree(block);
}

engine::DeviceAddress CudaStore::take(std::size_t bytes)
{
    const engine::DeviceAddress block = takeFromDriver(bytes);
    if (block || m_released.empty())
        return block;
    if (const auto given = giveToDriver(); !given)
        throw training::Failure({"the GPU has no memory left, and what it has to do before it can "
                                 "free some is not over: "
                                 + given.error().message});
    return takeFromDriver(bytes);
}

engine::DeviceAddress CudaStore::takeFromDriver(std::size_t bytes)
{
    void* block = nullptr;
    const cudaError_t taken = cudaMalloc(&block, bytes);
    if (taken == cudaErrorMemoryAllocation) {
        cudaGetLastError(); // it is an answer, and no error of what comes next
        return {};
    }
    check(taken, "take memory");
    return engine::deviceAddress(block);
}

std::string CudaStore::whatIsLeft() const
{
    constexpr double kGibibyte = 1024.0 * 1024 * 1024;
    std::size_t free = 0;
    std::size_t total = 0;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess) {
        cudaGetLastError();
        return {};
    }
    const std::string others = m_others ? m_others() : std::string();
    return fmt::format(
        "; {:.1f} of the GPU's {:.1f} GiB are free{}{}", static_cast<double>(free) / kGibibyte,
        static_cast<double>(total) / kGibibyte, others.empty() ? "" : ", and ", others);
}

void CudaStore::release(engine::DeviceAddress block, std::size_t)
{
    m_released.push_back(engine::rawPointer(block));
}

void CudaStore::beginStep() { training::must(giveToDriver()); }

// Once nothing is queued the driver has nothing to wait for.
plan::Outcome CudaStore::giveToDriver()
{
    if (m_released.empty())
        return plan::done();
    if (auto over = m_lanes.awaitAll(); !over)
        return over;
    for (void* const block : std::exchange(m_released, {}))
        check(cudaFree(block), "free memory");
    return plan::done();
}

void CudaStore::upload(engine::DeviceBytes to, std::span<const std::byte> from)
{
    assert(to.size == from.size());
    if (from.empty())
        return;
    Staging& staging = stagingFor(from.size());
    std::memcpy(staging.memory, from.data(), from.size());
    check(cudaMemcpyAsync(engine::rawPointer(to.data), staging.memory, from.size(),
                          cudaMemcpyHostToDevice, m_compute),
          "copy values to the GPU");
    check(cudaEventRecord(staging.read, m_compute), "mark a copy");
    staging.waiting = true;
}

void CudaStore::download(std::span<std::byte> to, engine::DeviceBytes from)
{
    assert(to.size() == from.size);
    if (to.empty())
        return;
    const Staging& staging = stagingFor(to.size());
    check(cudaMemcpyAsync(staging.memory, engine::rawPointer(from.data), to.size(),
                          cudaMemcpyDeviceToHost, m_compute),
          "copy values from the GPU");
    training::must(m_lanes.await(m_lanes.mark(engine::kComputeLane)));
    std::memcpy(to.data(), staging.memory, to.size());
}

void CudaStore::fill(engine::DeviceBytes to, std::byte value)
{
    check(cudaMemsetAsync(engine::rawPointer(to.data), std::to_integer<int>(value), to.size,
                          m_compute),
          "fill memory");
}

// The smallest piece that is large enough and not read any more, or a new one: the host does not
// wait for the device, which may be far behind.
CudaStore::Staging& CudaStore::stagingFor(std::size_t bytes)
{
    Staging* best = nullptr;
    for (Staging& staging : m_staging) {
        if (staging.waiting && stateOf(staging.read) == cudaSuccess)
            staging.waiting = false;
        if (!staging.waiting && staging.bytes >= bytes
            && (best == nullptr || staging.bytes < best->bytes))
            best = &staging;
    }
    if (best != nullptr)
        return *best;
    Staging made;
    made.bytes = std::bit_ceil(std::max(bytes, kLeastStaging));
    void* memory = nullptr;
    check(cudaMallocHost(&memory, made.bytes), "pin memory of the host");
    made.memory = static_cast<std::byte*>(memory);
    check(cudaEventCreateWithFlags(&made.read, cudaEventDisableTiming), "make an event");
    return m_staging.emplace_back(made);
}

} // namespace gpu

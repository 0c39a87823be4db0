// The GPU that is measured: its kernels, memory for them, and how long a call takes there.

#pragma once

#include "engine/runtime/clock.h"
#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/cuda/cuda_store.h"
#include "engine/runtime/waiting.h"
#include "tests/gpu/kernel_bench/report.h"

#include <functional>
#include <memory>
#include <string>

namespace bench {

// Memory of the device with a matrix in it.
class Room {
public:
    // Throws training::Failure where the device has no more.
    Room(engine::Store& store, std::int64_t rows, std::int64_t columns, training::Type type);
    ~Room();
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    operator const training::Matrix&() const { return m_view; }
    const training::Matrix& view() const { return m_view; }

private:
    engine::Store& m_store;
    training::Matrix m_view;
};

// Used by one thread.
class BenchDevice {
public:
    // Device 0 of those that CUDA shows. Throws training::Failure where there is none.
    BenchDevice();

    training::Kernels& kernels() { return m_kernels; }
    engine::Store& store() { return m_store; }
    cudaStream_t stream() const { return m_stream; }
    // Its name, and the versions of what runs on it.
    std::string description() const;

    // Of numbers in [-1, 1) that do not repeat soon: what is multiplied decides what power a
    // product takes, and so how fast the clock is.
    std::unique_ptr<Room> random(std::int64_t rows, std::int64_t columns, training::Type type);
    std::unique_ptr<Room> room(std::int64_t rows, std::int64_t columns, training::Type type);

    // `call` queues in stream(). The median of several runs, each between two events, after some
    // that are not counted.
    Measured time(const std::function<void()>& call);
    // Of one of `calls` calls one after another, by the host's clock. The median of several rounds;
    // nothing waits in the device's queue when a round begins.
    Measured hostTime(int calls, const std::function<void()>& call);

private:
    engine::SystemClock m_clock;
    engine::Waiting m_waiting{m_clock};
    gpu::CudaLanes m_lanes;
    gpu::CudaStore m_store;
    cudaStream_t m_stream;
    training::CudaKernels m_kernels;
};

} // namespace bench

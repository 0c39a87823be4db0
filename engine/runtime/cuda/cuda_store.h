// The memory of a GPU, and the copies in and out of it.

#pragma once

#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/store.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace gpu {

// Copies go through pinned memory of the host, in the stream of the Compute lane: an upload returns
// when its values are copied there, and only a download waits. Used by one thread.
class CudaStore final : public engine::Store {
public:
    // `lanes` must outlive this.
    explicit CudaStore(CudaLanes& lanes);
    ~CudaStore() override;
    CudaStore(const CudaStore&) = delete;
    CudaStore& operator=(const CudaStore&) = delete;

    // Where the driver has no more, waits for all that is queued if blocks were given back, and
    // asks again. Throws training::Failure where that is not over in time.
    engine::DeviceAddress take(std::size_t bytes) override;
    // "; 0.3 of the GPU's 79.2 GiB are free, and process 4711 holds 71.2 GiB of it"
    std::string whatIsLeft() const override;
    // Says who besides this run holds memory of the GPU, "process 4711 holds 71.2 GiB of it".
    void setOthers(std::function<std::string()> others) { m_others = std::move(others); }
    // The driver gets it later. It would wait for all that is queued, which may wait for a rank
    // that this one has yet to queue something for; and nothing could end that wait.
    void release(engine::DeviceAddress block, std::size_t bytes) override;
    void beginStep() override;
    void upload(engine::DeviceBytes to, std::span<const std::byte> from) override;
    void download(std::span<std::byte> to, engine::DeviceBytes from) override;
    void fill(engine::DeviceBytes to, std::byte value) override;

private:
    // Pinned memory that a copy may still read until `read` has passed.
    struct Staging {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
        cudaEvent_t read = nullptr;
        bool waiting = false; // for that
    };

    engine::DeviceAddress takeFromDriver(std::size_t bytes);
    plan::Outcome giveToDriver(); // what was released
    Staging& stagingFor(std::size_t bytes);

    CudaLanes& m_lanes;
    const cudaStream_t m_compute;
    std::function<std::string()> m_others;
    std::vector<Staging> m_staging;
    std::vector<void*> m_released; // that the driver has not got yet
};

} // namespace gpu

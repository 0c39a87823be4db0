// This machine's processor as a device to train on.

#pragma once

#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/training/device.h"

namespace training {

// Work is done by the caller, in the host's own memory: groups and messages are the host's.
class CpuDevice : public Device {
public:
    // `threads` (>= 1) compute. `clock` must outlive this.
    CpuDevice(int threads, const engine::Clock& clock)
        : m_threads(threads)
        , m_kernels(threads)
        , m_lanes(clock)
    {
    }

    std::string description() const override { return cpuDescription(m_threads); }
    Kernels& kernels() override { return m_kernels; }
    engine::Store& store() override { return m_store; }
    engine::Lanes& lanes() override { return m_lanes; }
    // What is queued is done at once; commands and messages are looked at between two of them.
    std::size_t depth() const override { return 4; }
    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override;
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const PipelineRoutes&) override
    {
        return &host;
    }

private:
    const int m_threads;
    CpuKernels m_kernels;
    HostStore m_store;
    engine::HostLanes m_lanes;
};

} // namespace training

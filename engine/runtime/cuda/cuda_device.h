// An NVIDIA GPU as a device to train on.

#pragma once

#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/cuda/cuda_store.h"
#include "engine/runtime/cuda/device_ranges.h"
#include "engine/runtime/cuda/nccl_transport.h"
#include "engine/runtime/cuda/nccl_world.h"
#include "engine/runtime/training/device.h"

#include <string>

namespace training {

// Used by one thread.
class CudaDevice final : public Device {
public:
    struct Options {
        int number = 0;          // of those that CUDA shows this process
        std::string description; // what it is, in a line
        engine::DeviceDescription details{};
        engine::Nanoseconds patience = std::chrono::minutes(10); // of one wait at first
        std::string nvml{};  // UUID of the part of a divided GPU that it is; empty: a whole one
        std::string cupti{}; // library that traces its kernels; empty: they are not traced
        gpu::NcclOptions groups{}; // where it has any
    };

    // Makes that device the calling thread's. `waiting` must outlive this. The error says what is
    // missing.
    static plan::Result<std::unique_ptr<CudaDevice>> open(const Options& options,
                                                          engine::Waiting& waiting);

    std::string description() const override { return m_options.description; }
    std::optional<engine::DeviceDescription> details() const override { return m_options.details; }
    plan::Result<std::unique_ptr<engine::DeviceCounters>> counters() override;
    Kernels& kernels() override { return m_kernels; }
    engine::Store& store() override { return m_store; }
    gpu::CudaLanes& lanes() override { return m_lanes; }
    OpRanges& opRanges() override { return m_ranges; }
    plan::Result<std::optional<engine::KernelNews>> takeKernels() override;
    // A whole step is queued at once, as far as a stream takes it: the GPU never waits for the host
    // within it.
    std::size_t depth() const override;
    plan::Outcome connect(engine::HostCommunicator& world) override;
    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override;
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const PipelineRoutes& routes) override;
    void setPatience(engine::Nanoseconds patience) override;
    void setWitness(const engine::Witness& witness) override;
    void noteFailure(const plan::Error& error) override;
    plan::Outcome close() override;

private:
    // Whether all ranks' devices come together in one group.
    plan::Outcome meetEverybody(engine::HostCommunicator& world);
    // The processes besides those of this run that hold memory of it, as a sentence's end; empty
    // where nobody knows of any.
    std::string othersOnIt() const;

    // NCCL is asked for when the first group is made: one GPU alone does without it.
    plan::Result<gpu::NcclWorld*> nccl();

    CudaDevice(const Options& options, engine::Waiting& waiting);

    Options m_options;
    engine::Waiting& m_waiting;
    gpu::CudaLanes m_lanes;
    gpu::CudaStore m_store;
    CudaKernels m_kernels;
    std::unique_ptr<gpu::CuptiTrace> m_trace; // none: not asked for, or refused
    std::optional<plan::Error> m_noTrace;     // until it is told
    gpu::DeviceRanges m_ranges;
    engine::Witness m_witness;
    std::unique_ptr<gpu::NcclWorld> m_nccl;
    std::unique_ptr<gpu::NcclTransport> m_transport; // before the world that it is of
    // Of all ranks, made by connect(), until it is asked for.
    std::unique_ptr<engine::Communicator> m_everybody;
    const engine::HostCommunicator* m_everybodysHost = nullptr;
};

} // namespace training

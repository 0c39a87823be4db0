// What a GPU's device is told of the ops that its rank queues, for those that look at it: a tool,
// by NVTX, and the trace of its kernels, where there is one.

#pragma once

#include "engine/runtime/cuda/cupti_trace.h"
#include "engine/runtime/cuda/nvtx_ranges.h"

namespace gpu {

// Used by one thread.
class DeviceRanges final : public training::OpRanges {
public:
    // `trace` must outlive the ranges that begin from now on; null: none.
    void setTrace(CuptiTrace* trace) { m_trace = trace; }

    void begin(Step step) override;
    void begin(const plan::Op& op) override;
    void begin(const char* name) override;
    void end() override;

private:
    NvtxRanges m_nvtx;
    engine::QueuedBy around() const;
    void beginTraced(const engine::QueuedBy& by);

    CuptiTrace* m_trace = nullptr;
    int m_outside = 0; // ranges that began outside of any step: nothing is traced of those
};

} // namespace gpu

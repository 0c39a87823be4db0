// Ranges of NVTX, NVIDIA's interface to tools that watch a process, such as Nsight Systems:
// "step 12", "1F3", "tp", "reduce gradients", "optimizer", in the domain "Bubblescope".
//
// The tool comes with the environment (NVTX_INJECTION64_PATH, which a tool sets for the program it
// starts). Without one nothing is loaded, and a range is the look at one pointer.

#pragma once

#include "engine/runtime/training/op_ranges.h"

struct nvtxDomainRegistration_st; // NVTX' own

namespace gpu {

class NvtxRanges final : public training::OpRanges {
public:
    NvtxRanges();
    ~NvtxRanges() override;

    void begin(Step step) override;
    void begin(const plan::Op& op) override;
    void begin(const char* name) override;
    void end() override;

private:
    nvtxDomainRegistration_st* m_domain; // null: there is no tool
};

} // namespace gpu

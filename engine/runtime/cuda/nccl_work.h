// A collective that is queued in the lane of its group.

#pragma once

#include "engine/runtime/cuda/nccl_world.h"
#include "engine/runtime/work.h"

namespace gpu {

// wait() does not wait for the GPU: lanes do that. It says whether the groups of the rank are well.
class NcclWork final : public engine::Work {
public:
    // `end`: the moment in the lane when it is over. `world` must outlive this.
    NcclWork(NcclWorld& world, engine::Mark end);
    ~NcclWork() override;
    NcclWork(const NcclWork&) = delete;
    NcclWork& operator=(const NcclWork&) = delete;

    plan::Result<bool> test() override;
    std::optional<engine::Mark> end() const override { return m_end; }
    plan::Outcome wait() override;

private:
    NcclWorld& m_world;
    const engine::Mark m_end;
    bool m_awaited = false;
};

} // namespace gpu

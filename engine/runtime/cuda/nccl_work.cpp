#include "engine/runtime/cuda/nccl_work.h"

namespace gpu {

NcclWork::NcclWork(NcclWorld& world, engine::Mark end)
    : m_world(world)
    , m_end(end)
{
}

NcclWork::~NcclWork()
{
    // Its buffers are the caller's again, who has let no lane wait.
    if (!m_awaited)
        static_cast<void>(m_world.lanes().await(m_end));
}

plan::Result<bool> NcclWork::test()
{
    if (auto well = m_world.goesOn(); !well)
        return well.error();
    return m_world.lanes().passed(m_end);
}

plan::Outcome NcclWork::wait()
{
    m_awaited = true;
    return m_world.goesOn();
}

} // namespace gpu

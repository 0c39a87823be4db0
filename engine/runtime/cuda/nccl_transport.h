// Messages along the pipeline between GPUs, over NCCL.

#pragma once

#include "engine/runtime/cuda/nccl_world.h"
#include "engine/runtime/transport.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace gpu {

// Messages go from one tensor into another, without a copy on the way and without a head: they
// carry tensors alone. NCCL has no tags, and lets a send wait until its receive is there. So each
// direction between two ranks has a communicator and a lane of its own, in which only the order of
// its own messages matters; that is the same on both sides (see plan/program.h). Used by one
// thread.
class NcclTransport final : public engine::Transport {
public:
    struct Bounds {
        std::size_t messageBytes = 0; // of each
        // That may be on their way when another is started: see PipelineRoutes::messages.
        std::size_t mostSends = 1;
    };

    // All ranks of the run call it, in the same order as groups are made. `everybody`: those ranks;
    // `members`: the ranks of this one's pipeline among them, by their place; `pairs`: of places,
    // as connectedPairs() gives them, the same number on all ranks. `world` must outlive what is
    // made.
    static plan::Result<std::unique_ptr<NcclTransport>>
    open(NcclWorld& world, engine::HostCommunicator& everybody, std::span<const int> members,
         std::span<const std::pair<int, int>> pairs, const Bounds& bounds);
    ~NcclTransport() override;
    NcclTransport(const NcclTransport&) = delete;
    NcclTransport& operator=(const NcclTransport&) = delete;

    int rank() const override { return m_rank; }
    int ranks() const override { return m_ranks; }
    std::size_t messageBytes() const override { return m_bounds.messageBytes; }
    void beginStep(int step) override;
    // Waits only where as many sends are on their way as may be, and then for any of them to leave.
    plan::Outcome start(std::span<const engine::Transfer> group) override;
    engine::Lane laneOf(const plan::Instruction& instruction) const override;
    plan::Result<bool> progress() override;
    plan::Result<engine::Arrival> wait(const plan::Op& op) override;
    plan::Outcome drain() override;

private:
    struct Route {
        int from = 0; // places
        int to = 0;
        auto operator<=>(const Route&) const = default;
    };

    NcclTransport(NcclWorld& world, int rank, int ranks, const Bounds& bounds);
    static std::vector<Route> routesOf(std::span<const std::pair<int, int>> pairs);
    plan::Outcome connect(engine::HostCommunicator& everybody, std::span<const int> members,
                          std::span<const std::pair<int, int>> pairs);
    plan::Outcome awaitSends(std::size_t most);                      // until no more are left
    NcclHandle* routeOf(const plan::Instruction& instruction) const; // none: the plan knew of none
    ncclResult_t queue(const engine::Transfer& transfer);

    NcclWorld& m_world;
    const int m_rank; // in the pipeline
    const int m_ranks;
    const Bounds m_bounds;
    std::map<Route, NcclHandle*> m_routes;                          // that begin or end here
    std::deque<std::pair<plan::Instruction, engine::Mark>> m_sends; // that have not left
    std::map<plan::Op, engine::Mark> m_receives;                    // when they are here
    engine::DeviceAddress m_nobodys{}; // for messages without memory, once there is one
};

} // namespace gpu

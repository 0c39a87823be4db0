// A group of GPUs, over NCCL.

#pragma once

#include "engine/runtime/collective.h"
#include "engine/runtime/communicator.h"
#include "engine/runtime/cuda/nccl_world.h"
#include "engine/runtime/cuda/scratch.h"

namespace gpu {

// Every collective is queued in the group's lane when its call returns. A maximum, and with
// NcclOptions::deterministic every sum, is taken by this rank's kernels in the order of the
// members, each of a part of the values; NCCL only moves them. Its own sums go around rings and
// trees: the same in every run among the same GPUs, in no promised order; and its maximum loses
// what is not a number.
class NcclCommunicator final : public engine::Communicator {
public:
    // Among the devices of the members of `host`, at least two; see NcclWorld::make(). `world` must
    // outlive what is made.
    static plan::Result<std::unique_ptr<engine::Communicator>> make(NcclWorld& world,
                                                                    engine::HostCommunicator& host);

    const std::string& name() const override { return m_handle.name(); }
    int rank() const override { return m_handle.rank(); }
    int size() const override { return m_handle.size(); }
    engine::Lane lane() const override { return m_handle.lane(); }

    engine::Started allReduce(engine::DeviceSpan<float> values,
                              engine::ReduceOp reduction) override;
    engine::Started allReduce(engine::DeviceSpan<double> values,
                              engine::ReduceOp reduction) override;
    engine::Started allGather(engine::DeviceBytes own, engine::DeviceBytes all) override;
    engine::Started reduceScatter(engine::DeviceSpan<float> all,
                                  engine::DeviceSpan<float> own) override;
    engine::Started allToAll(engine::DeviceBytes send, std::span<const std::size_t> sendBytes,
                             engine::DeviceBytes receive,
                             std::span<const std::size_t> receiveBytes) override;
    engine::Started shift(engine::DeviceBytes send, engine::DeviceBytes receive) override;

private:
    // Values that go to another member, or come from it.
    template <class T>
    struct Block {
        T* values = nullptr;
        std::size_t count = 0;
    };
    template <class T>
    using BlockOf = std::function<Block<T>(int member)>;

    NcclCommunicator(NcclWorld& world, NcclHandle& handle);
    engine::Started start(engine::CollectiveKind kind, std::size_t bytes,
                          const std::function<plan::Outcome()>& queue);
    plan::Outcome call(const std::function<ncclResult_t()>& calls);
    template <class T>
    engine::Started reduceAll(engine::DeviceSpan<T> values, engine::ReduceOp reduction);
    template <class T>
    plan::Outcome exchange(const BlockOf<T>& to, const BlockOf<T>& from);
    template <class T>
    plan::Outcome reduceInOrder(T* values, std::size_t count, bool largest);
    plan::Outcome scatterInOrder(float* all, float* own, std::size_t count);

    NcclWorld& m_world;
    NcclHandle& m_handle;
    const cudaStream_t m_stream;
    Scratch m_scratch;
};

} // namespace gpu

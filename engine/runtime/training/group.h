// A group of devices as the layers use it: its collectives on matrices, in their order among the
// kernels, and each a part of the op's trace. A group of one rank does nothing and leaves no
// trace.
//
// What was queued in the Compute lane before a collective is over before it begins, and what is
// queued there after the collective, or after finish() of one that went on beside computing,
// begins when it is over. So a matrix may be freed or overwritten right after.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/training/matrix.h"
#include "engine/runtime/training/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace training {

// Throws Failure where the group does not answer.
class Group {
public:
    // `communicator` (nullptr: alone) and `trace` must outlive this.
    Group(engine::Communicator* communicator, GroupKind kind, Trace& trace);

    int rank() const { return m_communicator != nullptr ? m_communicator->rank() : 0; }
    int size() const { return m_communicator != nullptr ? m_communicator->size() : 1; }
    bool alone() const { return size() == 1; }
    GroupKind kind() const { return m_kind; }

    // In place. `values`: F32, contiguous.
    void sum(Matrix values);
    void maximum(Matrix values);
    void sum(Slots values);

    // `all` has size() times the rows of `own`; both contiguous, of one type.
    void gather(Matrix own, Matrix all);

    // `own` = the sum of this rank's rows of `all` over the members; both F32, contiguous.
    // `all` is spent.
    void scatterSum(Matrix all, Matrix own);

    // Block i of `send`, sendBytes[i] long, goes to member i; receiveBytes[i] come from it.
    void allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes, DeviceBytes receive,
                  std::span<const std::size_t> receiveBytes);

    // A collective that goes on beside computing. Its matrices stay where they are, untouched,
    // until finish() of it. Precondition: not alone().
    struct Pending {
        std::unique_ptr<engine::Work> work;
        Mark start;
        Mark queued; // in the group's lane: behind it, on a device with queues of its own
        std::size_t bytes = 0;
    };
    Pending startSum(Matrix values);
    Pending startScatterSum(Matrix all, Matrix own);
    Pending startShift(Matrix send, Matrix receive); // to the next member, from the one before
    // What is queued from now on begins after it. Leaves the waiting in the trace, and says when
    // that was over.
    Mark finish(Pending& pending);
    // Moves it on; when it was seen to be over, if it is, or will be, where the device knows.
    std::optional<Mark> test(Pending& pending);

private:
    using Start = std::function<engine::Started()>;
    void run(std::size_t moved, const Start& start);
    Pending begin(std::size_t moved, Mark after, const Start& start);

    engine::Communicator* m_communicator;
    GroupKind m_kind;
    Trace& m_trace;
};

} // namespace training

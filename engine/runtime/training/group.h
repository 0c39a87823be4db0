// A group of ranks as the layers use it: its collectives on matrices, each waited for, and
// each a part of the op's trace. A group of one rank does nothing and leaves no trace.

#pragma once

#include "engine/runtime/communicator.h"
#include "engine/runtime/training/matrix.h"
#include "engine/runtime/training/trace.h"

#include <functional>
#include <memory>
#include <optional>

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
    void sum(std::span<double> values);
    void maximum(std::span<float> values);

    // `all` has size() times the rows of `own`; both contiguous, of one type.
    void gather(Matrix own, Matrix all);

    // `own` = the sum of this rank's rows of `all` over the members; both F32, contiguous.
    // `all` is spent.
    void scatterSum(Matrix all, Matrix own);

    void allToAll(std::span<const std::byte> send, std::span<const std::size_t> sendBytes,
                  std::span<std::byte> receive, std::span<const std::size_t> receiveBytes);

    // A collective that goes on beside computing; see Communicator. finish() of it waits and
    // leaves the trace. Precondition: not alone().
    struct Pending {
        std::unique_ptr<engine::Work> work;
        Nanoseconds start{};
        std::size_t bytes = 0;
    };
    Pending startSum(Matrix values);
    Pending startScatterSum(Matrix all, Matrix own);
    Pending startShift(Matrix send, Matrix receive);   // to the next member, from the one before
    Nanoseconds finish(Pending& pending);              // when that was
    std::optional<Nanoseconds> test(Pending& pending); // when it was seen to be over, if it is

private:
    void run(std::size_t bytes, const std::function<engine::Started()>& start);
    Pending begin(std::size_t bytes, engine::Started started);

    engine::Communicator* m_communicator;
    GroupKind m_kind;
    Trace& m_trace;
};

} // namespace training

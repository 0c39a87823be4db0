// A group of ranks over MPI.
//
// Every collective is messages between its members, started without blocking and tested
// between looks; see mpi_reduction.h for the sums. Made for groups of some dozens: each
// member exchanges messages with each other one.

#pragma once

#include "engine/runtime/collective.h"
#include "engine/runtime/mpi/mpi_reduction.h"

namespace engine {

// Used by the thread that initialised MPI, and destroyed, after all its Work, while MPI is
// still initialised. A group of one rank sends nothing and calls no MPI.
class MpiCommunicator final : public HostCommunicator {
public:
    struct Options {
        Nanoseconds patience{30'000'000'000}; // of one wait
    };

    // The group of this rank that is called `name`; `members` are ranks of `world`, in the
    // order of the group. All its members call this with the same list, and all ranks of the
    // world make their groups in one global order, kind after kind: connections are made
    // here, and in differing orders they could wait for each other for ever. MPI gives the
    // making of a communicator itself no deadline. `waiting` must outlive this.
    static plan::Result<std::unique_ptr<MpiCommunicator>>
    split(MPI_Comm world, const std::string& name, std::span<const int> members,
          const Options& options, Waiting& waiting);
    ~MpiCommunicator() override;
    MpiCommunicator(const MpiCommunicator&) = delete;
    MpiCommunicator& operator=(const MpiCommunicator&) = delete;

    const std::string& name() const override { return m_name; }
    int rank() const override { return m_rank; }
    int size() const override { return m_size; }

    Started allReduce(std::span<float> values, ReduceOp reduction) override;
    Started allReduce(std::span<double> values, ReduceOp reduction) override;
    Started allGather(std::span<const std::byte> own, std::span<std::byte> all) override;
    Started reduceScatter(std::span<float> all, std::span<float> own) override;
    Started allToAll(std::span<const std::byte> send, std::span<const std::size_t> sendBytes,
                     std::span<std::byte> receive,
                     std::span<const std::size_t> receiveBytes) override;
    Started broadcast(std::span<std::byte> data, int root) override;
    Started shift(std::span<const std::byte> send, std::span<std::byte> receive) override;

private:
    MpiCommunicator(std::string name, int size, const Options& options, Waiting& waiting);
    plan::Outcome connect(MPI_Comm world, std::span<const int> members);
    plan::Outcome meetAll();
    MpiPlace place();
    Started start(CollectiveKind kind, std::size_t bytes, Strands strands);
    Started startOnce(CollectiveKind kind, std::size_t bytes,
                      std::function<plan::Outcome(MpiMessages&, int tag)> post);

    const std::string m_name;
    const int m_size;
    const Options m_options;
    Waiting& m_waiting;
    MPI_Comm m_comm = MPI_COMM_NULL; // none in a group of one
    int m_rank = 0;
    MpiTags m_tags; // that are free
    MpiScratch m_scratch;
};

} // namespace engine

// Tensors between processes, over MPI. Never blocks inside MPI while a step runs:
// sends and receives are started, then tested between naps.

#pragma once

#include "engine/runtime/buffer_pool.h"
#include "engine/runtime/message.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <mpi.h>

#include <map>
#include <utility>
#include <vector>

namespace engine {

struct MpiOptions {
    int stages = 1;
    int microbatches = 1;
    std::size_t messageBytes = 0;
    std::size_t leastBuffers = 1;         // messages this rank must be able to hold at once
    Nanoseconds patience{10'000'000'000}; // of one wait
    // The pairs of ranks that exchange messages; see connectedPairs(). All ranks give the same.
    std::vector<std::pair<int, int>> pairs;
};

// Used by the thread that initialised MPI. Its buffers must all be back before it is destroyed, and
// MPI must still be initialised then. A message is copied into a buffer of the pool and out of it:
// MPI may go on reading after a rank has moved on, and tensors lie wherever their device has them.
class MpiTransport final : public Transport {
public:
    // All ranks of `world` call this. Makes a communicator of its own, whose errors
    // are returned, and connects every pair, in one global order on all ranks.
    static plan::Result<std::unique_ptr<MpiTransport>>
    open(MPI_Comm world, const MpiOptions& options, Waiting& waiting);
    ~MpiTransport() override;
    MpiTransport(const MpiTransport&) = delete;
    MpiTransport& operator=(const MpiTransport&) = delete;

    int rank() const override { return m_rank; }
    int ranks() const override { return m_ranks; }
    std::size_t messageBytes() const override { return m_options.messageBytes; }
    void beginStep(int step) override { m_step = step; }
    // Waits only where every buffer is on its way, and then for one of this rank's own sends to
    // leave.
    plan::Outcome start(std::span<const Transfer> group) override;
    plan::Result<bool> progress() override;
    Lane laneOf(const plan::Instruction&) const override { return {1}; }
    plan::Result<Arrival> wait(const plan::Op& op) override;
    plan::Outcome drain() override;

    std::size_t buffers() const { return m_pool.limit(); }    // messages it can hold at once
    std::size_t bufferWaits() const { return m_bufferWaits; } // sends that found none free

private:
    // Started and not over. Its buffer goes back to the pool with it.
    struct InFlight {
        plan::Instruction instruction;
        MPI_Request request = MPI_REQUEST_NULL;
        Buffer buffer;
        DeviceBytes payload{}; // of a receive: where it goes
    };

    MpiTransport(const MpiOptions& options, Waiting& waiting);
    plan::Outcome connect(MPI_Comm world);
    plan::Outcome connectPairs();
    plan::Outcome exchangeOnce(int peer);
    plan::Outcome post(const Transfer& transfer);
    plan::Outcome send(const Transfer& transfer);
    plan::Result<Buffer> freeBuffer(const plan::Instruction& instruction);
    plan::Outcome collectSent();
    int tagOf(const plan::Op& op) const;
    Nanoseconds deadline() const { return m_waiting.now() + m_options.patience; }

    const MpiOptions m_options;
    Waiting& m_waiting;
    MPI_Comm m_comm = MPI_COMM_NULL;
    int m_rank = 0;
    int m_ranks = 1;
    int m_step = 0;
    std::size_t m_bufferWaits = 0;
    BufferPool m_pool;
    // By the op that makes the tensor, of which this rank takes each once a step.
    std::map<plan::Op, InFlight> m_receives;
    // In the order in which they were started; whatever has left is taken out by collectSent().
    std::vector<InFlight> m_sends;
};

} // namespace engine

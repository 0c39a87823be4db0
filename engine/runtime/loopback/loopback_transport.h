// Ranks that are threads of one process, for tests and for a first look.

#pragma once

#include "engine/runtime/buffer_pool.h"
#include "engine/runtime/message.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace engine {

struct LoopbackOptions {
    int ranks = 1;        // >= 1
    int microbatches = 1; // >= 1
    // Of one payload, the same for all messages; see Transport.
    std::size_t messageBytes = 0;
    std::size_t buffers = 1024;           // of all ranks together
    Nanoseconds patience{10'000'000'000}; // of one wait
};

// What the threads share. Must outlive their transports.
class LoopbackFabric {
public:
    explicit LoopbackFabric(const LoopbackOptions& options);

    const LoopbackOptions& options() const { return m_options; }

private:
    friend class LoopbackTransport;

    using Route = std::tuple<int, int, std::int64_t>; // from, to, messageKey()

    const LoopbackOptions m_options;
    BufferPool m_pool;
    std::mutex m_mutex; // guards all below
    std::map<Route, std::deque<Buffer>> m_mail;
    std::optional<std::string> m_aborted;
};

// One rank's end. Clocks of all ranks must have one origin.
class LoopbackTransport final : public Transport {
public:
    // `fabric` and `waiting` must outlive this.
    LoopbackTransport(LoopbackFabric& fabric, int rank, Waiting& waiting);

    int rank() const override { return m_rank; }
    int ranks() const override { return m_fabric.m_options.ranks; }
    std::size_t messageBytes() const override { return m_fabric.m_options.messageBytes; }
    void beginStep(int step) override { m_step = step; }
    plan::Outcome start(std::span<const Transfer> group) override;
    Lane laneOf(const plan::Instruction&) const override { return {1}; }
    plan::Result<Arrival> wait(const plan::Op& op) override;
    plan::Result<bool> progress() override { return false; }
    plan::Outcome drain() override { return plan::done(); } // a sent message is in the mail

    // Ends the waits of all ranks with an error. Any thread may call it.
    void abort(const std::string& reason);

private:
    // Takes a buffer of the pool, waiting for one, and puts the message into the mail of its route.
    plan::Outcome send(const Transfer& transfer);
    plan::Result<bool> unlessAborted(bool ready) const; // with the fabric locked
    Nanoseconds deadline() const { return m_waiting.now() + m_fabric.m_options.patience; }

    LoopbackFabric& m_fabric;
    const int m_rank;
    Waiting& m_waiting;
    int m_step = 0;
    std::map<plan::Op, Transfer> m_expected; // receives that were started
};

} // namespace engine

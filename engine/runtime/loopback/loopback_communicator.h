// Groups of ranks that are threads of one process.
//
// The member that comes last carries a collective out for all of them, from and to their
// memory: sums in the order of the group, like every transport here.

#pragma once

#include "engine/runtime/collective.h"
#include "engine/runtime/waiting.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace engine {

class LoopbackGroup;
struct LoopbackPart;

// What the threads share. Must outlive their communicators. Any thread.
class LoopbackGroups {
public:
    explicit LoopbackGroups(Nanoseconds patience = std::chrono::seconds(10));
    ~LoopbackGroups();

    // Ends all waits, now and later, with this.
    void abort(const std::string& reason);

    Nanoseconds patience() const { return m_patience; }

private:
    friend class LoopbackCommunicator;

    // The one of that name and those members, made by the first who asks for it.
    std::shared_ptr<LoopbackGroup> group(const std::string& name, std::span<const int> members);

    const Nanoseconds m_patience; // of one wait
    std::mutex m_mutex;           // guards all below
    std::map<std::pair<std::string, std::vector<int>>, std::shared_ptr<LoopbackGroup>> m_groups;
    std::optional<std::string> m_aborted;
};

// One rank's end of one group, used by that rank's thread.
class LoopbackCommunicator final : public HostCommunicator {
public:
    // `members` are world ranks in the order of the group; each of them opens the group once,
    // with the same list. The error is a list that does not hold `worldRank` once. `groups`
    // and `waiting` must outlive this.
    static plan::Result<std::unique_ptr<LoopbackCommunicator>>
    open(LoopbackGroups& groups, const std::string& name, std::span<const int> members,
         int worldRank, Waiting& waiting);

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
    LoopbackCommunicator(std::shared_ptr<LoopbackGroup> group, std::string name, int rank, int size,
                         Nanoseconds patience, Waiting& waiting);
    Started start(LoopbackPart part);

    const std::shared_ptr<LoopbackGroup> m_group;
    const std::string m_name;
    const int m_rank;
    const int m_size;
    const Nanoseconds m_patience;
    Waiting& m_waiting;
    std::uint64_t m_next = 0; // the number of the next collective
};

} // namespace engine

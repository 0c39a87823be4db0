#include "engine/runtime/loopback/loopback_communicator.h"

#include "engine/runtime/loopback/loopback_collective.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace engine {

namespace {

// One collective of a group. Its members' memory is touched by the last to come, and only
// while it is Running; whoever gives up before then makes it Failed.
struct Round {
    enum class State { Gathering, Running, Done, Failed };

    State state = State::Gathering;
    std::vector<LoopbackPart> parts; // by member
    std::size_t here = 0;
    std::string failure;
};

} // namespace

class LoopbackGroup {
public:
    explicit LoopbackGroup(std::string name, std::size_t members)
        : m_name(std::move(name))
        , m_members(members)
    {
    }

    std::shared_ptr<Round> join(std::uint64_t number, std::size_t member, LoopbackPart part)
    {
        std::unique_lock lock(m_mutex);
        // The number is the member's own count of collectives: all start the same ones in the same
        // order, so equal numbers belong together.
        auto& entry = m_rounds[number];
        if (!entry) {
            entry = std::make_shared<Round>();
            entry->parts.resize(m_members);
        }
        const std::shared_ptr<Round> round = entry;
        round->parts[member] = std::move(part);
        if (++round->here < m_members)
            return round;
        m_rounds.erase(number);
        // Somebody has given up: its memory may be gone, so nothing is carried out, and the others
        // learn it by asking.
        if (m_aborted || round->state == Round::State::Failed)
            return round;
        round->state = Round::State::Running;
        // Carried out without the lock, so that members of other rounds of the group need not wait
        // for the sums; Running keeps the members of this one from leaving.
        lock.unlock();
        const auto carried = carryOut(m_name, round->parts);
        lock.lock();
        round->state = carried ? Round::State::Done : Round::State::Failed;
        if (!carried)
            round->failure = carried.error().message;
        return round;
    }

    plan::Result<bool> over(const Round& round)
    {
        const std::lock_guard lock(m_mutex);
        switch (round.state) {
        case Round::State::Done:
            return true;
        case Round::State::Running:
            return false;
        case Round::State::Failed:
            return plan::Error{round.failure};
        case Round::State::Gathering:
            break;
        }
        if (m_aborted)
            return plan::Error{*m_aborted};
        return false;
    }

    // Returns once nobody touches the member's memory any more.
    void leave(Round& round, const std::string& reason)
    {
        // A look and a yield rather than a condition: carrying out takes microseconds, and this is
        // the way of a run that fails.
        for (;; std::this_thread::yield()) {
            const std::lock_guard lock(m_mutex);
            if (round.state == Round::State::Gathering) {
                round.state = Round::State::Failed;
                round.failure = reason;
            }
            if (round.state != Round::State::Running)
                return;
        }
    }

    void abort(const std::string& reason)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_aborted)
            m_aborted = reason;
    }

private:
    const std::string m_name;
    const std::size_t m_members;
    std::mutex m_mutex;                                       // guards all below, and the rounds
    std::map<std::uint64_t, std::shared_ptr<Round>> m_rounds; // that wait for a member
    std::optional<std::string> m_aborted;
};

namespace {

class LoopbackWork final : public Work {
public:
    LoopbackWork(LoopbackGroup& group, std::shared_ptr<Round> round, std::string what,
                 Nanoseconds patience, Waiting& waiting)
        : m_group(group)
        , m_round(std::move(round))
        , m_what(std::move(what))
        , m_patience(patience)
        , m_waiting(waiting)
    {
    }

    // The memory is the caller's again afterwards, so a round that still runs is waited for.
    ~LoopbackWork() override { static_cast<void>(wait()); }
    LoopbackWork(const LoopbackWork&) = delete;
    LoopbackWork& operator=(const LoopbackWork&) = delete;

    plan::Result<bool> test() override
    {
        auto over = m_group.over(*m_round);
        if (!over)
            over = plan::Error{m_what + ": " + over.error().message};
        return over;
    }

    plan::Outcome wait() override
    {
        if (m_error)
            return *m_error;
        const auto over
            = m_waiting.lookUntil(m_waiting.now() + m_patience, [this] { return test(); });
        if (over && *over)
            return plan::done();
        m_error = over ? notOver(m_what, m_patience) : over.error();
        m_group.leave(*m_round, m_error->message);
        return *m_error;
    }

private:
    LoopbackGroup& m_group;
    const std::shared_ptr<Round> m_round;
    const std::string m_what;
    const Nanoseconds m_patience;
    Waiting& m_waiting;
    std::optional<plan::Error> m_error;
};

} // namespace

LoopbackGroups::LoopbackGroups(Nanoseconds patience)
    : m_patience(patience)
{
}

LoopbackGroups::~LoopbackGroups() = default;

void LoopbackGroups::abort(const std::string& reason)
{
    const std::lock_guard lock(m_mutex);
    if (!m_aborted)
        m_aborted = reason;
    // Groups that are opened later are told when they are: see group().
    for (const auto& [key, group] : m_groups)
        group->abort(reason);
}

std::shared_ptr<LoopbackGroup> LoopbackGroups::group(const std::string& name,
                                                     std::span<const int> members)
{
    const std::lock_guard lock(m_mutex);
    auto& group = m_groups[{name, {members.begin(), members.end()}}];
    if (!group)
        group = std::make_shared<LoopbackGroup>(name, members.size());
    if (m_aborted)
        group->abort(*m_aborted);
    return group;
}

plan::Result<std::unique_ptr<LoopbackCommunicator>>
LoopbackCommunicator::open(LoopbackGroups& groups, const std::string& name,
                           std::span<const int> members, int worldRank, Waiting& waiting)
{
    if (std::count(members.begin(), members.end(), worldRank) != 1)
        return plan::Error{"the group " + name + " of rank " + std::to_string(worldRank)
                           + " must hold this rank once"};
    const auto own = std::find(members.begin(), members.end(), worldRank) - members.begin();
    return std::unique_ptr<LoopbackCommunicator>(
        new LoopbackCommunicator(groups.group(name, members), name, static_cast<int>(own),
                                 static_cast<int>(members.size()), groups.patience(), waiting));
}

LoopbackCommunicator::LoopbackCommunicator(std::shared_ptr<LoopbackGroup> group, std::string name,
                                           int rank, int size, Nanoseconds patience,
                                           Waiting& waiting)
    : m_group(std::move(group))
    , m_name(std::move(name))
    , m_rank(rank)
    , m_size(size)
    , m_patience(patience)
    , m_waiting(waiting)
{
}

Started LoopbackCommunicator::start(LoopbackPart part)
{
    const std::size_t bytes = part.in.empty() ? part.out.size() : part.in.size();
    // Before the part is moved away.
    std::string what = collectiveText(*this, part.kind, bytes);
    auto round = m_group->join(m_next++, static_cast<std::size_t>(m_rank), std::move(part));
    return std::unique_ptr<Work>(
        new LoopbackWork(*m_group, std::move(round), std::move(what), m_patience, m_waiting));
}

Started LoopbackCommunicator::allReduce(std::span<float> values, ReduceOp reduction)
{
    return start({.kind = CollectiveKind::AllReduce,
                  .in = {},
                  .out = std::as_writable_bytes(values),
                  .reduction = reduction});
}

Started LoopbackCommunicator::allReduce(std::span<double> values, ReduceOp reduction)
{
    return start({.kind = CollectiveKind::AllReduce,
                  .in = {},
                  .out = std::as_writable_bytes(values),
                  .reduction = reduction,
                  .wide = true});
}

Started LoopbackCommunicator::allGather(std::span<const std::byte> own, std::span<std::byte> all)
{
    if (auto fits = checkBlocks(*this, CollectiveKind::AllGather, own.size(), all.size()); !fits)
        return fits.error();
    return start({.kind = CollectiveKind::AllGather, .in = own, .out = all});
}

Started LoopbackCommunicator::reduceScatter(std::span<float> all, std::span<float> own)
{
    constexpr auto kKind = CollectiveKind::ReduceScatter;
    if (auto fits = checkBlocks(*this, kKind, own.size_bytes(), all.size_bytes()); !fits)
        return fits.error();
    return start({.kind = kKind, .in = std::as_bytes(all), .out = std::as_writable_bytes(own)});
}

Started LoopbackCommunicator::allToAll(std::span<const std::byte> send,
                                       std::span<const std::size_t> sendBytes,
                                       std::span<std::byte> receive,
                                       std::span<const std::size_t> receiveBytes)
{
    if (auto fits = checkAllToAll(*this, send.size(), sendBytes, receive.size(), receiveBytes);
        !fits)
        return fits.error();
    return start({.kind = CollectiveKind::AllToAll,
                  .in = send,
                  .out = receive,
                  .sendBytes = {sendBytes.begin(), sendBytes.end()},
                  .receiveBytes = {receiveBytes.begin(), receiveBytes.end()}});
}

Started LoopbackCommunicator::broadcast(std::span<std::byte> data, int root)
{
    if (auto fits = checkBroadcast(*this, root); !fits)
        return fits.error();
    return start({.kind = CollectiveKind::Broadcast, .in = {}, .out = data, .root = root});
}

Started LoopbackCommunicator::shift(std::span<const std::byte> send, std::span<std::byte> receive)
{
    if (auto fits = checkShift(*this, send.size(), receive.size()); !fits)
        return fits.error();
    return start({.kind = CollectiveKind::Shift, .in = send, .out = receive});
}

} // namespace engine

#include "engine/plan/op_slots.h"
#include "engine/plan/program.h"
#include "engine/plan/ready_ranks.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/deadlock.h"
#include "engine/plan/validate/wait_cycle.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace plan {
namespace {

using Kind = Instruction::Kind;

// From one rank to another, how many messages were handed over by the one and asked
// for by the other.
struct Channel {
    int sent = 0;
    int asked = 0;
};

// Runs the programs of every rank, without times, with so many buffers a channel.
class BufferedRun {
public:
    explicit BufferedRun(const Schedule& schedule)
        : m_schedule(schedule)
        , m_index(schedule.shape)
        , m_programs(lower(schedule))
        , m_next(m_programs.size())
        , m_begun(m_programs.size())
        , m_sent(m_index.count())
        , m_waiter(m_index.count(), -1)
    {
        m_ready.startAll(m_programs.size());
    }

    // As far as it goes with so many buffers.
    void run(int buffers)
    {
        m_buffers = buffers;
        m_ready.drain([this](std::size_t rank) {
            while (advance(rank))
                ;
            return true;
        });
    }

    // What of all blocked sends asks for the fewest buffers; -1: none is blocked. From
    // then on they count as given.
    int giveBuffers()
    {
        int least = -1;
        while (!m_blocked.empty() && (least < 0 || m_blocked.top().first <= least)) {
            const auto [needed, rank] = m_blocked.top();
            m_blocked.pop();
            if (!blocksAt(rank) || neededBy(rank) != needed)
                continue; // has moved on since
            least = needed;
            m_ready.add(rank);
        }
        return least;
    }

    std::optional<Deadlock> deadlock() const
    {
        Deadlock deadlock;
        int first = -1;
        for (std::size_t rank = m_programs.size(); rank-- > 0;)
            if (!done(rank)) {
                ++deadlock.stuckRanks;
                first = static_cast<int>(rank);
            }
        if (first < 0)
            return std::nullopt;
        deadlock.cycle
            = waitCycle(m_programs.size(), first, [this](int rank) { return waitOf(rank); });
        return deadlock;
    }

private:
    bool done(std::size_t rank) const { return m_next[rank] >= m_programs[rank].size(); }

    // The end of what begins together with the rank's next instruction.
    std::size_t groupEnd(std::size_t rank) const
    {
        const Program& program = m_programs[rank];
        std::size_t end = m_next[rank] + 1;
        while (end < program.size() && program[end].fused
               && (program[end].kind == Kind::Compute) == computesNext(rank))
            ++end;
        return end;
    }

    bool computesNext(std::size_t rank) const
    {
        return m_programs[rank][m_next[rank]].kind == Kind::Compute;
    }

    // True if the rank got one group further.
    bool advance(std::size_t rank)
    {
        if (done(rank))
            return false;
        if (!computesNext(rank)) {
            if (!m_begun[rank])
                begin(rank);
            if (const int needed = neededBy(rank); needed > m_buffers) {
                m_blocked.emplace(needed, rank);
                return false;
            }
            m_begun[rank] = false;
        }
        const std::size_t end = groupEnd(rank);
        for (std::size_t i = m_next[rank]; computesNext(rank) && i < end; ++i)
            if (const auto input = awaited(m_programs[rank][i].op, rank)) {
                m_waiter[m_index.of(*input)] = static_cast<std::int32_t>(rank);
                return false;
            }
        m_next[rank] = end;
        return true;
    }

    // The input, if it comes from another rank that has not handed it over.
    std::optional<Op> awaited(const Op& op, std::size_t rank) const
    {
        const auto input = inputOf(op, m_schedule.shape.stages() - 1);
        if (!input || m_schedule.placement.rankOf(*input) == static_cast<int>(rank)
            || m_sent[m_index.of(*input)])
            return std::nullopt;
        return input;
    }

    // Begins the sends and receives of the rank's next group.
    void begin(std::size_t rank)
    {
        m_begun[rank] = true;
        const std::size_t end = groupEnd(rank);
        for (std::size_t i = m_next[rank]; i < end; ++i) {
            const Instruction& transfer = m_programs[rank][i];
            const auto peer = static_cast<std::size_t>(transfer.peer);
            if (transfer.kind == Kind::Send) {
                ++channel(rank, peer).sent;
                const std::size_t output = m_index.of(transfer.op);
                m_sent[output] = true;
                if (m_waiter[output] >= 0)
                    m_ready.add(static_cast<std::size_t>(m_waiter[output]));
            } else {
                ++channel(peer, rank).asked;
                if (blocksAt(peer))
                    m_ready.add(peer);
            }
        }
    }

    // Whether the rank has begun to send and not got past it.
    bool blocksAt(std::size_t rank) const { return m_begun[rank]; }

    Channel& channel(std::size_t from, std::size_t to)
    {
        return m_channels[from * m_programs.size() + to];
    }
    const Channel& channel(std::size_t from, std::size_t to) const
    {
        return m_channels.at(from * m_programs.size() + to);
    }

    // The buffers with which every send of the rank's group ends now. The sends of a
    // group come first.
    int neededBy(std::size_t rank) const
    {
        const Program& program = m_programs[rank];
        int needed = 0;
        for (std::size_t i = m_next[rank]; i < program.size(); ++i) {
            const Instruction& transfer = program[i];
            if (transfer.kind != Kind::Send)
                break;
            const Channel& to = channel(rank, static_cast<std::size_t>(transfer.peer));
            needed = std::max(needed, to.sent - to.asked);
        }
        return needed;
    }

    // Precondition: the rank is stuck.
    Wait waitOf(int rank) const
    {
        const auto at = static_cast<std::size_t>(rank);
        const std::size_t end = groupEnd(at);
        for (std::size_t i = m_next[at]; i < end; ++i) {
            const Instruction& next = m_programs[at][i];
            if (next.kind == Kind::Compute) {
                if (const auto input = awaited(next.op, at)) {
                    const int of = m_schedule.placement.rankOf(*input);
                    return {.rank = rank, .at = next.op, .needs = asSent(*input, of), .of = of};
                }
            } else if (next.kind == Kind::Send) {
                const Channel& to = channel(at, static_cast<std::size_t>(next.peer));
                if (to.sent - to.asked > m_buffers)
                    return {.rank = rank,
                            .at = next.op,
                            .needs = message(at, next.peer, to.sent - 1 - m_buffers),
                            .of = next.peer,
                            .what = Wait::For::Room};
            }
        }
        return {};
    }

    // inputOf() says Backward where the other rank may make an input gradient.
    Op asSent(Op op, int rank) const
    {
        const Program& program = m_programs[static_cast<std::size_t>(rank)];
        const auto made = std::find_if(program.begin(), program.end(), [&](const auto& sent) {
            return sent.kind == Kind::Send && m_index.of(sent.op) == m_index.of(op);
        });
        return made == program.end() ? op : made->op;
    }

    // The n-th message of a channel, from 0.
    Op message(std::size_t from, int to, int n) const
    {
        for (const Instruction& transfer : m_programs[from])
            if (transfer.kind == Kind::Send && transfer.peer == to && n-- == 0)
                return transfer.op;
        return {};
    }

    const Schedule& m_schedule;
    const OpSlots m_index;
    const std::vector<Program> m_programs; // [rank]
    std::vector<std::size_t> m_next;       // [rank] -> its next instruction
    std::vector<bool> m_begun;             // [rank]: the transfers there are under way
    std::vector<bool> m_sent;              // by m_index
    std::vector<std::int32_t> m_waiter;    // by m_index: the rank that computes with it next
    std::unordered_map<std::size_t, Channel> m_channels; // by from * ranks + to
    ReadyRanks m_ready;
    int m_buffers = 0;

    using Blocked = std::pair<int, std::size_t>; // buffers needed, rank
    std::priority_queue<Blocked, std::vector<Blocked>, std::greater<>> m_blocked;
};

} // namespace

std::optional<Deadlock> findDeadlock(const Schedule& schedule, int buffers)
{
    BufferedRun run(schedule);
    run.run(buffers);
    return run.deadlock();
}

int channelBuffersNeeded(const Schedule& schedule)
{
    // More buffers never take away what fewer allowed: it can go on from where it stands.
    BufferedRun run(schedule);
    int buffers = 0;
    run.run(buffers);
    for (int more = run.giveBuffers(); more >= 0; more = run.giveBuffers()) {
        buffers = std::max(buffers, more);
        run.run(buffers);
    }
    return buffers;
}

} // namespace plan

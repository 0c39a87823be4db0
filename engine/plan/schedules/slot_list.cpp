#include "engine/plan/schedules/slot_list.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace plan {
namespace {

constexpr int kForwardSlots = 1;
constexpr int kBackwardSlots = 2;

// A ready op as one number; the smallest goes first. From the top: the kind's turn,
// the stage's turn, microbatch within its direction, direction.
class Queue {
public:
    struct Entry {
        bool isForward;
        int stage;
        int microbatch; // within its direction
        int direction;
    };

    Queue(int stages, const SlotRule& rule)
        : m_lastStage(stages - 1)
        , m_rule(rule)
    {
    }

    std::uint64_t key(const Entry& entry) const
    {
        const bool late = entry.isForward != m_rule.forwardsFirst;
        return std::uint64_t(late) << 48 | std::uint64_t(turn(entry.isForward, entry.stage)) << 23
            | std::uint64_t(entry.microbatch) << 1 | std::uint64_t(entry.direction);
    }

    Entry entry(std::uint64_t key) const
    {
        const bool isForward = (key >> 48 != 0) != m_rule.forwardsFirst;
        return {isForward, turn(isForward, static_cast<int>(key >> 23 & ((1U << 25) - 1))),
                static_cast<int>(key >> 1 & ((1U << 22) - 1)), static_cast<int>(key & 1)};
    }

private:
    // Of a stage, or back.
    int turn(bool isForward, int stage) const
    {
        return isForward || m_rule.deepestBackwardFirst ? m_lastStage - stage : stage;
    }

    int m_lastStage;
    SlotRule m_rule;
};

class Listing {
public:
    Listing(const Shape& shape, Placement placement, const SlotRule& rule)
        : m_rule(rule)
        , m_queue(shape.stages(), rule)
        , m_ready(static_cast<std::size_t>(shape.ranks))
        , m_busy(static_cast<std::size_t>(shape.ranks))
    {
        m_schedule.shape = shape;
        m_schedule.placement = std::move(placement);
        m_schedule.order.resize(m_ready.size());
        for (auto& ops : m_schedule.order)
            ops.reserve(2 * static_cast<std::size_t>(shape.microbatches)
                        * static_cast<std::size_t>(shape.chunks / shape.directions));
        const int mirrored = m_schedule.placement.bidirectional()
            ? shape.microbatches - m_schedule.placement.firstMirrored
            : 0;
        m_microbatches = {shape.microbatches - mirrored, mirrored};
        m_remaining = 2LL * shape.stages() * shape.microbatches;
    }

    Schedule run()
    {
        for (m_now = 0; m_remaining > 0; ++m_now) {
            auto& ending = m_ending[static_cast<std::size_t>(m_now % m_ending.size())];
            for (const Running& running : ending)
                finish(running);
            ending.clear();
            admit();
            for (const int rank : m_woken)
                startOn(rank);
            m_woken.clear();
        }
        for (const auto& ops : m_schedule.order)
            m_schedule.phases.push_back(phasesOf(ops));
        return std::move(m_schedule);
    }

private:
    struct Running {
        int rank;
        std::uint64_t key;
    };

    void admit()
    {
        for (std::size_t d = 0; d < m_microbatches.size(); ++d)
            while (m_entered[d] < m_microbatches[d] && m_entered[d] - m_gone[d] < m_rule.inFlight
                   && static_cast<long long>(m_now)
                       >= static_cast<long long>(m_rule.interval) * m_entered[d] - m_rule.lead)
                makeReady({true, 0, m_entered[d]++, static_cast<int>(d)});
    }

    void makeReady(const Queue::Entry& entry)
    {
        const auto& table
            = entry.direction == 0 ? m_schedule.placement.ranks : m_schedule.placement.mirror;
        const int rank = table[static_cast<std::size_t>(entry.stage)];
        auto& ready = m_ready[static_cast<std::size_t>(rank)];
        ready.push_back(m_queue.key(entry));
        std::push_heap(ready.begin(), ready.end(), std::greater<>{});
        m_woken.push_back(rank);
    }

    void finish(const Running& running)
    {
        --m_remaining;
        m_busy[static_cast<std::size_t>(running.rank)] = false;
        m_woken.push_back(running.rank);
        const Queue::Entry done = m_queue.entry(running.key);
        Queue::Entry next = done;
        if (!done.isForward) {
            if (--next.stage < 0) {
                ++m_gone[static_cast<std::size_t>(done.direction)];
                return;
            }
        } else if (++next.stage == m_schedule.shape.stages()) {
            next.stage = done.stage;
            next.isForward = false;
        }
        makeReady(next);
    }

    void startOn(int at)
    {
        const auto rank = static_cast<std::size_t>(at);
        auto& ready = m_ready[rank];
        if (m_busy[rank] || ready.empty())
            return;
        std::pop_heap(ready.begin(), ready.end(), std::greater<>{});
        const Queue::Entry entry = m_queue.entry(ready.back());
        const int microbatch
            = entry.microbatch + (entry.direction == 1 ? m_schedule.placement.firstMirrored : 0);
        m_schedule.order[rank].push_back(
            {entry.stage, entry.isForward ? OpKind::Forward : OpKind::Backward, microbatch});
        const auto end
            = m_now + static_cast<std::size_t>(entry.isForward ? kForwardSlots : kBackwardSlots);
        m_ending[end % m_ending.size()].push_back({at, ready.back()});
        ready.pop_back();
        m_busy[rank] = true;
    }

    SlotRule m_rule;
    Queue m_queue;
    Schedule m_schedule;
    std::array<int, 2> m_microbatches{};                           // [direction]
    std::array<int, 2> m_entered{};                                // [direction]
    std::array<int, 2> m_gone{};                                   // [direction]
    std::vector<std::vector<std::uint64_t>> m_ready;               // [rank], heaps of keys
    std::vector<char> m_busy;                                      // [rank]
    std::array<std::vector<Running>, kBackwardSlots + 1> m_ending; // [slot mod 3]
    std::vector<int> m_woken; // ranks that may start an op in this slot
    std::size_t m_now = 0;
    long long m_remaining = 0; // ops
};

} // namespace

Schedule listBySlots(const Shape& shape, Placement placement, const SlotRule& rule)
{
    return Listing(shape, std::move(placement), rule).run();
}

} // namespace plan

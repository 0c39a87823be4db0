// A step as a program with blocking transfers runs it, on one link for all: what a real interleaved
// run with a heavy last stage looks like.

#pragma once

#include "engine/plan/op_slots.h"
#include "engine/plan/schedule.h"
#include "engine/plan/simulate.h"
#include "engine/plan/timeline.h"

#include <algorithm>
#include <random>

namespace measured::test {

// - While the pipeline fills and drains, all ranks send at once: a hop takes 4 ms. In between it is
//   1.2 ms, mostly behind work, which then takes longer: 4.1 ms a forward and 7.3 ms a backward,
//   else 3.0 and 6.2.
// - The last stage takes 17 ms and 19 ms.
// - While the pipeline fills and drains, a rank goes on only once its last output was taken; the
// rank
//   that takes it comes to that when it is done with its op of the same kind before.
// - Times scatter by a hundredth.
class BlockingRun {
public:
    BlockingRun(const plan::Schedule& schedule, unsigned seed)
        : m_schedule(schedule)
        , m_random(seed)
        , m_slots(schedule.shape)
        , m_ends(m_slots.count(), kNotYet)
        , m_before(m_slots.count())
    {
        m_timeline.spans.resize(schedule.order.size());
        for (const auto& order : schedule.order) {
            const plan::Op* last[2]{};
            for (const plan::Op& op : order) {
                m_before[m_slots.of(op)] = last[isForward(op.kind)];
                last[isForward(op.kind)] = &op;
            }
        }
    }

    // Ops are missing where transfers block each other for good.
    plan::Timeline run()
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t rank = 0; rank < m_schedule.order.size(); ++rank)
                while (runNext(rank))
                    moved = true;
        }
        return m_timeline;
    }

private:
    using Nanoseconds = plan::Nanoseconds;
    static constexpr Nanoseconds kNotYet{-1};

    int lastStage() const { return m_schedule.shape.stages() - 1; }

    // Filling or draining: the op's neighbours are of its own kind.
    bool isAlone(std::size_t rank, std::size_t at) const
    {
        const auto& order = m_schedule.order[rank];
        const auto isSame = [&](std::size_t other) {
            return other < order.size()
                && isForward(order[other].kind) == isForward(order[at].kind);
        };
        return (at == 0 || isSame(at - 1)) && (at + 1 == order.size() || isSame(at + 1));
    }

    Nanoseconds scattered(Nanoseconds time)
    {
        const double factor = 1 + 0.01 * std::uniform_real_distribution<double>(-1, 1)(m_random);
        return Nanoseconds{std::llround(double(time.count()) * factor)};
    }

    Nanoseconds lasts(const plan::Op& op, bool alone)
    {
        using std::chrono::microseconds;
        if (isForward(op.kind))
            return scattered(microseconds{op.stage == lastStage() ? 17'000
                                              : alone             ? 3'000
                                                                  : 4'100});
        return scattered(microseconds{op.stage == lastStage() ? 19'000 : alone ? 6'200 : 7'300});
    }

    // When the rank's last output is taken; kNotYet: that is not known yet.
    Nanoseconds taken(const plan::Op& op, Nanoseconds hop) const
    {
        const bool forward = isForward(op.kind);
        if (op.stage == (forward ? lastStage() : 0))
            return Nanoseconds{0};
        plan::Op consumer = op;
        consumer.stage += forward ? 1 : -1;
        const plan::Op* before = m_before[m_slots.of(consumer)];
        if (before == nullptr)
            return Nanoseconds{0};
        const Nanoseconds end = m_ends[m_slots.of(*before)];
        return end == kNotYet ? kNotYet : end + hop;
    }

    bool runNext(std::size_t rank)
    {
        auto& spans = m_timeline.spans[rank];
        const std::size_t at = spans.size();
        if (at == m_schedule.order[rank].size())
            return false;
        const plan::Op& op = m_schedule.order[rank][at];
        const bool alone = isAlone(rank, at);
        const Nanoseconds hop = std::chrono::microseconds{alone ? 4000 : 1200};
        Nanoseconds start = spans.empty() ? Nanoseconds{0} : spans.back().end;
        if (const auto input = plan::inputOf(op, lastStage())) {
            const Nanoseconds made = m_ends[m_slots.of(*input)];
            if (made == kNotYet)
                return false;
            if (m_schedule.placement.rankOf(*input) != int(rank))
                start = std::max(start, made + hop);
        }
        if (at > 0 && isAlone(rank, at - 1)) {
            const Nanoseconds free = taken(spans[at - 1].op, std::chrono::microseconds{1200});
            if (free == kNotYet)
                return false;
            start = std::max(start, free);
        }
        const Nanoseconds end = start + lasts(op, alone);
        spans.push_back({op, start, end});
        m_ends[m_slots.of(op)] = end;
        m_timeline.makespan = std::max(m_timeline.makespan, end);
        return true;
    }

    const plan::Schedule& m_schedule;
    std::mt19937 m_random;
    const plan::OpSlots m_slots;
    std::vector<Nanoseconds> m_ends;       // [output]
    std::vector<const plan::Op*> m_before; // [output]: the rank's op of that kind before it
    plan::Timeline m_timeline;
};

} // namespace measured::test

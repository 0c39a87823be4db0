// Measured steps as a run of known costs would give them, with noise.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace measured::test {

// How many times as long one op takes on a rank.
using Slower = std::function<double(int rank, const plan::Op& op)>;

// The schedule run op by op: every op lasts `slower` times its cost, hops are exact. Unlike
// simulate(), each op may take a time of its own.
class StepRun {
public:
    StepRun(const plan::Schedule& schedule, const plan::Costs& costs, Slower slower)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_slower(std::move(slower))
        , m_slots(schedule.shape)
        , m_made(m_slots.count(), Nanoseconds{-1})
        , m_next(schedule.order.size(), 0)
    {
        m_timeline.spans.resize(schedule.order.size());
    }

    plan::Timeline run()
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t rank = 0; rank < m_next.size(); ++rank)
                while (runNext(rank))
                    moved = true;
        }
        for (std::size_t rank = 0; rank < m_next.size(); ++rank)
            addTail(rank);
        return m_timeline;
    }

private:
    bool runNext(std::size_t rank)
    {
        const auto& order = m_schedule.order[rank];
        const std::size_t at = m_next[rank];
        if (at == order.size())
            return false;
        const auto& pairs = m_schedule.pairsOf(rank);
        const bool fused = std::binary_search(pairs.begin(), pairs.end(), std::uint32_t(at));
        auto& spans = m_timeline.spans[rank];
        Nanoseconds start = spans.empty() ? Nanoseconds{0} : spans.back().end;
        for (std::size_t i = at; i <= at + fused; ++i)
            if (!awaitInput(order[i], int(rank), start))
                return false;
        if (fused)
            runPair(order[at], order[at + 1], int(rank), start);
        else
            spans.push_back({order[at], start, start + lasts(order[at], int(rank))});
        for (std::size_t i = at; i <= at + fused; ++i)
            if (order[i].kind != plan::OpKind::WeightGrad)
                m_made[m_slots.of(order[i])] = spans.back().end;
        m_next[rank] += fused ? 2 : 1;
        return true;
    }

    void runPair(const plan::Op& first, const plan::Op& second, int rank, Nanoseconds start)
    {
        const Nanoseconds a = lasts(first, rank);
        const Nanoseconds b = lasts(second, rank);
        const Nanoseconds pair = m_costs.ofPair(a, b);
        const Nanoseconds middle = start + plan::shareOfFirst(pair, a, b);
        m_timeline.spans[std::size_t(rank)].push_back({first, start, middle});
        m_timeline.spans[std::size_t(rank)].push_back({second, middle, start + pair});
    }

    bool awaitInput(const plan::Op& op, int rank, Nanoseconds& start) const
    {
        const auto input = plan::inputOf(op, m_schedule.shape.stages() - 1);
        if (!input)
            return true;
        const Nanoseconds made = m_made[m_slots.of(*input)];
        const bool across = m_schedule.placement.rankOf(*input) != rank;
        const Nanoseconds hop
            = across ? m_costs.hop(std::min(op.stage, input->stage)) : Nanoseconds{0};
        start = std::max(start, made + hop);
        return made >= Nanoseconds{0};
    }

    Nanoseconds lasts(const plan::Op& op, int rank) const
    {
        return Nanoseconds{std::llround(double(m_costs.of(op, rank).count()) * m_slower(rank, op))};
    }

    void addTail(std::size_t rank)
    {
        const auto& spans = m_timeline.spans[rank];
        plan::Tail tail{.begin = spans.empty() ? Nanoseconds{0} : spans.back().end};
        tail.optimizerBegin = tail.begin + m_costs.gradientReduction;
        tail.end = tail.optimizerBegin + m_costs.scaled(m_costs.optimizer, int(rank));
        m_timeline.makespan = std::max(m_timeline.makespan, tail.end);
        if (tail.end > tail.begin)
            m_timeline.tails.push_back(tail);
    }

    const plan::Schedule& m_schedule;
    const plan::Costs& m_costs;
    const Slower m_slower;
    const plan::OpSlots m_slots;
    std::vector<Nanoseconds> m_made;
    std::vector<std::size_t> m_next;
    plan::Timeline m_timeline;
};

inline Step stepOf(int number, plan::Timeline timeline)
{
    Step step;
    step.number = number;
    step.timeline = std::move(timeline);
    step.ended = true;
    return step;
}

// Every op takes a factor of its own: 1 + spread times a number of the bell curve, but at
// least 0.2.
inline Step noisyStep(
    const plan::Schedule& schedule, const plan::Costs& costs, int number, double spread,
    std::mt19937& random, const Slower& slower = [](int, const plan::Op&) { return 1.0; })
{
    std::normal_distribution<double> bell(0.0, 1.0);
    return stepOf(number, StepRun(schedule, costs, [&](int rank, const plan::Op& op) {
                              return slower(rank, op) * std::max(0.2, 1 + spread * bell(random));
                          }).run());
}

} // namespace measured::test

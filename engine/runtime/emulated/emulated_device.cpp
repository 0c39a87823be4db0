#include "engine/runtime/emulated/emulated_device.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <cassert>

namespace engine {

using namespace std::chrono_literals;
using Kind = plan::Instruction::Kind;

namespace {

constexpr Nanoseconds kNapWhileSending = 1ms;

} // namespace

Nanoseconds mostCatchUp(Nanoseconds lasts) { return std::min<Nanoseconds>(1ms, lasts / 4); }

EmulatedDevice::EmulatedDevice(Stages stages, int lastStage, Nanoseconds transfer,
                               PlannedStarts planned, Transport& transport, Waiting& waiting)
    : m_stages(std::move(stages))
    , m_lastStage(lastStage)
    , m_transfer(transfer)
    , m_planned(std::move(planned))
    , m_transport(transport)
    , m_waiting(waiting)
{
}

plan::Result<Nanoseconds> EmulatedDevice::beginStep(int step)
{
    const auto zero = m_transport.beginStep(step);
    if (!zero)
        return zero.error();
    if (auto slept = m_waiting.sleepUntil(*zero); !slept)
        return slept.error();
    m_zero = *zero;
    m_free = {};
    m_dueEnds.clear();
    return m_zero;
}

void EmulatedDevice::enqueue(const plan::Instruction& instruction)
{
    m_queue.push_back(instruction);
}

Completion EmulatedDevice::next()
{
    while (m_over.empty()) {
        if (m_failure)
            return *m_failure;
        if (m_queue.empty()) {
            // Only receives are left that no compute of this rank consumes.
            assert(!m_expected.empty());
            static_cast<void>(receive(m_expected.begin()->second));
        } else if (m_queue.front().kind != Kind::Compute) {
            startGroup();
        } else {
            const plan::Instruction instruction = m_queue.front();
            m_queue.pop_front();
            compute(instruction);
        }
    }
    Completion completion = std::move(m_over.front());
    m_over.pop_front();
    return completion;
}

plan::Outcome EmulatedDevice::endStep() { return m_transport.drain(); }

StageMemory EmulatedDevice::memory() const
{
    StageMemory sum;
    for (const auto& [number, stage] : m_stages) {
        const StageMemory held = stage->memory();
        sum.weights += held.weights;
        sum.gradients += held.gradients;
        sum.optimizer += held.optimizer;
        sum.activations += held.activations;
        sum.emulated = sum.emulated || held.emulated;
    }
    return sum;
}

void EmulatedDevice::startGroup()
{
    std::vector<Transfer> group;
    do {
        const auto transfer = transferOf(m_queue.front());
        if (!transfer)
            return fail(m_queue.front(), transfer.error());
        group.push_back(*transfer);
        m_queue.pop_front();
    } while (!m_queue.empty() && m_queue.front().kind != Kind::Compute && m_queue.front().fused);

    const Nanoseconds posted = sinceZero();
    if (const auto started = m_transport.start(group); !started)
        return fail(group.front().instruction, started.error());
    for (const Transfer& transfer : group) {
        if (transfer.instruction.kind == Kind::Receive)
            m_expected[transfer.instruction.op] = {transfer.instruction, posted};
        else
            m_over.push_back({.instruction = transfer.instruction,
                    .lane = Lane::Communication,
                    .start = posted,
                    .end = sinceZero(),
                    .bytes = m_transport.messageBytes()});
    }
}

plan::Result<Transfer> EmulatedDevice::transferOf(const plan::Instruction& instruction) const
{
    if (instruction.kind == Kind::Receive)
        return Transfer{.instruction = instruction};
    const auto made = m_dueEnds.find(instruction.op);
    if (made == m_dueEnds.end())
        return plan::Error{"the program sends it before it is computed"};
    return Transfer{.instruction = instruction, .stamp = {made->second, sinceZero()}};
}

void EmulatedDevice::compute(const plan::Instruction& instruction)
{
    const auto input = inputFor(instruction.op);
    if (!input)
        return m_failure ? void() : fail(instruction, input.error()); // a receive's own comes first
    Completion completion{.instruction = instruction};
    if (const auto ran = paceAndRun(instruction.op, *input, completion); !ran)
        return fail(instruction, ran.error());
    m_over.push_back(std::move(completion));
}

// The message an op waits for; none if its input was made on this rank.
plan::Result<std::optional<Arrival>> EmulatedDevice::inputFor(const plan::Op& op)
{
    const auto source = plan::inputOf(op, m_lastStage);
    if (!source)
        return std::optional<Arrival>{};
    plan::Op candidate = *source;
    for (const auto kind : {source->kind, plan::OpKind::InputGrad}) {
        candidate.kind = source->kind == plan::OpKind::Backward ? kind : source->kind;
        if (const auto found = m_expected.find(candidate); found != m_expected.end()) {
            if (const auto planned = m_planned.find(op); planned != m_planned.end())
                if (auto slept = sleepUntil(planned->second); !slept)
                    return slept.error();
            auto arrival = receive(found->second);
            if (!arrival)
                return arrival.error();
            return std::optional<Arrival>{std::move(*arrival)};
        }
        if (m_dueEnds.contains(candidate))
            return std::optional<Arrival>{};
    }
    return plan::Error{"the program neither computes nor receives its input "
                       + toText(*source)};
}

// Waits for one message and reports its receive, or the receive's failure.
plan::Result<Arrival> EmulatedDevice::receive(const Expected& waited)
{
    const Expected expected = waited; // outlives its place in the map
    m_expected.erase(expected.instruction.op);
    auto arrival = m_transport.wait(expected.instruction.op);
    if (!arrival) {
        fail(expected.instruction, arrival.error());
        return arrival.error();
    }
    const Nanoseconds seen = sinceZero();
    m_over.push_back({.instruction = expected.instruction,
            .lane = Lane::Communication,
            .start = std::min(seen, std::max(expected.posted, arrival->stamp.sent)),
            .end = seen,
            .bytes = arrival->payload.bytes});
    return arrival;
}

plan::Outcome EmulatedDevice::paceAndRun(const plan::Op& op, const std::optional<Arrival>& input,
                                         Completion& completion)
{
    const auto stage = m_stages.find(op.stage);
    if (stage == m_stages.end())
        return plan::Error{"rank " + std::to_string(m_transport.rank()) + " does not hold stage "
                           + std::to_string(op.stage)};

    Nanoseconds due = m_free;
    if (input)
        due = std::max(due, input->stamp.virtualEnd + m_transfer);
    if (auto slept = sleepUntil(due); !slept)
        return slept;

    completion.start = sinceZero();
    const auto lasts = stage->second->run(op.kind, op.microbatch,
                                          input ? input->payload : Tensor{}, Tensor{});
    if (!lasts)
        return lasts.error();
    m_free = std::max(due, completion.start - mostCatchUp(*lasts)) + *lasts;
    m_dueEnds[op] = m_free;
    if (auto slept = sleepUntil(m_free); !slept)
        return slept;

    completion.end = sinceZero();
    completion.lateness = completion.end - (due + *lasts);
    return plan::done();
}

// Wakes now and then while sends are on their way, to move them on.
plan::Outcome EmulatedDevice::sleepUntil(Nanoseconds when)
{
    for (;;) {
        const auto busy = m_transport.progress();
        if (!busy)
            return busy.error();
        const Nanoseconds nap = sinceZero() + kNapWhileSending;
        if (!*busy || nap >= when)
            return m_waiting.sleepUntil(m_zero + when);
        if (auto slept = m_waiting.sleepUntil(m_zero + nap); !slept)
            return slept;
    }
}

void EmulatedDevice::fail(const plan::Instruction& instruction, const plan::Error& error)
{
    m_failure = Completion{.instruction = instruction, .failure = error};
}

} // namespace engine

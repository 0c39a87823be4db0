#include "engine/runtime/emulated/emulated_device.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <cassert>

namespace engine {

using namespace std::chrono_literals;
using Kind = plan::Instruction::Kind;

namespace {

constexpr Nanoseconds kNapWhileSending = 1ms;

bool isFusedCompute(const plan::Instruction& instruction)
{
    return instruction.kind == Kind::Compute && instruction.fused;
}

} // namespace

Nanoseconds leastLength(Nanoseconds lasts) { return lasts - lasts / 4; }

EmulatedDevice::EmulatedDevice(Stages stages, EmulatedPlan plan, Transport& transport,
                               Waiting& waiting)
    : m_stages(std::move(stages))
    , m_plan(std::move(plan))
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
            compute();
        }
    }
    Completion completion = std::move(m_over.front());
    m_over.pop_front();
    return completion;
}

plan::Result<StepTail> EmulatedDevice::endStep()
{
    const int rank = m_transport.rank();
    StepTail tail;
    tail.ran.begin = tail.ran.optimizerBegin = tail.ran.end = sinceZero();
    if (const Nanoseconds lasts = m_plan.costs.gradientReduction; lasts > 0ns) {
        const auto over = pace(tail.ran.begin, lasts);
        if (!over)
            return over.error();
        tail.ran.optimizerBegin = tail.ran.end = *over;
    }
    if (const Nanoseconds lasts = m_plan.costs.scaled(m_plan.costs.optimizer, rank); lasts > 0ns) {
        const auto over = pace(tail.ran.optimizerBegin, lasts);
        if (!over)
            return over.error();
        tail.ran.end = *over;
    }
    tail.lateness = tail.ran.end - m_free;
    if (const auto drained = m_transport.drain(); !drained)
        return drained.error();
    return tail;
}

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

void EmulatedDevice::compute()
{
    std::vector<Work> fused = takeFused();
    const auto planned = m_plan.starts.find(fused.front().instruction.op);
    const Nanoseconds lookFrom = planned == m_plan.starts.end() ? 0ns : planned->second;
    for (Work& work : fused) {
        auto input = inputFor(work.instruction.op, lookFrom);
        if (!input)
            return fail(work.instruction, input.error());
        work.input = std::move(*input);
    }
    if (const auto ran = paceAndRun(fused); !ran)
        fail(fused.front().instruction, ran.error());
}

// The next compute and the one that runs with it, if there is one.
std::vector<EmulatedDevice::Work> EmulatedDevice::takeFused()
{
    std::vector<Work> fused;
    do {
        fused.push_back({.instruction = m_queue.front()});
        m_queue.pop_front();
    } while (fused.size() < 2 && !m_queue.empty() && isFusedCompute(m_queue.front()));
    return fused;
}

// The message an op waits for; none if its input was made on this rank.
plan::Result<std::optional<Arrival>> EmulatedDevice::inputFor(const plan::Op& op,
                                                              Nanoseconds lookFrom)
{
    const auto source = plan::inputOf(op, m_plan.lastStage);
    if (!source)
        return std::optional<Arrival>{};
    plan::Op candidate = *source;
    for (const auto kind : {source->kind, plan::OpKind::InputGrad}) {
        candidate.kind = source->kind == plan::OpKind::Backward ? kind : source->kind;
        if (const auto found = m_expected.find(candidate); found != m_expected.end()) {
            if (auto slept = sleepUntil(lookFrom); !slept)
                return slept.error();
            auto arrival = receive(found->second);
            if (!arrival)
                return arrival.error();
            return std::optional<Arrival>{std::move(*arrival)};
        }
        if (m_dueEnds.contains(candidate))
            return std::optional<Arrival>{};
    }
    return plan::Error{"the program neither computes nor receives its input " + toText(*source)};
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

plan::Outcome EmulatedDevice::run(Work& work)
{
    const plan::Op& op = work.instruction.op;
    const auto stage = m_stages.find(op.stage);
    if (stage == m_stages.end())
        return plan::Error{"rank " + std::to_string(m_transport.rank()) + " does not hold stage "
                           + std::to_string(op.stage)};
    const auto lasts = stage->second->run(op.kind, op.microbatch,
                                          work.input ? work.input->payload : Tensor{}, Tensor{});
    if (!lasts)
        return lasts.error();
    work.lasts = *lasts;
    work.held = memory();
    return plan::done();
}

// Of the message that `op` waits for.
Nanoseconds EmulatedDevice::hopTo(const plan::Op& op) const
{
    return m_plan.costs.hop(isForward(op.kind) ? op.stage - 1 : op.stage);
}

plan::Outcome EmulatedDevice::paceAndRun(std::span<Work> fused)
{
    Nanoseconds due = m_free;
    for (const Work& work : fused)
        if (work.input)
            due = std::max(due, work.input->stamp.virtualEnd + hopTo(work.instruction.op));
    if (auto slept = sleepUntil(due); !slept)
        return slept;

    const Nanoseconds start = sinceZero();
    for (Work& work : fused)
        if (auto ran = run(work); !ran) {
            fail(work.instruction, ran.error());
            return ran;
        }
    m_free = due;
    const auto over = pace(start,
                           fused.size() == 1 ? fused[0].lasts
                                             : m_plan.costs.ofPair(fused[0].lasts, fused[1].lasts));
    if (!over)
        return over.error();
    for (const Work& work : fused)
        m_dueEnds[work.instruction.op] = m_free;
    report(fused, due, start, *over);
    return plan::done();
}

// Keeps the rank busy for something that lasts `lasts` from m_free, started at `start`.
// Returns when it was over.
plan::Result<Nanoseconds> EmulatedDevice::pace(Nanoseconds start, Nanoseconds lasts)
{
    m_free += lasts;
    if (auto slept = sleepUntil(std::max(m_free, start + leastLength(lasts))); !slept)
        return slept.error();
    return sinceZero();
}

// The ops of a pair share its time, as they do in a predicted timeline.
void EmulatedDevice::report(std::span<const Work> fused, Nanoseconds due, Nanoseconds start,
                            Nanoseconds end)
{
    Completion completion{.start = start, .end = end};
    if (fused.size() == 2) {
        const auto firstOf = [&](Nanoseconds pair) {
            return plan::shareOfFirst(pair, fused[0].lasts, fused[1].lasts);
        };
        completion.instruction = fused[0].instruction;
        completion.end = start + firstOf(end - start);
        completion.lateness = completion.end - (due + firstOf(m_free - due));
        completion.held = fused[0].held;
        m_over.push_back(completion);
        completion.start = completion.end;
        completion.end = end;
    }
    completion.instruction = fused.back().instruction;
    completion.lateness = completion.end - m_free;
    completion.held = fused.back().held;
    m_over.push_back(std::move(completion));
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
    if (!m_failure) // what failed first is the cause
        m_failure = Completion{.instruction = instruction, .failure = error};
}

} // namespace engine

#include "engine/runtime/emulated/paced_backend.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds kNapWhileSending = 1ms;

} // namespace

// An op that begins late may catch up by a quarter of its length. More would let ops of a busy
// machine vanish, and none would carry every delay to the end of the run.
Nanoseconds leastLength(Nanoseconds lasts) { return lasts - lasts / 4; }

PacedBackend::PacedBackend(PacedPlan plan, Transport& transport, Waiting& waiting)
    : m_plan(std::move(plan))
    , m_transport(transport)
    , m_waiting(waiting)
{
}

plan::Outcome PacedBackend::prepareStep(int step)
{
    m_step = step;
    m_free = {};
    m_dueEnds.clear();
    return plan::done();
}

void PacedBackend::beginStep(Nanoseconds zero) { m_zero = zero; }

plan::Result<DeviceBytes> PacedBackend::destinationOf(const plan::Instruction&)
{
    return DeviceBytes{}; // what arrives is dropped
}

plan::Result<Transfer> PacedBackend::outgoing(const plan::Instruction& send)
{
    return Transfer{.instruction = send, .stamp = {.virtualEnd = m_dueEnds.at(send.op)}};
}

plan::Outcome PacedBackend::awaitInput(const plan::Op& op)
{
    const auto planned = m_plan.starts.find(op);
    return sleepUntil(planned == m_plan.starts.end() ? 0ns : planned->second);
}

ComputeOutcome PacedBackend::run(std::span<const Compute> fused)
{
    auto ran = runPaced(fused);
    if (!ran)
        return {.failure = ran.error()};
    return {.done = *std::move(ran)};
}

plan::Result<std::vector<Computed>> PacedBackend::runPaced(std::span<const Compute> fused)
{
    Nanoseconds due = m_free;
    for (const Compute& compute : fused)
        if (compute.message)
            due = std::max(due, compute.message->virtualEnd + hopTo(compute.instruction.op));
    if (auto slept = sleepUntil(due); !slept)
        return slept.error();

    const Nanoseconds start = sinceZero();
    std::vector<Paced> paced;
    for (const Compute& compute : fused) {
        const auto begun = begin(compute.instruction.op);
        if (!begun)
            return begun.error();
        paced.push_back(*begun);
    }
    // From here on pace() adds what the op lasts.
    m_free = due;
    const auto over = pace(start,
                           fused.size() == 1 ? paced[0].lasts
                                             : m_plan.costs.ofPair(paced[0].lasts, paced[1].lasts));
    if (!over)
        return over.error();
    for (const Compute& compute : fused)
        m_dueEnds[compute.instruction.op] = m_free;
    return timesOf(paced, due, start, *over);
}

plan::Result<PacedBackend::Paced> PacedBackend::begin(const plan::Op& op)
{
    const int rank = m_transport.rank();
    if (!m_plan.placement.holds(rank, op.stage))
        return plan::Error{"rank " + std::to_string(rank) + " does not hold stage "
                           + std::to_string(op.stage)};
    if (auto counted = countInFlight(op); !counted)
        return counted.error();
    return Paced{slowed(m_plan.costs.of({op.stage, op.kind, 0}, rank)), memory()};
}

Nanoseconds PacedBackend::slowed(Nanoseconds lasts) const
{
    if (!m_plan.slow || m_step < m_plan.slow->step)
        return lasts;
    return Nanoseconds{std::llround(double(lasts.count()) * m_plan.slow->factor)};
}

// The memory of activations is counted: from a microbatch's forward to the last part of its
// backward.
plan::Outcome PacedBackend::countInFlight(const plan::Op& op)
{
    std::size_t& inFlight = m_inFlight[op.stage];
    switch (op.kind) {
    case plan::OpKind::Forward:
        ++inFlight;
        break;
    case plan::OpKind::Backward:
    case plan::OpKind::WeightGrad:
        if (inFlight == 0)
            return plan::Error{"a gradient of microbatch " + std::to_string(op.microbatch)
                               + " was asked for, but no forward is in flight"};
        --inFlight;
        break;
    case plan::OpKind::InputGrad:
        break;
    }
    return plan::done();
}

MemoryHeld PacedBackend::memory() const
{
    MemoryHeld held{.emulated = true};
    for (const auto& [stage, microbatches] : m_inFlight)
        held.activations += microbatches * m_plan.activationBytes;
    return held;
}

// Of the message that `op` waits for.
Nanoseconds PacedBackend::hopTo(const plan::Op& op) const
{
    return m_plan.costs.hop(isForward(op.kind) ? op.stage - 1 : op.stage,
                            m_plan.placement.directionOf(op.microbatch));
}

// The ops of a pair share its time, as they do in a predicted timeline.
std::vector<Computed> PacedBackend::timesOf(std::span<const Paced> fused, Nanoseconds due,
                                            Nanoseconds start, Nanoseconds end) const
{
    const auto at = [this](Nanoseconds time) { return HostLanes::at(m_zero + time); };
    std::vector<Computed> computed;
    Nanoseconds from = start;
    if (fused.size() == 2) {
        const auto firstOf = [&](Nanoseconds pair) {
            return plan::shareOfFirst(pair, fused[0].lasts, fused[1].lasts);
        };
        const Nanoseconds middle = start + firstOf(end - start);
        computed.push_back({.start = at(start),
                            .end = at(middle),
                            .lateness = middle - (due + firstOf(m_free - due)),
                            .held = fused[0].held});
        from = middle;
    }
    computed.push_back(
        {.start = at(from), .end = at(end), .lateness = end - m_free, .held = fused.back().held});
    return computed;
}

plan::Result<StepTail> PacedBackend::endStep()
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
    if (const Nanoseconds lasts = slowed(m_plan.costs.scaled(m_plan.costs.optimizer, rank));
        lasts > 0ns) {
        const auto over = pace(tail.ran.optimizerBegin, lasts);
        if (!over)
            return over.error();
        tail.ran.end = *over;
    }
    tail.lateness = tail.ran.end - m_free;
    return tail;
}

// Keeps the rank busy for something that lasts `lasts` from m_free, started at `start`.
// Returns when it was over.
plan::Result<Nanoseconds> PacedBackend::pace(Nanoseconds start, Nanoseconds lasts)
{
    m_free += lasts;
    if (auto slept = sleepUntil(std::max(m_free, start + leastLength(lasts))); !slept)
        return slept.error();
    return sinceZero();
}

// Wakes now and then while sends are on their way, to move them on.
plan::Outcome PacedBackend::sleepUntil(Nanoseconds when)
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

} // namespace engine

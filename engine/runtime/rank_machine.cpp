#include "engine/runtime/rank_machine.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <bitset>
#include <cassert>
#include <string>
#include <utility>

namespace engine {

using Kind = plan::Instruction::Kind;

namespace {

bool isFusedCompute(const plan::Instruction& instruction)
{
    return instruction.kind == Kind::Compute && instruction.fused;
}

bool isFusedTransfer(const plan::Instruction& instruction)
{
    return instruction.kind != Kind::Compute && instruction.fused;
}

} // namespace

RankMachine::RankMachine(const RankMachineOptions& options, ComputeBackend& backend, Lanes& lanes,
                         Transport& transport, Control& control, Waiting& waiting)
    : m_options(options)
    , m_backend(backend)
    , m_lanes(lanes)
    , m_transport(transport)
    , m_control(control)
    , m_waiting(waiting)
{
}

plan::Result<Nanoseconds> RankMachine::beginStep(int step)
{
    m_lanes.beginStep();
    m_transport.beginStep(step);
    m_computed.clear();
    m_step = step;
    if (auto prepared = m_backend.prepareStep(step); !prepared)
        return prepared.error();
    // The step begins when the last rank is there. Compared in rank 0's time, because each rank's
    // own clock counts from another origin.
    const auto latest = m_control.agreeMax(m_waiting.now() + m_options.clockOffset,
                                           "the start of step " + std::to_string(step));
    if (!latest)
        return latest.error();
    m_agreedZero = *latest + m_options.startMargin;
    m_zero = m_agreedZero - m_options.clockOffset;
    // Without a margin a clock's error may still put it a little ahead.
    if (auto slept = m_waiting.sleepUntil(m_zero); !slept)
        return slept.error();
    m_backend.beginStep(m_zero);
    return m_zero;
}

void RankMachine::enqueue(const plan::Instruction& instruction) { m_queue.push_back(instruction); }

// Everything that is queued goes to its lane before anything is waited for: a device that works
// by itself always has the next op at hand.
Completion RankMachine::next()
{
    for (;;) {
        if (auto completion = takeOver())
            return *std::move(completion);
        if (m_failure)
            return *m_failure;
        if (!m_queue.empty()) {
            doNext();
        } else if (m_tailWanted && m_posted.empty()) {
            // Before anything is waited for: the device goes on without the host.
            queueTail();
        } else if (!m_running.empty()) {
            Running oldest = std::move(m_running.front());
            m_running.pop_front();
            return timed(std::move(oldest));
        } else {
            // Only receives are left that no compute of this rank consumes.
            assert(!m_posted.empty());
            static_cast<void>(receive(m_posted.begin()->first));
        }
    }
}

// The first that is over, if one is.
std::optional<Completion> RankMachine::takeOver()
{
    // Lanes end in any order among each other, but each in its own: behind one that runs nothing of
    // its lane is over, and the device need not be asked.
    std::bitset<256> busy;
    for (auto one = m_running.begin(); one != m_running.end(); ++one) {
        if (busy[one->lane.number])
            continue;
        if (m_lanes.passed(one->end)) {
            Running running = std::move(*one);
            m_running.erase(one);
            return timed(std::move(running));
        }
        busy.set(one->lane.number);
    }
    return std::nullopt;
}

// Waits until it is over.
Completion RankMachine::timed(Running running)
{
    Completion& completion = running.completion;
    m_awaited = &running;
    const auto start = m_lanes.time(running.start);
    const auto end = start ? m_lanes.time(running.end) : start;
    auto parts = end ? running.parts.resolve(m_lanes) : end.error();
    m_awaited = nullptr;
    if (!parts) {
        fail(completion.instruction, parts.error());
        return *m_failure;
    }
    completion.parts = *std::move(parts);
    completion.start = *start - m_zero;
    completion.end = *end - m_zero;
    if (running.sent) // a receive that was posted early begins when the message leaves
        completion.start = std::min(completion.end, std::max(completion.start, *running.sent));
    return std::move(completion);
}

void RankMachine::doNext()
{
    if (m_queue.front().kind == Kind::Compute)
        compute();
    else
        startGroup();
}

void RankMachine::startGroup()
{
    std::vector<Transfer> group;
    do {
        auto transfer = transferOf(m_queue.front());
        if (!transfer)
            return fail(m_queue.front(), transfer.error());
        group.push_back(*std::move(transfer));
        m_queue.pop_front();
    } while (!m_queue.empty() && isFusedTransfer(m_queue.front()));

    // Before start(), which may wait for a free buffer: the span of a transfer includes that wait.
    std::vector<Mark> posted;
    posted.reserve(group.size());
    for (const Transfer& transfer : group)
        posted.push_back(m_lanes.mark(m_transport.laneOf(transfer.instruction)));
    if (const auto started = m_transport.start(group); !started)
        return fail(group.front().instruction, started.error());
    for (std::size_t i = 0; i < group.size(); ++i) {
        const plan::Instruction& instruction = group[i].instruction;
        // A receive joins the running ones when its message is asked for: until then nobody knows
        // whether it has come, and looking would mean polling all of them.
        if (instruction.kind == Kind::Receive)
            m_posted[instruction.op] = {instruction, posted[i]};
        else
            addTransfer(instruction, posted[i], m_lanes.mark(m_transport.laneOf(instruction)), {});
    }
}

void RankMachine::addTransfer(const plan::Instruction& instruction, Mark start, Mark end,
                              std::optional<Nanoseconds> sent)
{
    Running& transfer = m_running.emplace_back();
    transfer.completion.instruction = instruction;
    transfer.completion.bytes = m_transport.messageBytes();
    transfer.lane = m_transport.laneOf(instruction);
    transfer.start = start;
    transfer.end = end;
    transfer.sent = sent;
}

plan::Result<Transfer> RankMachine::transferOf(const plan::Instruction& instruction)
{
    if (instruction.kind == Kind::Receive) {
        const auto destination = m_backend.destinationOf(instruction);
        if (!destination)
            return destination.error();
        return Transfer{.instruction = instruction, .payload = *destination};
    }
    if (!m_computed.contains(instruction.op))
        return plan::Error{"the program sends it before it is computed"};
    auto transfer = m_backend.outgoing(instruction);
    if (transfer)
        transfer->stamp.sent = m_waiting.now() - m_zero;
    return transfer;
}

void RankMachine::compute()
{
    std::vector<Compute> fused = takeFused();
    for (Compute& one : fused)
        if (auto found = findInput(one, fused.front().instruction.op); !found)
            return fail(one.instruction, found.error());
    // A backend may fail in the second op of a pair; the first has then been done and is reported.
    ComputeOutcome outcome = m_backend.run(fused);
    for (std::size_t i = 0; i < outcome.done.size(); ++i) {
        Computed& computed = outcome.done[i];
        m_computed.insert(fused[i].instruction.op);
        m_running.push_back({.completion = {.instruction = fused[i].instruction,
                                            .lateness = computed.lateness,
                                            .held = computed.held},
                             .start = computed.start,
                             .end = computed.end,
                             .parts = std::move(computed.parts)});
    }
    if (outcome.failure)
        fail(fused.at(outcome.done.size()).instruction, *outcome.failure);
}

// The next compute and the one that runs with it, if there is one.
std::vector<Compute> RankMachine::takeFused()
{
    std::vector<Compute> fused;
    do {
        fused.push_back({.instruction = m_queue.front()});
        m_queue.pop_front();
    } while (fused.size() < 2 && !m_queue.empty() && isFusedCompute(m_queue.front()));
    return fused;
}

// The message an op waits for is received; there is none if the input was made on this rank.
// `first`: of the pair, where it is one.
plan::Outcome RankMachine::findInput(Compute& compute, const plan::Op& first)
{
    const auto source = plan::inputOf(compute.instruction.op, m_options.lastStage);
    if (!source)
        return plan::done();
    // A whole backward takes its input from a whole one or from an input gradient.
    for (const auto kind : {source->kind, plan::OpKind::InputGrad}) {
        plan::Op from = *source;
        if (from.kind == plan::OpKind::Backward)
            from.kind = kind;
        if (m_posted.contains(from)) {
            if (auto waited = m_backend.awaitInput(first); !waited)
                return waited;
            const auto stamp = receive(from);
            if (!stamp)
                return stamp.error();
            compute.message = *stamp;
            return plan::done();
        }
        if (m_computed.contains(from))
            return plan::done();
    }
    return plan::Error{"the program neither computes nor receives its input " + toText(*source)};
}

// Waits for one message and reports its receive, or the receive's failure.
plan::Result<Stamp> RankMachine::receive(plan::Op op)
{
    const Posted posted = m_posted.at(op);
    m_posted.erase(op);
    const auto arrived = m_transport.wait(op);
    if (!arrived) {
        fail(posted.instruction, arrived.error());
        return arrived.error();
    }
    addTransfer(posted.instruction, posted.at, arrived->at, arrived->stamp.sent);
    return arrived->stamp;
}

void RankMachine::queueTail()
{
    if (std::exchange(m_tailWanted, false))
        m_tailQueued = m_backend.queueTail();
}

plan::Result<StepTail> RankMachine::endStep()
{
    // The optimizer first: sends leave meanwhile, and draining before it would only add their time
    // to the step.
    queueTail();
    if (!m_tailQueued)
        return m_tailQueued.error();
    auto tail = m_backend.endStep();
    if (!tail)
        return tail;
    if (auto drained = m_transport.drain(); !drained)
        return drained.error();
    m_step.reset();
    return tail;
}

// Lanes are in order, and so is what was queued: what comes after the first that is not over waits
// for it. Sends wait for nothing but computes and whoever receives them, so none is the first.
std::optional<Standing> RankMachine::standing() const
{
    if (!m_step)
        return std::nullopt;
    Standing standing{.step = *m_step};
    // What failed is out of the queue, and had its turn before what is left there.
    if (m_failure && m_failure->instruction.kind != Kind::Send) {
        standing.op = m_failure->instruction.op;
        if (m_failure->instruction.kind == Kind::Receive)
            standing.awaits = m_failure->instruction.peer;
        return standing;
    }
    std::vector<const Running*> inOrder;
    if (m_awaited != nullptr)
        inOrder.push_back(m_awaited);
    for (const Running& running : m_running)
        inOrder.push_back(&running);
    for (const Running* const running : inOrder) {
        const plan::Instruction& instruction = running->completion.instruction;
        if (instruction.kind == Kind::Send || m_lanes.passed(running->end))
            continue;
        standing.op = instruction.op;
        if (instruction.kind == Kind::Receive)
            standing.awaits = instruction.peer;
        break;
    }
    return standing;
}

void RankMachine::fail(const plan::Instruction& instruction, const plan::Error& error)
{
    if (!m_failure) // what failed first is the cause
        m_failure = Completion{.instruction = instruction, .failure = error};
}

} // namespace engine

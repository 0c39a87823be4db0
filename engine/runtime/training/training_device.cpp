#include "engine/runtime/training/training_device.h"

#include "engine/plan/simulate.h"
#include "engine/runtime/training/failure.h"
#include "engine/runtime/training/learning_rate.h"

#include <algorithm>
#include <cmath>

namespace training {

using engine::Completion;
using engine::Lane;
using plan::OpKind;
using Kind = plan::Instruction::Kind;

namespace {

bool endsMicrobatch(OpKind kind) { return kind == OpKind::Backward || kind == OpKind::WeightGrad; }

} // namespace

TrainingDevice::TrainingDevice(const Options& options, Machinery& machinery, RankModel& model,
                               Optimizer& optimizer, StepTokens& tokens,
                               engine::HostCommunicator& world, engine::Transport& transport,
                               engine::Waiting& waiting)
    : m_options(options)
    , m_machinery(machinery)
    , m_model(model)
    , m_optimizer(optimizer)
    , m_tokens(tokens)
    , m_world(world)
    , m_transport(transport)
    , m_waiting(waiting)
    , m_slots(machinery.memory, model.buckets().size())
    , m_reruns(machinery.kernels, machinery.memory, machinery.trace.lanes())
{
    m_machinery.breathe = [this] {
        must(m_transport.progress());
        m_optimizer.progress();
    };
}

void TrainingDevice::setOrder(const std::vector<plan::Op>& order, RerunPlaces reruns)
{
    m_uses.clear();
    for (const plan::Op& op : order)
        m_uses[op.stage] += plan::isForward(op.kind);
    m_reruns.setPlaces(std::move(reruns));
}

plan::Result<Nanoseconds> TrainingDevice::beginStep(int step)
{
    return caught([&]() -> plan::Result<Nanoseconds> {
        m_step = step;
        m_place = 0;
        m_machinery.memory.resetPeaks();
        m_tokens.beginStep(step);
        m_optimizer.beginStep(m_uses);
        const auto losses = m_uses.find(m_options.lastStage);
        m_slots.beginStep(losses == m_uses.end() ? 0 : static_cast<std::size_t>(losses->second));
        agreeOnZero(step);
        return m_zero;
    });
}

// The step begins when the last rank is there.
void TrainingDevice::agreeOnZero(int step)
{
    const Nanoseconds pipeline = must(m_transport.beginStep(step));
    const std::int64_t own = (std::max(pipeline, m_waiting.now()) + m_options.clockOffset).count();
    std::vector<std::int64_t> all(static_cast<std::size_t>(m_world.size()));
    must(engine::finish(m_world.allGather(std::as_bytes(std::span(&own, 1)),
                                          std::as_writable_bytes(std::span(all)))));
    m_agreedZero = Nanoseconds(*std::max_element(all.begin(), all.end()));
    m_zero = m_agreedZero - m_options.clockOffset;
    must(m_waiting.sleepUntil(m_zero)); // a clock's error may put it a little ahead
}

void TrainingDevice::enqueue(const plan::Instruction& instruction)
{
    m_queue.push_back(instruction);
}

Completion TrainingDevice::next()
{
    while (m_over.empty()) {
        if (m_failure)
            return *m_failure;
        const plan::Instruction doing
            = m_queue.empty() ? m_posted.begin()->second.first : m_queue.front();
        const auto done = caught([&]() -> plan::Outcome {
            if (m_queue.empty())
                // Only receives are left that no op of this rank consumes.
                receive(m_posted.begin()->first);
            else if (m_queue.front().kind == Kind::Compute)
                compute();
            else
                startGroup();
            return plan::done();
        });
        if (!done)
            m_failure = Completion{.instruction = doing, .failure = done.error()};
    }
    Completion completion = std::move(m_over.front());
    m_over.pop_front();
    return completion;
}

// Sends and receives that start together.
void TrainingDevice::startGroup()
{
    std::vector<engine::Transfer> group;
    std::vector<std::vector<std::byte>> payloads; // stay where they are until start() has returned
    do {
        engine::Transfer transfer{.instruction = m_queue.front()};
        if (transfer.instruction.kind == Kind::Send) {
            const Matrix& made = m_made.at(transfer.instruction.op).view;
            transfer.stamp.sent = sinceZero();
            std::vector<std::byte>& payload = payloads.emplace_back(made.bytes());
            m_machinery.memory.store().download(payload, bytesIn(made));
            transfer.payload = {payload.data(), payload.size()};
        }
        group.push_back(transfer);
        m_queue.pop_front();
    } while (!m_queue.empty() && m_queue.front().kind != Kind::Compute && m_queue.front().fused);

    const Nanoseconds posted = sinceZero();
    must(m_transport.start(group));
    for (const engine::Transfer& transfer : group) {
        const plan::Instruction& instruction = transfer.instruction;
        if (instruction.kind == Kind::Receive) {
            m_posted[instruction.op] = {instruction, posted};
            continue;
        }
        m_made.erase(instruction.op);
        m_over.push_back({.instruction = instruction,
                          .lane = Lane::Communication,
                          .start = posted,
                          .end = sinceZero(),
                          .bytes = m_transport.messageBytes()});
    }
}

// Waits for one message and reports its receive.
Held TrainingDevice::receive(const plan::Op& op)
{
    const auto [instruction, posted] = m_posted.at(op);
    m_posted.erase(op);
    const auto arrival = must(m_transport.wait(op));
    const Nanoseconds seen = sinceZero();
    m_over.push_back({.instruction = instruction,
                      .lane = Lane::Communication,
                      .start = std::min(seen, std::max(posted, arrival.stamp.sent)),
                      .end = seen,
                      .bytes = arrival.payload.bytes});
    Held held = boundary(Use::Buffers);
    m_machinery.memory.store().upload(bytesIn(held.view),
                                      {arrival.payload.data, arrival.payload.bytes});
    return held;
}

Held TrainingDevice::boundary(Use use) const
{
    const Dims& dims = m_machinery.dims;
    return m_machinery.memory.matrix(dims.shardRows(), dims.hidden, dims.type, use);
}

// What an op takes from the stage beside its own; none for a weight gradient, and at the ends
// of the pipeline.
std::optional<Held> TrainingDevice::inputOf(const plan::Op& op)
{
    const auto source = plan::inputOf(op, m_options.lastStage);
    if (!source || source->stage == op.stage)
        return std::nullopt;
    for (const OpKind kind : {source->kind, OpKind::InputGrad}) {
        plan::Op from = *source;
        if (from.kind == OpKind::Backward)
            from.kind = kind;
        if (m_posted.contains(from))
            return receive(from);
        if (auto made = m_made.extract(from))
            return std::move(made.mapped());
    }
    throw Failure({"the program neither computes nor receives its input " + toText(*source)});
}

// Whether another stage takes what the op makes.
bool TrainingDevice::handsOn(const plan::Op& op) const
{
    if (op.kind == OpKind::WeightGrad)
        return false;
    return plan::isForward(op.kind) ? op.stage < m_options.lastStage : op.stage > 0;
}

void TrainingDevice::compute()
{
    const plan::Instruction instruction = m_queue.front();
    m_queue.pop_front();
    const plan::Op& op = instruction.op;
    // Outside of the op's span: waiting for its input is idle time.
    std::optional<Held> input = inputOf(op);
    if (handsOn(op))
        m_made[op] = boundary(Use::Buffers);
    const Nanoseconds start = m_waiting.now();
    run(op, input ? input->view : Matrix{});
    dawdle(start);
    const Nanoseconds end = m_waiting.now();
    m_over.push_back({.instruction = instruction,
                      .lane = Lane::Compute,
                      .start = start - m_zero,
                      .end = end - m_zero,
                      .held = memory(),
                      .parts = must(m_machinery.trace.take().resolve(m_machinery.trace.lanes()))});
    input.reset();
    if (endsMicrobatch(op.kind))
        m_optimizer.gradientsTaken(op.stage);
    for (const plan::Op& again : m_reruns.after(m_place))
        rerun(again);
    ++m_place;
}

void TrainingDevice::run(const plan::Op& op, const Matrix& input)
{
    const auto found = m_model.stages().find(op.stage);
    if (found == m_model.stages().end())
        throw Failure({"this rank does not hold stage " + std::to_string(op.stage)});
    ModelStage& stage = found->second;
    const auto made = m_made.find(op);
    const Matrix output = made == m_made.end() ? Matrix{} : made->second.view;
    switch (op.kind) {
    case OpKind::Forward:
        return runForward(op, stage, input, output);
    case OpKind::Backward:
    case OpKind::InputGrad:
        return stage.inputGrad(op.microbatch, input, output, op.kind == OpKind::Backward);
    case OpKind::WeightGrad:
        return stage.weightGrad(op.microbatch);
    }
}

// What goes in at the first stage and is compared with at the last; the others need none.
MicrobatchTokens TrainingDevice::tokensOf(const plan::Op& op, const ModelStage& stage) const
{
    MicrobatchTokens tokens;
    if (!stage.embedding && !stage.head)
        return tokens;
    const StepTokens::Rows rows = m_tokens.of(op.microbatch);
    Memory& memory = m_machinery.memory;
    if (stage.embedding)
        tokens.inputs = memory.uploaded(rows.inputs, Use::Activations);
    if (stage.head)
        tokens.targets = memory.uploaded(rows.targets, Use::Activations);
    return tokens;
}

void TrainingDevice::runForward(const plan::Op& op, ModelStage& stage, const Matrix& input,
                                const Matrix& output)
{
    const bool last = output.empty();
    const Slot loss = last ? m_slots.nextLoss(op.microbatch) : Slot{};
    stage.forward(op.microbatch, tokensOf(op, stage), input, output, loss);
    if (m_flip == op) {
        flip(last ? loss.inBytes() : bytesIn(output));
        m_flip.reset();
    }
    if (!m_reruns.wanted(op))
        return;
    if (last)
        m_reruns.keep(op, loss);
    else
        m_reruns.keep(op, output);
}

void TrainingDevice::flip(DeviceBytes result) const
{
    engine::Store& store = m_machinery.memory.store();
    std::byte first{};
    store.download({&first, 1}, result.part(0, 1));
    first ^= std::byte{1};
    store.upload(result.part(0, 1), {&first, 1});
}

// The second run of a forward, in a bubble.
void TrainingDevice::rerun(const plan::Op& op)
{
    ModelStage& stage = m_model.stages().at(op.stage);
    const Matrix* const input = stage.inputOf(op.microbatch);
    if (input == nullptr)
        return;
    const bool last = !handsOn(op);
    const Held output = last ? Held{} : boundary(Use::Buffers);
    const HeldSlots loss = last ? m_machinery.memory.slots(1, Use::Buffers) : HeldSlots{};
    const Mark start = m_machinery.trace.mark();
    stage.repeatForward(tokensOf(op, stage), *input, output.view, last ? loss.view[0] : Slot{});
    m_reruns.compare(op, last ? loss.view[0].inBytes() : bytesIn(output.view), start,
                     m_machinery.trace.mark());
    m_machinery.trace.take(); // a rerun's own collectives are within the bubble
}

void TrainingDevice::dawdle(Nanoseconds start)
{
    if (m_slowness <= 1)
        return;
    const Nanoseconds took = m_waiting.now() - start;
    const auto more = std::chrono::duration_cast<Nanoseconds>((m_slowness - 1) * took);
    must(m_waiting.sleepUntil(start + took + more));
}

plan::Result<engine::StepTail> TrainingDevice::endStep()
{
    return caught([&]() -> plan::Result<engine::StepTail> {
        engine::StepTail tail;
        tail.ran.begin = sinceZero();
        m_optimizer.reduce(m_slots);
        m_reruns.finishStep();
        tail.ran.optimizerBegin = sinceZero();
        if (m_optimizer.isFinite())
            m_optimizer.update(learningRateAt(m_options.training, m_step, m_options.steps));
        else if (m_options.training.onNotANumber == "skip")
            m_optimizer.skip();
        else
            return notANumber();
        tail.ran.end = sinceZero();
        m_machinery.trace.take();
        must(m_transport.drain());
        return tail;
    });
}

// Which microbatch it was first is known where the loss is computed, and told to all.
plan::Error TrainingDevice::notANumber()
{
    float worst = static_cast<float>(m_slots.firstNotFinite().value_or(-1));
    must(engine::finish(m_world.allReduce(std::span(&worst, 1), engine::Reduction::Max)));
    const std::string what = std::isfinite(m_optimizer.numbers().loss)
        ? "the gradient is not a number, though the loss is"
        : "the loss is not a number"
            + (worst >= 0 ? ", in microbatch " + std::to_string(static_cast<int>(worst))
                          : std::string());
    return {what
            + "; lower training.learning_rate, or set training.on_not_a_number: skip, and "
              "resume from the last checkpoint"};
}

engine::StageMemory TrainingDevice::memory() const
{
    const Memory& memory = m_machinery.memory;
    engine::StageMemory held;
    held.weights = memory.current(Use::Weights);
    held.gradients = memory.current(Use::Gradients);
    held.optimizer = memory.current(Use::Optimizer);
    held.activations = memory.current(Use::Activations);
    held.buffers = memory.current(Use::Buffers);
    for (std::size_t use = 0; use < kUses; ++use)
        held.peaks[use] = memory.peak(static_cast<Use>(use));
    return held;
}

} // namespace training

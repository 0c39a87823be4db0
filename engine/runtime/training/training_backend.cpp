#include "engine/runtime/training/training_backend.h"

#include "engine/plan/simulate.h"
#include "engine/runtime/training/failure.h"
#include "engine/runtime/training/learning_rate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace training {

using plan::OpKind;

namespace {

bool endsMicrobatch(OpKind kind) { return kind == OpKind::Backward || kind == OpKind::WeightGrad; }

} // namespace

TrainingBackend::TrainingBackend(Options options, Machinery& machinery, RankModel& model,
                                 Optimizer& optimizer, StepTokens& tokens,
                                 engine::HostCommunicator& world, engine::Lanes& lanes,
                                 engine::Transport& transport, engine::Waiting& waiting)
    : m_options(std::move(options))
    , m_machinery(machinery)
    , m_model(model)
    , m_optimizer(optimizer)
    , m_tokens(tokens)
    , m_world(world)
    , m_lanes(lanes)
    , m_transport(transport)
    , m_waiting(waiting)
    , m_slots(machinery.memory, model.buckets().size())
    , m_reruns(machinery.kernels, machinery.memory, lanes)
{
    // Called between products: MPI moves messages only while somebody calls it, and a large one
    // would otherwise wait for the end of the op.
    m_machinery.progressTransfers = [&transport, this] {
        must(transport.progress());
        m_optimizer.progress();
    };
}

void TrainingBackend::setOrder(const std::vector<plan::Op>& order, RerunPlaces reruns)
{
    m_uses.clear();
    for (const plan::Op& op : order)
        // Forwards are counted, because a backward may come in two parts.
        m_uses[op.stage] += plan::isForward(op.kind);
    m_reruns.setPlaces(std::move(reruns));
}

plan::Outcome TrainingBackend::prepareStep(int step)
{
    return caught([&]() -> plan::Outcome {
        m_step = step;
        m_stepRange.reset();
        m_stepRange.emplace(ranges(), OpRanges::Step{step});
        m_place = 0;
        // Empty already after a step that went well.
        m_received.clear();
        m_machinery.memory.store().beginStep();
        m_machinery.memory.resetPeaks();
        m_tokens.beginStep(step);
        m_optimizer.beginStep(m_uses);
        const auto losses = m_uses.find(m_options.lastStage);
        m_slots.beginStep(losses == m_uses.end() ? 0 : static_cast<std::size_t>(losses->second));
        return plan::done();
    });
}

// To be written in `lane`: computed here, or received.
Held TrainingBackend::boundary(engine::Lane lane) const
{
    const Dims& dims = m_machinery.dims;
    return m_machinery.memory.matrix(dims.shardRows(), dims.hidden, dims.type, Use::Buffers, lane);
}

plan::Result<DeviceBytes> TrainingBackend::destinationOf(const plan::Instruction& receive)
{
    return caught([&]() -> plan::Result<DeviceBytes> {
        Held& held = m_received[receive.op] = boundary(m_transport.laneOf(receive));
        return bytesIn(held.view);
    });
}

plan::Result<engine::Transfer> TrainingBackend::outgoing(const plan::Instruction& send)
{
    // Out of the map: once it is sent, nobody here may take the tensor as an input.
    auto made = m_made.extract(send.op);
    if (!made)
        return plan::Error{"the program sends it, but no stage of another rank takes it"};
    // Whoever gets the memory next waits for what is queued in the lane of the messages by then.
    const auto release = [&lanes = m_lanes, lane = m_transport.laneOf(send)](Held* held) {
        held->block.usedUntil(lane, lanes.mark(lane));
        delete held;
    };
    std::shared_ptr<Held> keeper(new Held(std::move(made.mapped())), release);
    const auto payload = bytesIn(keeper->view);
    return engine::Transfer{.instruction = send, .payload = payload, .keeper = std::move(keeper)};
}

// What an op takes from the stage beside its own; none for a weight gradient, and at the ends
// of the pipeline.
std::optional<Held> TrainingBackend::takeInput(const engine::Compute& compute)
{
    const plan::Op& op = compute.instruction.op;
    const auto source = plan::inputOf(op, m_options.lastStage);
    if (!source || source->stage == op.stage)
        return std::nullopt;
    auto& from = compute.message ? m_received : m_made;
    for (const OpKind kind : {source->kind, OpKind::InputGrad}) {
        plan::Op maker = *source;
        if (maker.kind == OpKind::Backward)
            maker.kind = kind;
        if (auto held = from.extract(maker))
            return std::move(held.mapped());
    }
    throw Failure({"the program has handed on its input " + toText(*source) + " already"});
}

// Whether another stage takes what the op makes.
bool TrainingBackend::handsOn(const plan::Op& op) const
{
    if (op.kind == OpKind::WeightGrad)
        return false;
    return plan::isForward(op.kind) ? op.stage < m_options.lastStage : op.stage > 0;
}

// A fused pair runs one after the other: a rank has one compute lane.
engine::ComputeOutcome TrainingBackend::run(std::span<const engine::Compute> fused)
{
    engine::ComputeOutcome outcome;
    const auto ran = caught([&]() -> plan::Outcome {
        for (const engine::Compute& compute : fused)
            outcome.done.push_back(runOne(compute));
        return plan::done();
    });
    if (!ran)
        outcome.failure = ran.error();
    return outcome;
}

engine::Computed TrainingBackend::runOne(const engine::Compute& compute)
{
    const plan::Op& op = compute.instruction.op;
    std::optional<Held> input = takeInput(compute);
    if (handsOn(op))
        m_made[op] = boundary(engine::kComputeLane);
    engine::Computed computed;
    computed.start = m_lanes.mark(engine::kComputeLane);
    {
        const OpRange range(ranges(), op);
        runOp(op, input ? input->view : Matrix{});
    }
    stretch(computed.start);
    computed.end = m_lanes.mark(engine::kComputeLane);
    computed.held = memory();
    computed.parts = m_machinery.trace.take();
    // Before the next op takes memory, which may then be this block.
    input.reset();
    // Behind the end mark: starting a reduction is not a part of the op that made its last
    // gradient.
    if (endsMicrobatch(op.kind))
        m_optimizer.gradientsTaken(op.stage);
    for (const plan::Op& again : m_reruns.after(m_place))
        rerun(again);
    ++m_place;
    return computed;
}

void TrainingBackend::runOp(const plan::Op& op, const Matrix& input)
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
MicrobatchTokens TrainingBackend::tokensOf(const plan::Op& op, const ModelStage& stage) const
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

void TrainingBackend::runForward(const plan::Op& op, ModelStage& stage, const Matrix& input,
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

void TrainingBackend::flip(DeviceBytes result) const
{
    engine::Store& store = m_machinery.memory.store();
    std::byte first{};
    store.download({&first, 1}, result.part(0, 1));
    // The lowest bit of the first value: the smallest error there is, which a check must find as
    // well.
    first ^= std::byte{1};
    store.upload(result.part(0, 1), {&first, 1});
}

// The second run of a forward, in a bubble.
void TrainingBackend::rerun(const plan::Op& op)
{
    ModelStage& stage = m_model.stages().at(op.stage);
    const Matrix* const input = stage.inputOf(op.microbatch);
    // Nothing is left of the microbatch after its backward, and a stage without layers keeps no
    // input.
    if (input == nullptr)
        return;
    const bool last = !handsOn(op);
    const Held output = last ? Held{} : boundary(engine::kComputeLane);
    const HeldSlots loss = last ? m_machinery.memory.slots(1, Use::Buffers) : HeldSlots{};
    const OpRange again(ranges(), kSecondRun);
    const OpRange range(ranges(), op);
    const Mark start = m_lanes.mark(engine::kComputeLane);
    stage.repeatForward(tokensOf(op, stage), *input, output.view, last ? loss.view[0] : Slot{});
    m_reruns.compare(op, last ? loss.view[0].inBytes() : bytesIn(output.view), start,
                     m_lanes.mark(engine::kComputeLane));
    m_machinery.trace.take(); // a rerun's own collectives are within the bubble
}

// Of a rank that was slowed down by hand.
void TrainingBackend::stretch(Mark start)
{
    if (m_slowness <= 1)
        return;
    // Only here the host waits for an op: what it took is known when it is over.
    const Nanoseconds end = must(m_lanes.time(m_lanes.mark(engine::kComputeLane)));
    const Nanoseconds took = end - must(m_lanes.time(start));
    // By what the op really took, so that the factor holds on a machine of any speed.
    const auto more = std::chrono::duration_cast<Nanoseconds>((m_slowness - 1) * took);
    must(m_waiting.sleepUntil(end + more));
}

Nanoseconds TrainingBackend::sinceZero(Mark mark) const
{
    return must(m_lanes.time(mark)) - m_zero;
}

plan::Outcome TrainingBackend::queueTail()
{
    return caught([&]() -> plan::Outcome {
        const auto mark = [&] { return m_lanes.mark(engine::kComputeLane); };
        m_tail.begin = mark();
        {
            const OpRange range(ranges(), kReduceGradients);
            m_optimizer.reduce(m_slots);
        }
        m_tail.reduced = mark();
        const OpRange range(ranges(), kOptimizer);
        m_optimizer.update(m_slots, learningRateAt(m_options.training, m_step, m_options.steps));
        m_tail.end = mark();
        m_machinery.trace.take();
        return plan::done();
    });
}

plan::Result<engine::StepTail> TrainingBackend::endStep()
{
    return caught([&]() -> plan::Result<engine::StepTail> {
        // The one wait for the device in a step.
        m_slots.download();
        m_stepRange.reset();
        m_optimizer.finishStep(m_slots);
        m_reruns.finishStep();
        if (!m_optimizer.numbers().updated
            && m_options.training.onNotANumber != strategy::OnNotANumber::Skip)
            return notANumber();
        engine::StepTail tail;
        tail.ran.begin = sinceZero(m_tail.begin);
        tail.ran.optimizerBegin = sinceZero(m_tail.reduced);
        tail.ran.end = sinceZero(m_tail.end);
        return tail;
    });
}

// Which microbatch it was first is known where the loss is computed, and told to all.
plan::Error TrainingBackend::notANumber()
{
    // A float carries the number of a microbatch exactly up to 2^24.
    float worst = static_cast<float>(m_slots.firstNotFinite().value_or(-1));
    must(engine::finish(m_world.allReduce(std::span(&worst, 1), engine::ReduceOp::Max)));
    const std::string what = std::isfinite(m_optimizer.numbers().loss)
        ? "the gradient is not a number, though the loss is"
        : "the loss is not a number"
            + (worst >= 0 ? ", in microbatch " + std::to_string(static_cast<int>(worst))
                          : std::string());
    return {what
            + "; lower training.learning_rate, or set training.on_not_a_number: skip, and "
              "resume from the last checkpoint"};
}

engine::MemoryHeld TrainingBackend::memory() const
{
    const Memory& memory = m_machinery.memory;
    engine::MemoryHeld held;
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

#include "engine/runtime/training/optimizer.h"

#include "engine/runtime/training/failure.h"

#include <cmath>
#include <utility>

namespace training {

Optimizer::Optimizer(Machinery& machinery, RankModel& model, engine::HostCommunicator& world,
                     const strategy::Training& training, double tokens)
    : m_machinery(machinery)
    , m_model(model)
    , m_world(world)
    , m_training(training)
    , m_tokens(tokens)
{
}

void Optimizer::beginStep(const std::map<int, int>& uses)
{
    m_left.clear();
    for (const auto& [stage, microbatches] : uses)
        for (Bucket* bucket : m_model.bucketsOf(stage))
            // A bucket of two stages, as of tied embeddings, is whole when both have added to it.
            m_left[bucket] += microbatches;
}

void Optimizer::gradientsTaken(int stage)
{
    for (Bucket* bucket : m_model.bucketsOf(stage)) {
        m_lastStage[bucket] = stage;
        if (--m_left[bucket] == 0)
            bucket->startReduction();
    }
}

void Optimizer::progress()
{
    for (const auto& bucket : m_model.buckets())
        bucket->testReduction();
}

void Optimizer::reduce(StepSlots& slots)
{
    std::vector<std::pair<int, Bucket::Reduced>> reductions;
    for (const auto& bucket : m_model.buckets())
        if (const auto reduction = bucket->finishReduction())
            reductions.emplace_back(m_lastStage[bucket.get()], *reduction);
    // Bucket after bucket in the order of their making, which is that of all ranks: these are
    // collectives.
    for (std::size_t i = 0; i < m_model.buckets().size(); ++i) {
        Bucket& bucket = *m_model.buckets()[i];
        bucket.sumOverCopies();
        bucket.sumOverTensor(m_machinery.tensor);
        bucket.addSquares(slots.squares(i));
    }
    // The one wait for the device in a step.
    slots.download();
    engine::Lanes& lanes = m_machinery.trace.lanes();
    for (const auto& [stage, reduced] : reductions)
        m_reductions.push_back(
            {stage, must(lanes.time(reduced.start)), must(lanes.time(reduced.end)), reduced.bytes});
    // All tensor ranks have the same losses. Two numbers in one message; sums in double, because
    // there may be thousands of ranks.
    double values[2] = {slots.squares(), m_machinery.tensor.rank() == 0 ? slots.loss() : 0};
    must(engine::finish(m_world.allReduce(std::span<double>(values), engine::ReduceOp::Sum)));
    m_numbers = {.loss = values[1] / m_tokens, .gradientNorm = std::sqrt(values[0])};
}

bool Optimizer::isFinite() const
{
    return std::isfinite(m_numbers.loss) && std::isfinite(m_numbers.gradientNorm);
}

void Optimizer::update(double learningRate)
{
    ++m_updates;
    const double norm = m_numbers.gradientNorm;
    const bool clips = m_training.clip > 0 && norm > m_training.clip;
    AdamStep adam;
    adam.learningRate = static_cast<float>(learningRate);
    adam.beta1 = static_cast<float>(m_training.beta1);
    adam.beta2 = static_cast<float>(m_training.beta2);
    adam.epsilon = static_cast<float>(m_training.epsilon);
    adam.weightDecay = static_cast<float>(m_training.weightDecay);
    // In double: with a beta near 1, 1 - beta^t of the first steps has few digits left in a float,
    // and is divided by.
    adam.correction1 = static_cast<float>(1 - std::pow(m_training.beta1, double(m_updates)));
    adam.correction2 = static_cast<float>(1 - std::pow(m_training.beta2, double(m_updates)));
    adam.gradientScale = clips ? static_cast<float>(m_training.clip / norm) : 1.0F;
    for (const auto& bucket : m_model.buckets()) {
        bucket->update(adam);
        bucket->finishStep();
    }
    m_numbers.learningRate = learningRate;
}

void Optimizer::skip()
{
    for (const auto& bucket : m_model.buckets())
        bucket->zeroGradients();
    m_numbers.updated = false;
}

std::vector<GradientReduction> Optimizer::takeReductions()
{
    return std::exchange(m_reductions, {});
}

} // namespace training

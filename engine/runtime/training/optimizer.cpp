#include "engine/runtime/training/optimizer.h"

#include "engine/runtime/training/failure.h"

#include <cmath>
#include <utility>

namespace training {

Optimizer::Optimizer(Machinery& machinery, RankModel& model, Group world,
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
    m_reduced.clear();
    for (const auto& bucket : m_model.buckets())
        if (const auto reduction = bucket->finishReduction())
            m_reduced.emplace_back(m_lastStage[bucket.get()], *reduction);
    // Bucket after bucket in the order of their making, which is that of all ranks: these are
    // collectives.
    for (const auto& bucket : m_model.buckets()) {
        bucket->sumOverCopies();
        bucket->sumOverTensor(m_machinery.tensor);
    }
    std::vector<Squares> squares;
    for (std::size_t i = 0; i < m_model.buckets().size(); ++i)
        m_model.buckets()[i]->addSquares(squares, slots.squares(i));
    m_machinery.kernels.addSquaresEach(squares);
    // All tensor ranks have the same losses. Two numbers in one message; sums in double, because
    // there may be thousands of ranks.
    slots.sum(m_machinery.kernels, m_machinery.tensor.rank() != 0);
    m_world.sum(slots.totals());
    m_machinery.kernels.clip(slots.scale(), slots.totals(), m_training.clip);
}

void Optimizer::update(const StepSlots& slots, double learningRate)
{
    ++m_updates;
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
    std::vector<Update> updates;
    std::vector<Matrix> gradients;
    for (const auto& bucket : m_model.buckets()) {
        bucket->addUpdates(updates);
        bucket->addGradients(gradients);
    }
    Kernels& kernels = m_machinery.kernels;
    if (!updates.empty() && updates.front().m.empty()) // all buckets have one rule
        kernels.descendEach(adam, slots.scale(), updates);
    else
        kernels.adamwEach(adam, slots.scale(), updates);
    for (const auto& bucket : m_model.buckets())
        bucket->gatherWeights();
    kernels.fillEach(gradients, 0);
    m_learningRate = learningRate;
}

void Optimizer::finishStep(const StepSlots& slots)
{
    engine::Lanes& lanes = m_machinery.trace.lanes();
    for (const auto& [stage, reduced] : m_reduced)
        m_reductions.push_back(
            {stage, must(lanes.time(reduced.start)), must(lanes.time(reduced.end)), reduced.bytes});
    m_numbers = {.loss = slots.loss() / m_tokens, .gradientNorm = std::sqrt(slots.squares())};
    m_numbers.updated = std::isfinite(m_numbers.loss) && std::isfinite(m_numbers.gradientNorm);
    // The device has left everything as it was, and this update is none.
    if (m_numbers.updated)
        m_numbers.learningRate = m_learningRate;
    else
        --m_updates;
}

std::vector<GradientReduction> Optimizer::takeReductions()
{
    return std::exchange(m_reductions, {});
}

} // namespace training

#include "engine/runtime/training/duties/checkpointing.h"

#include "engine/runtime/training/bucket_elements.h"
#include "engine/runtime/training/checkpoint/agreement.h"
#include "engine/runtime/training/checkpoint/load_checkpoint.h"
#include "engine/runtime/training/checkpoint/save_checkpoint.h"
#include "engine/runtime/training/failure.h"
#include "engine/strategy/yaml.h"

#include <array>
#include <optional>

namespace training {

namespace {

using State = Bucket::State;

constexpr std::int64_t kMostSamples = std::int64_t{1} << 62; // more can be added without overflow

constexpr std::array<State, 3> kStates{State::Weights, State::FirstMoment, State::SecondMoment};

// The slices of one kind of state; where that is not kept in F32, of copies that are.
class StateSlices {
public:
    StateSlices(TrainingRank& rank, Kernels& kernels, State state, bool owned)
        : m_kernels(kernels)
    {
        for (const auto& bucket : rank.model().buckets()) {
            if (owned && !bucket->isPrimary())
                continue;
            const Matrix values = bucket->stretch(state).values;
            add(rank.memory(), *bucket, state, values, owned);
        }
    }

    std::span<const TensorSlice> slices() const { return m_slices; }

    // What was read into copies goes where it belongs.
    void copyBack()
    {
        for (const Copy& copy : m_copies)
            m_kernels.copy(copy.to, copy.held.view);
    }

private:
    struct Copy {
        Held held;
        Matrix to;
    };

    void add(Memory& memory, const Bucket& bucket, State state, Matrix values, bool owned)
    {
        if (!values.data) { // plain descent has no moments; files have, all 0
            state = State::Weights;
            m_copies.push_back({memory.matrix(1, bucket.stretch(State::Weights).values.columns,
                                              Type::F32, Use::Buffers),
                                {}});
            values = m_copies.back().held.view;
            m_kernels.fill(values, 0);
            m_copies.back().to = values;
        } else if (values.type != Type::F32) {
            m_copies.push_back({memory.matrix(1, values.columns, Type::F32, Use::Buffers), values});
            m_kernels.copy(m_copies.back().held.view, values);
            values = m_copies.back().held.view;
        }
        const auto slices = slicesOf(bucket, state, values, owned);
        m_slices.insert(m_slices.end(), slices.begin(), slices.end());
    }

    Kernels& m_kernels;
    std::vector<Copy> m_copies;
    std::vector<TensorSlice> m_slices;
};

using States = std::array<std::optional<StateSlices>, 3>;

CheckpointSlices slicesIn(engine::Store& store, const States& states)
{
    return {.store = store,
            .weights = states[0]->slices(),
            .firstMoments = states[1]->slices(),
            .secondMoments = states[2]->slices()};
}

// On all ranks, or on none: one that has no memory for the copies tells the others.
plan::Outcome makeStates(TrainingRank& rank, bool owned, States& states)
{
    const auto made = caught([&]() -> plan::Outcome {
        for (std::size_t i = 0; i < kStates.size(); ++i)
            states[i].emplace(rank, rank.kernels(), kStates[i], owned);
        return plan::done();
    });
    return agree(rank.world(), made);
}

plan::Outcome checkCounts(const CheckpointInfo& info)
{
    if (info.samples <= kMostSamples)
        return plan::done();
    return plan::Error{"the checkpoint says that " + std::to_string(info.samples)
                       + " samples were seen, and a run counts to " + std::to_string(kMostSamples)};
}

} // namespace

plan::Outcome saveState(TrainingRank& rank, std::int64_t stepsDone,
                        const std::filesystem::path& folder)
{
    const TrainingSetup& setup = rank.setup();
    const CheckpointInfo info{.step = stepsDone,
                              // What was seen, not what a step has: a run may be resumed with
                              // another batch.
                              .samples = rank.tokens().firstSample(stepsDone),
                              .seed = setup.strategy.training.seed,
                              .strategy = strategy::writeStrategy(setup.strategy),
                              .model = *setup.strategy.model,
                              .updates = rank.optimizer().updates()};
    States states;
    if (auto made = makeStates(rank, true, states); !made)
        return made;
    return saveCheckpoint(info, slicesIn(rank.memory().store(), states), folder, rank.world());
}

plan::Result<Restored> restoreState(TrainingRank& rank, const std::filesystem::path& path)
{
    return caught([&]() -> plan::Result<Restored> {
        auto found = findCheckpoint(path, rank.world());
        if (!found)
            return found.error();
        const CheckpointInfo& info = found->checkpoint.info();
        if (auto same = checkSameModel(info.model, *rank.setup().strategy.model); !same)
            return same.error();
        if (info.seed != rank.setup().strategy.training.seed)
            return plan::Error{"the checkpoint is of a run with training.seed "
                               + std::to_string(info.seed)
                               + ", which decides the order of the "
                                 "data; the strategy has "
                               + std::to_string(rank.setup().strategy.training.seed)};
        if (auto sound = checkCounts(info); !sound)
            return sound.error();
        States states;
        if (auto made = makeStates(rank, false, states); !made)
            return made.error();
        if (auto loaded = loadCheckpoint(found->checkpoint, slicesIn(rank.memory().store(), states),
                                         rank.world());
            !loaded)
            return loaded.error();
        for (auto& state : states)
            state->copyBack();
        for (const auto& bucket : rank.model().buckets())
            // Files have the master weights; those that are multiplied with follow from them.
            bucket->weightsChanged();
        rank.tokens().startAt(info.step, info.samples);
        // Checkpoints of earlier versions do not say; without skipped steps both numbers are the
        // same.
        rank.optimizer().setUpdates(info.updates.value_or(info.step));
        return Restored{info.step, found->skipped};
    });
}

} // namespace training

// The gradient that a step takes, against the slope of the loss: elements of every row and
// column of every weight of a tiny model are moved a little to both sides.

#include "engine/runtime/training/bucket_elements.h"
#include "engine/runtime/training/weights.h"
#include "tests/runtime/training/trained/trained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace training {
namespace {

// The losses are of F32 products: their sum over 12 tokens is off by 1 to 3e-6, and a slope over
// 2 kStep by up to 3e-4, where gradients have elements between 0.03 and 3. With a larger step the
// third derivative would take over, and tokens would change their experts.
constexpr float kStep = 4e-3F;
constexpr double kNoise = 5e-4;    // of one element's slope
constexpr double kRelative = 4e-3; // of the norm of a tensor's gradient
constexpr double kSeen = 0.03;     // so wrong is no gradient that passes

constexpr int kSamples = 2;
constexpr std::int64_t kEvery = 5; // element of a matrix; prime to its sizes

// Large enough that all parts of the model matter: attention that starts near 0 is uniform, and
// what is uniform hardly depends on the queries and keys.
float weightAt(const TensorSlice& slice, std::mt19937& random)
{
    std::normal_distribution<float> normal;
    const bool gain = slice.name.ends_with("norm.weight");
    return (gain ? 1.0F : 0.0F) + 0.35F * normal(random);
}

// One element of a slice, where it lies.
struct Element {
    engine::Store& store;
    DeviceSpan<float> place;

    float get() const
    {
        float value = 0;
        engine::downloadValues(store, std::span(&value, 1), place);
        return value;
    }
    void set(float value) const
    {
        engine::uploadValues(store, place, std::span<const float>(&value, 1));
    }
};

Element elementOf(engine::Store& store, const TensorSlice& slice, std::int64_t number)
{
    const Matrix& values = slice.values;
    return {store, {values.at(number / values.columns, number % values.columns), 1}};
}

void setWeights(TrainingRank& rank)
{
    for (const auto& bucket : rank.model().buckets()) {
        const Matrix values = bucket->stretch(Bucket::State::Weights).values;
        for (const TensorSlice& slice : slicesOf(*bucket, Bucket::State::Weights, values, true)) {
            std::mt19937 random(static_cast<std::uint32_t>(tensorNumber(slice.name)));
            for (std::int64_t i = 0; i < slice.values.size(); ++i)
                elementOf(rank.memory().store(), slice, i).set(weightAt(slice, random));
        }
        bucket->weightsChanged();
    }
}

// Those of step 0, all in one microbatch.
StepTokens::Rows tokensOf(const strategy::Strategy& s)
{
    const auto samples = permutationTask(s.model->vocab, s.training.seed);
    std::vector<int> sample(static_cast<std::size_t>(s.model->sequence) + 1);
    StepTokens::Rows tokens;
    tokens.inputs.resize(static_cast<std::size_t>(s.model->sequence) * kSamples);
    tokens.targets.resize(tokens.inputs.size());
    for (std::size_t number = 0; number < kSamples; ++number) {
        EXPECT_TRUE(samples->read(static_cast<std::int64_t>(number), sample));
        for (std::size_t place = 0; place + 1 < sample.size(); ++place) {
            tokens.inputs[place * kSamples + number] = sample[place];
            tokens.targets[place * kSamples + number] = sample[place + 1];
        }
    }
    return tokens;
}

double normOfAll(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return std::sqrt(sum);
}

// A softmax does not see what is added to all of its scores, which is what the bias of the keys
// does where they are not turned.
bool hasNoSlope(const strategy::Strategy& s, const std::string& name)
{
    return s.model->positions == strategy::Positions::Learned && name.ends_with("k_proj.bias");
}

double slopeIn(const Element& weight, const std::function<double()>& loss)
{
    const float before = weight.get();
    const float above = before + kStep;
    const float below = before - kStep;
    weight.set(above);
    const double lossAbove = loss();
    weight.set(below);
    const double lossBelow = loss();
    weight.set(before);
    return (lossAbove - lossBelow) / (double(above) - double(below));
}

// Gradients as the step before left them, and slopes, of the loss summed over the tokens.
void compare(TrainingRank& rank, const strategy::Strategy& s, const StepTokens::Rows& rows)
{
    Memory& memory = rank.memory();
    const MicrobatchTokens tokens{memory.uploaded(rows.inputs, Use::Buffers),
                                  memory.uploaded(rows.targets, Use::Buffers)};
    const HeldSlots slot = memory.slots(1, Use::Buffers);
    const auto loss = [&] {
        rank.model().stages().at(0).repeatForward(tokens, {}, {}, slot.view[0]);
        double value = 0;
        engine::downloadValues(memory.store(), std::span(&value, 1), slot.view.values());
        return value;
    };
    const double scale = double(rows.inputs.size()) / (1 - s.training.beta1);
    for (const auto& bucket : rank.model().buckets()) {
        const auto slices = [&](Bucket::State state) {
            return slicesOf(*bucket, state, bucket->stretch(state).values, true);
        };
        const std::vector<TensorSlice> weights = slices(Bucket::State::Weights);
        const std::vector<TensorSlice> moments = slices(Bucket::State::FirstMoment);
        for (std::size_t tensor = 0; tensor < weights.size(); ++tensor) {
            const std::string& name = weights[tensor].name;
            std::vector<double> gradient;
            std::vector<double> difference;
            const std::int64_t every = weights[tensor].vector ? 1 : kEvery;
            for (std::int64_t i = 0; i < weights[tensor].values.size(); i += every) {
                gradient.push_back(scale
                                   * double(elementOf(memory.store(), moments[tensor], i).get()));
                difference.push_back(
                    gradient.back() - slopeIn(elementOf(memory.store(), weights[tensor], i), loss));
            }
            const double norm = normOfAll(gradient);
            const double noise = kNoise * std::sqrt(double(gradient.size()));
            EXPECT_LE(normOfAll(difference), kRelative * norm + noise) << name;
            if (!hasNoSlope(s, name)) {
                EXPECT_LE(kRelative * norm + noise, kSeen * norm) << name;
            }
        }
    }
}

struct ModelKind {
    const char* name;
    std::function<void(strategy::Model&)> set;
    std::size_t tensors; // kinds and layers of weights it must have
};

void PrintTo(const ModelKind& kind, std::ostream* out) { *out << kind.name; }

class GradientCheck : public ::testing::TestWithParam<ModelKind> {};

TEST_P(GradientCheck, IsTheSlopeOfTheLoss)
{
    strategy::Strategy s = tinyStrategy();
    s.batch.micro = s.batch.global = kSamples;
    s.model->layers = 2;
    s.model->hidden = 16;
    s.model->heads = 4;
    s.model->vocab = 13;
    s.model->sequence = 6;
    GetParam().set(*s.model);
    const StepTokens::Rows tokens = tokensOf(s);

    bool compared = false;
    const Trained trained = train({s, 2, 0, [&](TrainingRank& rank, int step) {
                                       setWeights(rank);
                                       if (step == 0)
                                           return;
                                       compare(rank, s, tokens);
                                       compared = true;
                                   }});
    ASSERT_EQ(trained.error, "");
    EXPECT_TRUE(compared);
    EXPECT_EQ(trained.weights.size(), GetParam().tensors);
}

void tinyLlama(strategy::Model& model)
{
    model.norm = strategy::Norm::RmsNorm;
    model.positions = strategy::Positions::Rotary;
    model.gatedMlp = true;
    model.biases = false;
    model.tiedEmbeddings = false;
    model.kvHeads = 2;
    model.ffnHidden = 24;
}

void tinyExperts(strategy::Model& model)
{
    tinyLlama(model);
    model.experts = 3; // of which all have tokens
    model.expertsPerToken = 2;
    model.expertFfnHidden = 12;
    model.sharedExperts = 1;
    model.denseLayers = 1;
}

const ModelKind kKinds[] = {
    {"gpt2", [](strategy::Model& model) { model.ffnHidden = 24; }, 2 + 2 * 16 + 2},
    {"llama", tinyLlama, 1 + 2 * 9 + 2},
    {"experts", tinyExperts, 1 + 9 + 6 + 1 + 3 * 4 + 2},
};

INSTANTIATE_TEST_SUITE_P(Models, GradientCheck, ::testing::ValuesIn(kKinds),
                         [](const auto& tested) { return tested.param.name; });

} // namespace
} // namespace training

#include "tests/runtime/training/trained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace training {
namespace {

double normOf(const std::vector<float>& values)
{
    double sum = 0;
    for (const float value : values)
        sum += double(value) * value;
    return std::sqrt(sum);
}

// The largest difference of a tensor in `a` from that in `b`, relative to the tensor's norm; to
// a thousandth of the largest norm where it is smaller than that (the gradient of a key's bias
// is exactly 0: a softmax does not see it).
void expectSame(const Tensors& a, const Tensors& b, double tolerance)
{
    ASSERT_EQ(a.size(), b.size());
    double largest = 0;
    for (const auto& [name, values] : b)
        largest = std::max(largest, normOf(values));
    for (const auto& [name, values] : b) {
        const auto found = a.find(name);
        ASSERT_TRUE(found != a.end()) << name;
        ASSERT_EQ(found->second.size(), values.size()) << name;
        std::vector<float> difference = found->second;
        for (std::size_t i = 0; i < values.size(); ++i)
            difference[i] -= values[i];
        EXPECT_LE(normOf(difference), tolerance * std::max(normOf(values), 1e-3 * largest)) << name;
    }
}

struct Plan {
    const char* name;
    std::function<void(strategy::Strategy&)> set;
    // What the model must be like; the run on one rank has that too.
    std::function<void(strategy::Strategy&)> model{};
};

void PrintTo(const Plan& plan, std::ostream* out) { *out << plan.name; }

void onOneRank(strategy::Strategy& s)
{
    const strategy::Strategy plain = tinyStrategy();
    s.parallel = plain.parallel;
    s.recompute = plain.recompute;
    s.schedule = plain.schedule;
    s.batch.micro = s.batch.global;
}

class SameLoss : public ::testing::TestWithParam<Plan> {};

TEST_P(SameLoss, AndGradientsAsOneRank)
{
    const Plan& plan = GetParam();
    strategy::Strategy cut = tinyStrategy();
    if (plan.model)
        plan.model(cut);
    strategy::Strategy whole = cut;
    plan.set(cut);
    onOneRank(whole);

    const Trained expected = train({whole, 1});
    const Trained actual = train({cut, 1});
    ASSERT_EQ(expected.error, "");
    ASSERT_EQ(actual.error, "");
    EXPECT_NEAR(expected.steps[0].loss, std::log(61.0), 0.2); // knows nothing yet
    EXPECT_NEAR(actual.steps[0].loss, expected.steps[0].loss, 1e-5 * expected.steps[0].loss);
    EXPECT_NEAR(actual.steps[0].gradientNorm, expected.steps[0].gradientNorm,
                1e-5 * expected.steps[0].gradientNorm);
    expectSame(actual.moments, expected.moments, 1e-5);
    for (const auto& [name, values] : actual.weights)
        for (const float value : values)
            ASSERT_GT(value, -1e29F) << name << " has an element that no rank speaks for";
}

using S = strategy::Strategy;

void pipe(S& s, int ranks, const char* schedule, int chunks = 0)
{
    s.parallel.pipeline = ranks;
    s.parallel.chunks = chunks;
    s.schedule.name = schedule;
}

void llama(S& s)
{
    s.model->norm = strategy::Norm::RmsNorm;
    s.model->positions = strategy::Positions::Rotary;
    s.model->gatedMlp = true;
    s.model->biases = false;
    s.model->tiedEmbeddings = false;
    s.model->kvHeads = 2;
    s.model->ffnHidden = 48;
}

void experts(S& s)
{
    llama(s);
    s.model->experts = 4;
    s.model->expertsPerToken = 2;
    s.model->expertFfnHidden = 24;
    s.model->sharedExperts = 1;
    s.model->denseLayers = 1;
}

const Plan kPlans[] = {
    {"accumulation", [](S& s) { s.batch.micro = 2; }},
    {"data2", [](S& s) { s.parallel.data = 2; }},
    {"tensor2", [](S& s) { s.parallel.tensor = 2; }},
    {"tensor2_sequence", [](S& s) { s.parallel.tensor = 2, s.parallel.sequence = true; }},
    {"context2", [](S& s) { s.parallel.context = 2; }},
    {"context4", [](S& s) { s.parallel.context = 4; }},
    {"pipeline2", [](S& s) { pipe(s, 2, "1f1b"); }},
    {"llama_tensor4", [](S& s) { s.parallel.tensor = 4; }, llama},
    {"llama_tensor2_sequence", [](S& s) { s.parallel.tensor = 2, s.parallel.sequence = true; },
     llama},
    {"llama_context2_pipeline2", [](S& s) { s.parallel.context = 2, pipe(s, 2, "zb-h1"); }, llama},
    {"experts_whole", [](S& s) { s.batch.micro = 2; }, experts},
    {"experts2", [](S& s) { s.parallel.data = 2, s.parallel.expert = 2; }, experts},
    {"experts2_of_data4", [](S& s) { s.parallel.data = 4, s.parallel.expert = 2; }, experts},
    {"experts2_tensor2",
     [](S& s) { s.parallel.data = 2, s.parallel.expert = 2, s.parallel.tensor = 2; }, experts},
    {"experts2_tensor2_sequence",
     [](S& s) {
         s.parallel.data = 2, s.parallel.expert = 2, s.parallel.tensor = 2,
         s.parallel.sequence = true;
     },
     experts},
    {"experts2_context2", [](S& s) { s.parallel.context = 2, s.parallel.expert = 2; }, experts},
    {"zero1", [](S& s) { s.parallel.data = 2, s.parallel.zero = 1; }},
    {"zero2", [](S& s) { s.parallel.data = 2, s.parallel.zero = 2; }},
    {"zero3", [](S& s) { s.parallel.data = 4, s.parallel.zero = 3; }},
    {"zero3_tensor2_sequence",
     [](S& s) {
         s.parallel.data = 2, s.parallel.zero = 3, s.parallel.tensor = 2,
         s.parallel.sequence = true;
     },
     llama},
    {"zero1_pipeline2_tensor2",
     [](S& s) {
         s.parallel.data = 2, s.parallel.zero = 1, s.parallel.tensor = 2, pipe(s, 2, "1f1b");
     }},
    {"zero2_experts2_pipeline2",
     [](S& s) {
         s.parallel.data = 2, s.parallel.expert = 2, s.parallel.zero = 2, pipe(s, 2, "1f1b");
     },
     experts},
    {"selective", [](S& s) { s.recompute.granularity = strategy::Recomputing::Selective; }, llama},
    {"full", [](S& s) { s.recompute.granularity = strategy::Recomputing::Full; }},
    {"full_uniform2",
     [](S& s) { s.recompute.granularity = strategy::Recomputing::Full, s.recompute.layers = 2; }},
    {"full_block1",
     [](S& s) {
         s.recompute = {strategy::Recomputing::Full, strategy::RecomputeMethod::Block, 1},
         pipe(s, 2, "zb-h1");
     }},
    {"full_experts_tensor2",
     [](S& s) { s.recompute.granularity = strategy::Recomputing::Full, s.parallel.tensor = 2; },
     experts},
    {"selective_experts_context2",
     [](S& s) {
         s.recompute.granularity = strategy::Recomputing::Selective, s.parallel.context = 2;
     },
     experts},
    {"uneven",
     [](S& s) {
         pipe(s, 2, "1f1b"), s.parallel.layersPerStage = {1, 3};
     }},
    {"tensor2_context2_data2",
     [](S& s) {
         s.parallel.tensor = 2, s.parallel.context = 2, s.parallel.data = 2,
         s.parallel.sequence = true;
     }},
    {"tensor2_pipeline2_data2",
     [](S& s) { s.parallel.tensor = 2, pipe(s, 2, "interleaved", 2), s.parallel.data = 2; }},
    {"tensor2_context2_pipeline2",
     [](S& s) { s.parallel.tensor = 2, s.parallel.context = 2, pipe(s, 2, "zbv"); }, llama},
    {"everything",
     [](S& s) {
         s.parallel.tensor = 2, s.parallel.context = 2, s.parallel.sequence = true,
         s.parallel.expert = 2;
         s.parallel.zero = 2, s.recompute.granularity = strategy::Recomputing::Selective;
         pipe(s, 2, "dualpipe");
     },
     experts},
};

INSTANTIATE_TEST_SUITE_P(Plans, SameLoss, ::testing::ValuesIn(kPlans),
                         [](const auto& tested) { return tested.param.name; });

// Every schedule of the catalogue.
class EverySchedule : public ::testing::TestWithParam<const plan::CatalogEntry*> {};

TEST_P(EverySchedule, HasTheLossAndGradientsOfOneRank)
{
    strategy::Strategy cut = tinyStrategy();
    cut.model->layers = 8;
    strategy::Strategy whole = cut;
    onOneRank(whole);
    pipe(cut, 2, std::string(GetParam()->name).c_str());
    static const Trained expected = train({whole, 1});
    const Trained actual = train({cut, 1});
    ASSERT_EQ(expected.error + actual.error, "");
    EXPECT_NEAR(actual.steps[0].loss, expected.steps[0].loss, 1e-5 * expected.steps[0].loss);
    expectSame(actual.moments, expected.moments, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EverySchedule,
                         ::testing::ValuesIn(plan::catalog().begin(), plan::catalog().end()),
                         [](const auto& tested) {
                             std::string name(tested.param->name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Training, LearnsTheBuiltInTask)
{
    strategy::Strategy s = tinyStrategy();
    s.model->layers = 2;
    s.batch.micro = 8;
    s.training.learningRate = 0.01;
    s.training.clip = 1;
    const Trained trained = train({s, 150});
    ASSERT_EQ(trained.error, "");
    EXPECT_GT(trained.steps.front().loss, 4);
    EXPECT_LT(trained.steps.back().loss, 1.5);
}

} // namespace
} // namespace training

// Training in BF16 on a GPU that is made up: products on tensor cores, gradients of the loss and of
// attention written in BF16.

#include "tests/cuda/training_tests/fake_gpu.h"
#include "tests/runtime/training/trained/same_tensors.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <algorithm>
#include <string_view>

namespace training {
namespace {

// That of the tests' plans, on one rank.
strategy::Strategy modelOf(std::string_view plan)
{
    const auto plans = trainingPlans();
    const auto found
        = std::find_if(plans.begin(), plans.end(), [&](const Plan& p) { return p.name == plan; });
    strategy::Strategy s = underPlan(*found);
    onOneRank(s);
    return s;
}

// `tolerance`: of a gradient, relative to its norm. BF16 rounds by 1/512 at most, again and again.
void expectNearSinglePrecision(strategy::Strategy s, double tolerance)
{
    const Trained expected = train({.strategy = s, .steps = 2});
    ASSERT_EQ(expected.error, "");
    s.precision.compute = strategy::Compute::Bf16;
    const Trained actual
        = train({.strategy = s, .steps = 2, .device = gpuWith({.guarded = false})});
    ASSERT_EQ(actual.error, "");
    for (std::size_t step = 0; step < 2; ++step)
        EXPECT_NEAR(actual.steps[step].loss, expected.steps[step].loss,
                    2e-3 * expected.steps[step].loss);
    expectSame(actual.moments, expected.moments, tolerance);
}

TEST(OneGpuInBf16, TrainsAGptAsInSinglePrecision)
{
    expectNearSinglePrecision(modelOf("accumulation"), 0.05);
}

TEST(OneGpuInBf16, TrainsALlamaAsInSinglePrecision)
{
    expectNearSinglePrecision(modelOf("llama_tensor4"), 0.05);
}

// A little more: rounding changes the experts' weights for a token, too.
TEST(OneGpuInBf16, TrainsExpertsAsInSinglePrecision)
{
    expectNearSinglePrecision(modelOf("experts_whole"), 0.08);
}

TEST(OneGpuInBf16, TrainsWithActivationsMadeAgainAsInSinglePrecision)
{
    strategy::Strategy s = modelOf("accumulation");
    s.recompute.granularity = strategy::Recomputing::Selective;
    expectNearSinglePrecision(s, 0.05);
}

} // namespace
} // namespace training

// Training on GPUs that are made up: every plan comes to what one processor comes to.

#include "tests/cuda/training_tests/fake_gpu.h"
#include "tests/runtime/training/trained/same_tensors.h"
#include "tests/runtime/training/trained/training_plans.h"

namespace training {
namespace {

// One GPU alone, with every kind of model among the plans.
class OneGpu : public ::testing::TestWithParam<Plan> {};

TEST_P(OneGpu, HasTheLossAndGradientsOfTheProcessor)
{
    strategy::Strategy whole = underPlan(GetParam());
    onOneRank(whole);
    const Trained expected = train({.strategy = whole, .steps = 2});
    ASSERT_EQ(expected.error, "");
    const Trained actual
        = train({.strategy = whole, .steps = 2, .device = gpuWith({.guarded = false})});
    ASSERT_EQ(actual.error, "");
    for (std::size_t step = 0; step < 2; ++step)
        EXPECT_NEAR(actual.steps[step].loss, expected.steps[step].loss,
                    1e-5 * expected.steps[step].loss);
    expectSame(actual.moments, expected.moments, 1e-4);
}

// On one rank plans differ in their model alone.
std::vector<Plan> plansOfEveryModel()
{
    std::vector<Plan> plans;
    for (const Plan& plan : trainingPlans())
        for (const char* name : {"accumulation", "llama_tensor4", "experts_whole"})
            if (plan.name == std::string_view(name))
                plans.push_back(plan);
    return plans;
}

INSTANTIATE_TEST_SUITE_P(Plans, OneGpu, ::testing::ValuesIn(plansOfEveryModel()),
                         [](const auto& tested) { return tested.param.name; });

} // namespace
} // namespace training

#include "tests/runtime/training/trained/same_tensors.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace training {
namespace {

class SameLoss : public ::testing::TestWithParam<Plan> {};

TEST_P(SameLoss, AndGradientsAsOneRank)
{
    const Plan& plan = GetParam();
    const strategy::Strategy cut = underPlan(plan);
    strategy::Strategy whole = cut;
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
            ASSERT_GT(value, -1e29F) << name << " has an element of which no rank is the primary";
}

INSTANTIATE_TEST_SUITE_P(Plans, SameLoss, ::testing::ValuesIn(trainingPlans()),
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

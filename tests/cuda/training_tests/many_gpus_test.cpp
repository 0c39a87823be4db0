// Training on several GPUs that are made up: every plan comes to what it comes to on processors,
// whatever the order of the streams.

#include "engine/runtime/cuda/cuda_device.h"
#include "engine/runtime/training/failure.h"
#include "tests/cuda/fakes/nccl.h"
#include "tests/cuda/training_tests/fake_gpu.h"
#include "tests/runtime/training/trained/same_tensors.h"
#include "tests/runtime/training/trained/training_plans.h"

namespace training {
namespace {

// Of all ranks.
int communicatorsOf(const strategy::Strategy& strategy)
{
    const int ranks = gridOf(strategy).ranks();
    int count = 0;
    for (int rank = 0; rank < ranks; ++rank)
        count += must(setUpTraining(strategy, rank, ranks)).communicators();
    return count;
}

// Both are the same but for the order of sums.
void expectTrainsAsProcessorsDo(const Plan& plan, const fake::Options& options)
{
    SCOPED_TRACE(::testing::PrintToString(options.turns));
    const strategy::Strategy strategy = underPlan(plan);
    const Trained expected = train({.strategy = strategy, .steps = 2});
    ASSERT_EQ(expected.error, "");
    fake::setNcclOptions({});
    const Trained actual = train({.strategy = strategy, .steps = 2, .device = gpuWith(options)});
    ASSERT_EQ(actual.error, "");
    for (std::size_t step = 0; step < 2; ++step)
        EXPECT_NEAR(actual.steps[step].loss, expected.steps[step].loss,
                    1e-5 * expected.steps[step].loss);
    expectSame(actual.moments, expected.moments, 1e-4);
    EXPECT_EQ(fake::ncclCounts().made, communicatorsOf(strategy)) << "as many as were expected";
    EXPECT_EQ(fake::ncclCounts().made, fake::ncclCounts().destroyed);
    EXPECT_EQ(fake::ncclCounts().aborted, 0);
}

class ManyGpus : public ::testing::TestWithParam<Plan> {};

// Each plan in one order, of neighbours in each. That no plan's host touches device memory is
// tested on a late device, too; here guarding it would take four fifths of the time.
TEST_P(ManyGpus, TrainAsProcessorsDo)
{
    const auto index = &planOf(GetParam().name) - trainingPlans().data();
    expectTrainsAsProcessorsDo(GetParam(),
                               {.turns = kTurns[index % std::ssize(kTurns)], .guarded = false});
}

INSTANTIATE_TEST_SUITE_P(Plans, ManyGpus, ::testing::ValuesIn(trainingPlans()),
                         [](const auto& tested) { return tested.param.name; });

class ManyGpusInEveryOrder : public ::testing::TestWithParam<fake::Turns> {};

TEST_P(ManyGpusInEveryOrder, TrainAsProcessorsDo)
{
    for (const char* const plan : {"zero1_pipeline2_tensor2", "experts2", "context2"})
        expectTrainsAsProcessorsDo(planOf(plan), {.turns = GetParam()});
    for (const char* const plan : {"everything", "tensor2_pipeline2_data2"})
        expectTrainsAsProcessorsDo(planOf(plan), {.turns = GetParam(), .guarded = false});
}

INSTANTIATE_TEST_SUITE_P(Turns, ManyGpusInEveryOrder, ::testing::ValuesIn(kTurns));

} // namespace
} // namespace training

// A GPU is never to wait for the host within a step: all of it is queued before the host waits for
// anything.

#include "tests/cuda/training_tests/fake_gpu.h"
#include "tests/runtime/training/trained/training_plans.h"

#include "engine/runtime/cuda/cuda_device.h"

#include <gtest/gtest.h>

namespace training {
namespace {

// What the host had asked of its device when it first waited in a step, and at the step's end.
struct Asked {
    std::size_t atFirstWait = 0;
    std::size_t atEnd = 0;
    std::size_t blocked = 0; // calls in which the driver itself waited
};

// Step by step, of one rank that trains.
std::vector<Asked> askedOf(const strategy::Strategy& strategy, int steps, double slowness = 1)
{
    std::vector<Asked> asked;
    CudaDevice* gpu = nullptr;
    const auto launches = [] { return fake::Device::own().counts().launches; };
    std::optional<std::size_t> firstWait;
    std::size_t blocked = 0;
    const auto endStep = [&] {
        asked.push_back({firstWait.value_or(launches()), launches(),
                         fake::Device::own().counts().waits - blocked});
    };
    const auto open = gpuWith({.turns = fake::Turns::AwaitedLast, .guarded = false});
    const Trained trained
        = train({.strategy = strategy,
                 .steps = steps,
                 .beforeStep =
                     [&](TrainingRank& rank, int step) {
                         rank.backend().slowDown(slowness);
                         if (step > 0)
                             endStep();
                         firstWait.reset();
                         blocked = fake::Device::own().counts().waits;
                     },
                 .device =
                     [&](const engine::Clock& clock, engine::Waiting& waiting) {
                         auto device = open(clock, waiting);
                         gpu = dynamic_cast<CudaDevice*>(device.get());
                         // Asked while the host waits, and only then.
                         gpu->lanes().setTrouble([&]() -> std::optional<plan::Error> {
                             if (!firstWait)
                                 firstWait = launches();
                             return std::nullopt;
                         });
                         return device;
                     }});
    EXPECT_EQ(trained.error, "");
    return asked;
}

TEST(Waits, TheHostWaitsOnceEverythingOfAStepIsQueued)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.training.clip = 1; // the norm of the gradients is not waited for, either
    const std::vector<Asked> steps = askedOf(strategy, 5);
    ASSERT_EQ(steps.size(), 4U);
    // The first step takes memory and finds algorithms.
    for (std::size_t step = 1; step < steps.size(); ++step) {
        EXPECT_EQ(steps[step].atEnd - steps[step].atFirstWait, 1U) << "the numbers of the step";
        EXPECT_EQ(steps[step].blocked, 0U);
    }
}

// Of the second step of a model of so many layers, in BF16 with a master copy of its weights.
std::size_t launchesOf(int layers, int microbatches)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.model->layers = layers;
    strategy.precision.compute = strategy::Compute::Bf16;
    strategy.training.clip = 1;
    strategy.batch.global = microbatches * strategy.batch.micro;
    const std::vector<Asked> steps = askedOf(strategy, 4);
    return steps.size() == 3 ? steps[2].atEnd - steps[1].atEnd : 0;
}

// What a step takes whatever the number of its microbatches: its beginning and its end.
std::size_t launchesBesideOps(int layers)
{
    return 2 * launchesOf(layers, 1) - launchesOf(layers, 2);
}

// All parameters of a rank are updated by one kernel, as their gradients are summed and emptied.
TEST(Waits, TheEndOfAStepTakesNoMoreLaunchesWhereThereAreMoreLayers)
{
    EXPECT_EQ(launchesBesideOps(6), launchesBesideOps(2));
    EXPECT_LE(launchesBesideOps(6), 12U);
}

// How long an op takes is known when it is over, not when it is queued.
TEST(Waits, ARankThatIsSlowedByHandWaitsForEachOp)
{
    const std::vector<Asked> steps = askedOf(tinyStrategy(), 3, 1.001);
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_GT(steps[1].atEnd - steps[1].atFirstWait, 100U) << "most of the step";
}

} // namespace
} // namespace training

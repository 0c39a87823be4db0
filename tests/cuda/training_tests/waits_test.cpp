// A GPU is never to wait for the host within a step: as much of it is queued as streams take before
// the host waits for anything.

#include "tests/cuda/training_tests/fake_gpu.h"
#include "tests/runtime/training/trained/training_plans.h"

#include "engine/runtime/cuda/cuda_device.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace training {
namespace {

// Whether the GPU has so much to do that the host may rest: streams take no more, and it is not
// waited for.
bool hasPlenty() { return fake::Device::own().mostQueued() >= gpu::CudaLanes::kPiecesBetween; }

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
                             if (!firstWait && !hasPlenty())
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

TEST(Waits, AStepThatIsLongerThanAStreamTakesHoldsNobodyInTheDriver)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.model->layers = 8;
    strategy.batch.global = 16 * strategy.batch.micro;
    const std::vector<Asked> steps = askedOf(strategy, 3);
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_GT(steps[1].atEnd - steps[0].atEnd, fake::kMostQueued);
    EXPECT_EQ(steps[1].blocked, 0U);
    EXPECT_EQ(steps[1].atEnd - steps[1].atFirstWait, 1U);
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

// A clock that is asked when a wait for the GPU begins, and knows what was queued by then.
class WaitClock final : public engine::Clock {
public:
    engine::Nanoseconds now() const override
    {
        if (m_lanes != nullptr && std::exchange(m_waits, m_lanes->waits()) != m_lanes->waits())
            m_queuedAtWaits.insert(fake::Device::own().counts().launches);
        return m_system.now();
    }
    void sleepUntil(engine::Nanoseconds when) override { m_system.sleepUntil(when); }

    void watch(const gpu::CudaLanes& lanes) { m_lanes = &lanes; }
    // Of the step that is over: how often the host waited before all of it was queued.
    std::size_t takeWaits()
    {
        const std::size_t atEnd = fake::Device::own().counts().launches;
        m_queuedAtWaits.erase(m_queuedAtWaits.lower_bound(atEnd - 1), m_queuedAtWaits.end());
        return std::exchange(m_queuedAtWaits, {}).size();
    }

private:
    engine::SystemClock m_system;
    const gpu::CudaLanes* m_lanes = nullptr;
    mutable std::size_t m_waits = 0;
    mutable std::set<std::size_t> m_queuedAtWaits;
};

// How often the host of each rank waited for its GPU within the second step: [rank].
std::vector<std::size_t> waitsOf(const strategy::Strategy& strategy)
{
    const auto ranks = static_cast<std::size_t>(gridOf(strategy).ranks());
    std::vector<WaitClock*> clocks(ranks);
    std::vector<std::size_t> waits(ranks);
    const Trained trained = train(
        {.strategy = strategy,
         .steps = 3,
         .beforeStep =
             [&](TrainingRank& rank, int step) {
                 const auto number = static_cast<std::size_t>(rank.world().rank());
                 if (step == 0)
                     clocks[number]->watch(dynamic_cast<CudaDevice&>(rank.device()).lanes());
                 waits[number] = clocks[number]->takeWaits();
             },
         .clock =
             [&](int rank) {
                 auto clock = std::make_unique<WaitClock>();
                 clocks[static_cast<std::size_t>(rank)] = clock.get();
                 return clock;
             },
         .device = gpuWith({.turns = fake::Turns::AwaitedLast, .guarded = false})});
    EXPECT_EQ(trained.error, "");
    return waits;
}

class WaitsUnderPlan : public ::testing::TestWithParam<const char*> {};

// Whatever it exchanges with others.
TEST_P(WaitsUnderPlan, NoRankWaitsWithinAStep)
{
    const std::vector<std::size_t> waits = waitsOf(underPlan(planOf(GetParam())));
    EXPECT_EQ(waits, std::vector<std::size_t>(waits.size(), 0U));
}

INSTANTIATE_TEST_SUITE_P(Plans, WaitsUnderPlan,
                         testing::Values("pipeline2", "tensor2", "data2", "context2",
                                         "tensor2_pipeline2_data2"));

// How many tokens go to each expert decides what is queued next.
TEST(Waits, ExpertsTakeOneALayerAndMicrobatch)
{
    for (const char* const plan : {"experts_whole", "experts2"}) {
        const strategy::Strategy strategy = underPlan(planOf(plan));
        const int microbatches
            = strategy.batch.global / (strategy.batch.micro * strategy::dataParallel(strategy));
        const auto counted = static_cast<std::size_t>(
            (strategy.model->layers - strategy.model->denseLayers) * microbatches);
        const std::vector<std::size_t> waits = waitsOf(strategy);
        EXPECT_EQ(waits, std::vector<std::size_t>(waits.size(), counted)) << plan;
    }
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

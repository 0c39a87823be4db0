#include "engine/plan/cost/message_size.h"
#include "engine/plan/schedule_text.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/strategy.h"

#include <gtest/gtest.h>

#include <climits>

namespace strategy {
namespace {

TEST(DataParallel, IsGivenOrWhatTheClusterLeaves)
{
    Strategy s;
    EXPECT_EQ(dataParallel(s), 1);
    s.parallel.tensor = 8;
    s.parallel.pipeline = 8;
    s.cluster.devices = 1024;
    EXPECT_EQ(dataParallel(s), 16);
    s.parallel.context = 2;
    EXPECT_EQ(dataParallel(s), 8);
    s.parallel.data = 3;
    EXPECT_EQ(dataParallel(s), 3);
    s.parallel.data = 0;
    s.cluster.devices = 100; // less than one pipeline: check() says so
    EXPECT_EQ(dataParallel(s), 1);
}

TEST(DeviceCount, IsOfAllDimensionsAndBounded)
{
    Strategy s;
    EXPECT_EQ(deviceCount(s), s.parallel.pipeline);
    s.parallel.tensor = 8;
    s.parallel.pipeline = 4;
    s.parallel.context = 2;
    s.parallel.data = 3;
    EXPECT_EQ(deviceCount(s), 192);
    s.parallel.tensor = s.parallel.pipeline = s.parallel.context = s.parallel.data = INT_MAX;
    EXPECT_EQ(deviceCount(s), INT_MAX);
    s.parallel.tensor = 0; // check() says so
    s.parallel.pipeline = s.parallel.context = s.parallel.data = 1;
    EXPECT_EQ(deviceCount(s), 1);
}

TEST(Microbatches, FillThePipelineOnceUnlessGiven)
{
    Strategy s;
    s.parallel.pipeline = 6;
    s.batch.micro = 4;
    EXPECT_EQ(microbatches(s), 6);
    s.parallel.data = 2;
    s.batch.global = 64;
    EXPECT_EQ(microbatches(s), 8);
    EXPECT_EQ(shapeOf(s), (plan::Shape{.ranks = 6, .chunks = 1, .microbatches = 8}));
}

TEST(ActivationBytes, FollowTheModelAndItsCut)
{
    Strategy s;
    EXPECT_EQ(activationBytes(s), 65536u);
    s.model = Model{.layers = 4, .hidden = 12288, .heads = 96, .sequence = 2048};
    s.batch.micro = 2;
    EXPECT_EQ(activationBytes(s), 2u * 2048 * 12288 * 2);
    s.precision.compute = Compute::Fp32;
    EXPECT_EQ(activationBytes(s), 2u * 2048 * 12288 * 4);
    s.parallel.tensor = 8;
    EXPECT_EQ(activationBytes(s), 2u * 2048 * 12288 * 4) << "tensor alone does not divide it";
    s.parallel.sequence = true;
    s.parallel.context = 2;
    EXPECT_EQ(activationBytes(s), 2u * 2048 * 12288 * 4 / 16);
}

// What a rank holds is what is charged where ranks send that, and what a run sends is charged.
TEST(ActivationBytes, AreThoseOfTheCostModel)
{
    for (const Framework framework : {Framework::Megatron, Framework::Bubblescope})
        for (const bool sequence : {false, true})
            for (const int tensor : {1, 4}) {
                Strategy s;
                s.model = Model{.layers = 8, .hidden = 1024, .heads = 16, .sequence = 512};
                s.parallel.tensor = tensor;
                s.parallel.pipeline = 4;
                s.parallel.context = 2;
                s.parallel.sequence = sequence;
                s.batch.micro = 3;
                s.kernels.framework = framework;
                const plan::MessageSize message = plan::messageSize(jobOf(s));
                const std::size_t whole = 3 * 256 * 1024 * 2;
                EXPECT_EQ(message.held(), double(activationBytes(s)));
                EXPECT_EQ(activationBytes(s), sequence ? whole / std::size_t(tensor) : whole);
                const bool isSentWhole = framework == Framework::Bubblescope && !sequence;
                EXPECT_EQ(message.sent(), double(isSentWhole ? whole : whole / unsigned(tensor)));
                const auto predicted = predictStep(s);
                ASSERT_TRUE(predicted) << predicted.error().message;
                EXPECT_EQ(messageBytesIn(s, predicted->costs), std::size_t(message.sent()));
            }
    // Of costs that are given, an activation's.
    EXPECT_EQ(messageBytesIn(Strategy{}, plan::Costs::unit()), activationBytes(Strategy{}));
}

TEST(ScheduleOf, MakesTheNamedScheduleOrSaysWhyNot)
{
    Strategy s;
    s.parallel.pipeline = 2;
    s.batch.global = 3;
    const auto made = scheduleOf(s);
    ASSERT_TRUE(made);
    EXPECT_EQ(plan::toText(*made), "0F0,0F1,0B0,0F2,0B1,0B2\n1F0,1B0,1F1,1B1,1F2,1B2\n");
    s.schedule.name = "none such";
    EXPECT_FALSE(scheduleOf(s));
}

TEST(CostsOf, AreTheUnitCostsUnlessGiven)
{
    Strategy s;
    EXPECT_EQ(costsOf(s), plan::Costs::unit());
    s.costs = plan::Costs{{{std::chrono::nanoseconds{7}, {}, {}}}, {}};
    EXPECT_EQ(costsOf(s), *s.costs);
}

} // namespace
} // namespace strategy

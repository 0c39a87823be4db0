// What changes under a run: its schedule, its luck.

#include "engine/runtime/training/duties/checkpointing.h"
#include "tests/runtime/training/trained/trained.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace training {
namespace {

std::vector<double> lossesOf(const Trained& trained)
{
    std::vector<double> losses;
    for (const StepNumbers& step : trained.steps)
        losses.push_back(step.loss);
    return losses;
}

// Every microbatch's gradients are added in the same order, so nothing changes at all.
TEST(Swap, LeavesTheLossExactlyAsItIs)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 2;
    const Trained plain = train({s, 6});
    const Trained swapped
        = train({.strategy = s, .steps = 6, .beforeStep = [](TrainingRank& rank, int step) {
                     if (step == 2) {
                         EXPECT_TRUE(rank.swapSchedule("zb-h1"));
                     }
                     if (step == 4) {
                         EXPECT_TRUE(rank.swapSchedule("gpipe"));
                     }
                 }});
    ASSERT_EQ(plain.error + swapped.error, "");
    EXPECT_EQ(lossesOf(swapped), lossesOf(plain));
}

TEST(Swap, ToAScheduleWithMoreMessagesThanThereIsMemoryForIsRefused)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 2;
    strategy::Strategy other = s;
    other.schedule.name = "gpipe";
    const std::size_t needed = setUpTraining(other, 0, 2)->pipeline.buffers;
    const auto swapped = [&](std::size_t buffers) {
        std::string answers[2];
        const Trained trained = train({.strategy = s,
                                       .steps = 1,
                                       .beforeStep =
                                           [&](TrainingRank& rank, int) {
                                               const auto outcome = rank.swapSchedule("gpipe");
                                               answers[rank.world().rank()]
                                                   = outcome ? "swapped" : outcome.error().message;
                                           },
                                       .messageBuffers = buffers});
        EXPECT_EQ(trained.error, "");
        EXPECT_EQ(answers[0], answers[1]);
        return answers[0];
    };
    EXPECT_EQ(swapped(needed), "swapped");
    EXPECT_NE(swapped(needed - 1).find("start a run with that schedule instead"),
              std::string::npos);
}

TEST(Swap, ToOtherPlacesIsRefusedAndTheRunGoesOn)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 2;
    const Trained trained
        = train({.strategy = s, .steps = 2, .beforeStep = [](TrainingRank& rank, int) {
                     const auto swapped = rank.swapSchedule("zbv");
                     EXPECT_FALSE(swapped);
                     EXPECT_FALSE(rank.swapSchedule("nonsense"));
                 }});
    EXPECT_EQ(trained.error, "");
    EXPECT_EQ(trained.steps.size(), 2u);
}

TEST(Reruns, FindEveryResultTheSameAndAFlippedBitNot)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 4;
    s.training.checkReruns = true;
    const Trained clean = train({s, 3});
    ASSERT_EQ(clean.error, "");
    std::size_t compared = 0;
    for (const auto& rank : clean.reruns)
        for (const Rerun& rerun : rank) {
            ++compared;
            EXPECT_TRUE(rerun.same) << toText(rerun.op);
        }
    ASSERT_GT(compared, 0u);
    plan::Op flipped;
    int holder = -1;
    for (std::size_t rank = 0; rank < clean.reruns.size() && holder < 0; ++rank)
        if (!clean.reruns[rank].empty()) {
            holder = static_cast<int>(rank);
            flipped = clean.reruns[rank].front().op;
        }
    const Trained faulty
        = train({.strategy = s, .steps = 3, .beforeStep = [&](TrainingRank& rank, int step) {
                     if (step == 1 && rank.world().rank() == holder)
                         rank.backend().flipBit(flipped);
                 }});
    int different = 0;
    for (std::size_t rank = 0; rank < faulty.reruns.size(); ++rank)
        for (const Rerun& rerun : faulty.reruns[rank])
            if (!rerun.same) {
                ++different;
                EXPECT_EQ(int(rank), holder);
                EXPECT_EQ(rerun.op, flipped);
            }
    EXPECT_EQ(different, 1);
}

// A learning rate that blows the weights up at once.
strategy::Strategy diverging()
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 2;
    s.precision.optimizer = strategy::Optimizer::Sgd;
    s.training.learningRate = 100;
    s.training.weightDecay = 100;
    return s;
}

TEST(NotANumber, StopsTheRunWithItsPlace)
{
    const Trained trained = train({diverging(), 40});
    EXPECT_NE(trained.error.find("is not a number"), std::string::npos) << trained.error;
    EXPECT_NE(trained.error.find("step "), std::string::npos) << trained.error;
}

TEST(NotANumber, IsSkippedWhereAskedFor)
{
    strategy::Strategy s = diverging();
    s.training.onNotANumber = strategy::OnNotANumber::Skip;
    const tests::ScratchDirectory scratch;
    std::int64_t updates[2] = {};
    const Trained trained
        = train({.strategy = s, .steps = 40, .beforeStep = [&](TrainingRank& rank, int step) {
                     if (step != 39)
                         return;
                     const auto saved = saveState(rank, 39, scratch.path());
                     EXPECT_TRUE(saved) << saved.error().message;
                     std::int64_t& own = updates[rank.world().rank()];
                     own = rank.optimizer().updates();
                     rank.optimizer().setUpdates(0);
                     const auto restored = restoreState(rank, scratch.path());
                     EXPECT_TRUE(restored) << restored.error().message;
                     EXPECT_EQ(rank.optimizer().updates(), own);
                 }});
    ASSERT_EQ(trained.error, "");
    EXPECT_FALSE(trained.steps.back().updated);
    const auto updated = std::count_if(trained.steps.begin(), trained.steps.end() - 1,
                                       [](const StepNumbers& step) { return step.updated; });
    EXPECT_GT(updated, 0);
    EXPECT_EQ(updates[0], updated);
    EXPECT_EQ(updates[1], updated);
    for (const auto& [name, values] : trained.weights)
        for (const float value : values)
            ASSERT_TRUE(std::isfinite(value)) << name;
}

TEST(BFloat16, StaysNearSinglePrecisionAndIsTheSameUnderZero)
{
    strategy::Strategy s = tinyStrategy();
    s.model->positions = strategy::Positions::Rotary;
    s.training.learningRate = 0.003;
    const Trained single = train({s, 20});
    s.precision.compute = strategy::Compute::Bf16;
    const Trained half = train({s, 20});
    s.parallel.data = 2;
    s.parallel.zero = 3;
    const Trained cut = train({s, 20});
    ASSERT_EQ(single.error + half.error + cut.error, "");
    for (std::size_t step = 0; step < 20; ++step) {
        EXPECT_NEAR(half.steps[step].loss, single.steps[step].loss, 0.02 * single.steps[step].loss);
        EXPECT_NEAR(cut.steps[step].loss, half.steps[step].loss, 0.01 * half.steps[step].loss);
    }
    EXPECT_NE(lossesOf(half), lossesOf(single)); // it really was in another precision
}

TEST(Samples, OfATextThatBecomesShorterEndTheRunWithASentence)
{
    const tests::ScratchDirectory scratch;
    const std::string file = scratch.path() / "text";
    std::ofstream(file) << std::string(4096, 'a');
    strategy::Strategy s = tinyStrategy();
    s.model->vocab = 256;
    s.parallel.pipeline = 2;
    s.training.data = file;
    const Trained trained
        = train({.strategy = s, .steps = 5, .beforeStep = [&](TrainingRank& rank, int step) {
                     if (step == 2 && rank.world().rank() == 0)
                         std::filesystem::resize_file(file, 3);
                 }});
    EXPECT_NE(trained.error.find("became shorter"), std::string::npos) << trained.error;
}

TEST(Shapes, ThatDoNotDivideAreNamed)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.tensor = 3;
    EXPECT_NE(train({s, 1}).error.find("model.heads: 4 is not divisible by 3"), std::string::npos);
    s = tinyStrategy();
    s.parallel.context = 3;
    EXPECT_NE(train({s, 1}).error.find("model.sequence"), std::string::npos);
    s = tinyStrategy();
    s.precision.compute = strategy::Compute::Fp8;
    EXPECT_NE(train({s, 1}).error.find("precision.compute"), std::string::npos);
}

} // namespace
} // namespace training

// A run that goes on from a checkpoint: under another layout, with another batch.

#include "engine/runtime/training/duties/checkpointing.h"
#include "tests/runtime/training/trained/trained.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

namespace training {
namespace {

// Steps 0 to 2 under one layout, saved; then 3 to 5 under another.
void expectSameAfterResume(const strategy::Strategy& first, const strategy::Strategy& second)
{
    const tests::ScratchDirectory scratch;
    const Trained unbroken = train({first, 6});
    ASSERT_EQ(unbroken.error, "");
    std::string problem;
    const Trained begun
        = train({.strategy = first, .steps = 4, .beforeStep = [&](TrainingRank& rank, int step) {
                     if (step != 3)
                         return;
                     const auto saved = saveState(rank, 3, scratch.path());
                     if (!saved && rank.world().rank() == 0)
                         problem = saved.error().message;
                 }});
    ASSERT_EQ(begun.error, "");
    ASSERT_EQ(problem, "");
    const Trained resumed = train({.strategy = second,
                                   .steps = 6,
                                   .firstStep = 3,
                                   .beforeStep = [&](TrainingRank& rank, int step) {
                                       if (step != 3)
                                           return;
                                       const auto restored = restoreState(rank, scratch.path());
                                       if (rank.world().rank() == 0)
                                           problem = restored
                                               ? restored->stepsDone == 3 ? "" : "wrong step"
                                               : restored.error().message;
                                   }});
    ASSERT_EQ(resumed.error, "");
    ASSERT_EQ(problem, "");
    for (int step = 3; step < 6; ++step) {
        const double expected = unbroken.steps[std::size_t(step)].loss;
        EXPECT_NEAR(resumed.steps[std::size_t(step - 3)].loss, expected, 1e-5 * expected) << step;
    }
}

TEST(Resume, UnderTheSameLayoutIsBitForBit)
{
    const tests::ScratchDirectory scratch;
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 2;
    s.parallel.data = 2;
    s.parallel.zero = 2;
    const Trained unbroken
        = train({.strategy = s, .steps = 4, .beforeStep = [&](TrainingRank& rank, int step) {
                     if (step == 2) {
                         EXPECT_TRUE(saveState(rank, 2, scratch.path()));
                     }
                 }});
    const Trained resumed = train({.strategy = s,
                                   .steps = 4,
                                   .firstStep = 2,
                                   .beforeStep = [&](TrainingRank& rank, int step) {
                                       if (step == 2) {
                                           EXPECT_TRUE(restoreState(rank, scratch.path()));
                                       }
                                   }});
    ASSERT_EQ(unbroken.error + resumed.error, "");
    EXPECT_EQ(resumed.steps[0].loss, unbroken.steps[2].loss);
    EXPECT_EQ(resumed.steps[1].loss, unbroken.steps[3].loss);
    EXPECT_EQ(resumed.weights, unbroken.weights);
}

TEST(Resume, UnderAnotherPipelineAndTensorLayout)
{
    strategy::Strategy first = tinyStrategy();
    first.parallel.pipeline = 2;
    first.schedule.name = "interleaved";
    first.parallel.chunks = 2;
    strategy::Strategy second = tinyStrategy();
    second.parallel.tensor = 2;
    second.parallel.data = 2;
    second.parallel.zero = 3;
    expectSameAfterResume(first, second);
    expectSameAfterResume(second, first);
}

TEST(Resume, OfExpertsUnderAnotherLayout)
{
    strategy::Strategy first = tinyStrategy();
    first.model->experts = 4;
    first.model->expertsPerToken = 2;
    first.model->gatedMlp = true;
    strategy::Strategy second = first;
    first.parallel.data = 4;
    first.parallel.expert = 4;
    second.parallel.pipeline = 2;
    second.parallel.tensor = 2;
    second.schedule.name = "chimera";
    expectSameAfterResume(first, second);
}

// Its files have moments as any other's, all 0.
TEST(Resume, OfPlainDescent)
{
    strategy::Strategy first = tinyStrategy();
    first.precision.optimizer = strategy::Optimizer::Sgd;
    first.training.learningRate = 0.1;
    strategy::Strategy second = first;
    first.parallel.pipeline = 2;
    second.parallel.data = 2;
    second.parallel.zero = 1;
    expectSameAfterResume(first, second);
    expectSameAfterResume(second, first);
}

TEST(Resume, OfAnotherModelIsRefused)
{
    const tests::ScratchDirectory scratch;
    strategy::Strategy s = tinyStrategy();
    ASSERT_EQ(train({.strategy = s,
                     .steps = 1,
                     .beforeStep = [&](TrainingRank& rank,
                                       int) { EXPECT_TRUE(saveState(rank, 0, scratch.path())); }})
                  .error,
              "");
    s.model->hidden = 64;
    int refused = 0;
    const Trained other
        = train({.strategy = s, .steps = 1, .beforeStep = [&](TrainingRank& rank, int) {
                     const auto restored = restoreState(rank, scratch.path());
                     ASSERT_FALSE(restored);
                     EXPECT_NE(restored.error().message.find("hidden"), std::string::npos)
                         << restored.error().message;
                     ++refused;
                 }});
    EXPECT_EQ(other.error, "");
    EXPECT_EQ(refused, 1);
}

// Four steps of eight samples, then steps of four: their data begin where the others' ended.
TEST(Resume, WithAnotherGlobalBatchGoesOnWithTheNextSample)
{
    const tests::ScratchDirectory scratch;
    strategy::Strategy s = tinyStrategy();
    std::vector<int> next; // what follows after four steps
    ASSERT_EQ(train({.strategy = s,
                     .steps = 5,
                     .beforeStep =
                         [&](TrainingRank& rank, int step) {
                             if (step != 4)
                                 return;
                             EXPECT_TRUE(saveState(rank, 4, scratch.path()));
                             rank.tokens().beginStep(4);
                             next = rank.tokens().of(0).inputs;
                         }})
                  .error,
              "");
    s.batch.global = 4;
    const tests::ScratchDirectory again;
    const auto resumes
        = [&](const std::filesystem::path& from, std::int64_t step, std::int64_t sample) {
              return train({.strategy = s,
                            .steps = 7,
                            .firstStep = static_cast<int>(step),
                            .beforeStep =
                                [&, from, step, sample](TrainingRank& rank, int now) {
                                    if (now == step) {
                                        ASSERT_TRUE(restoreState(rank, from));
                                        EXPECT_EQ(rank.tokens().firstSample(step), sample);
                                        EXPECT_EQ(rank.tokens().firstSample(step + 1), sample + 4);
                                    }
                                    if (now == 4) {
                                        rank.tokens().beginStep(4);
                                        EXPECT_EQ(rank.tokens().of(0).inputs, next);
                                    }
                                    if (now == 6) {
                                        EXPECT_TRUE(saveState(rank, 6, again.path()));
                                    }
                                }})
                  .error;
          };
    EXPECT_EQ(resumes(scratch.path(), 4, 32), "");
    s.batch.global = 8;
    s.batch.micro = 2;
    EXPECT_EQ(train({.strategy = s,
                     .steps = 7,
                     .firstStep = 6,
                     .beforeStep =
                         [&](TrainingRank& rank, int) {
                             ASSERT_TRUE(restoreState(rank, again.path()));
                             EXPECT_EQ(rank.tokens().firstSample(6), 40);
                         }})
                  .error,
              "");
}

} // namespace
} // namespace training

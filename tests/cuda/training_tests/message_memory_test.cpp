// A step is queued whole, but not all of its messages lie in memory at once.

#include "tests/cuda/training_tests/fake_gpu.h"

#include <gtest/gtest.h>

#include <array>
#include <mutex>

namespace training {
namespace {

constexpr std::size_t kMessages = 6; // that may be on their way
constexpr std::size_t kMessageBytes = 16 * 32 * 4;

// Bytes that each rank of a pipeline of two has taken from its device after two steps.
std::array<std::size_t, 2> reservedAfter(int microbatches, fake::Turns turns)
{
    strategy::Strategy strategy = tinyStrategy();
    strategy.parallel.pipeline = 2;
    strategy.schedule.name = "1f1b";
    strategy.batch.global = microbatches;
    std::array<std::size_t, 2> reserved{};
    std::mutex mutex;
    const Trained trained
        = train({.strategy = strategy,
                 .steps = 3,
                 .beforeStep =
                     [&](TrainingRank& rank, int) {
                         const std::lock_guard lock(mutex);
                         reserved[static_cast<std::size_t>(rank.setup().place.pipeline)]
                             = rank.memory().reserved();
                     },
                 .messageBuffers = kMessages,
                 .device = gpuWith({.turns = turns, .guarded = false})});
    EXPECT_EQ(trained.error, "");
    return reserved;
}

class MessageMemory : public ::testing::TestWithParam<fake::Turns> {};

TEST_P(MessageMemory, DoesNotGrowWithTheMicrobatches)
{
    const auto few = reservedAfter(8, GetParam());
    const auto many = reservedAfter(64, GetParam());
    for (std::size_t rank = 0; rank < 2; ++rank)
        EXPECT_LE(many[rank], few[rank] + (kMessages + 2) * kMessageBytes)
            << "rank " << rank << ": of 56 messages more, " << few[rank] << " before";
}

INSTANTIATE_TEST_SUITE_P(Turns, MessageMemory, ::testing::ValuesIn(kTurns));

} // namespace
} // namespace training

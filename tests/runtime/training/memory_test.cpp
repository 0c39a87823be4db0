// What memory is kept for the next block, and how much of it a stage needs at once.

#include "engine/runtime/training/failure.h"
#include "tests/runtime/training/trained.h"

#include <gtest/gtest.h>

#include <random>

namespace training {
namespace {

constexpr Use kCounted = Use::Activations;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitizer = true;
#elif defined(__has_feature)
constexpr bool kSanitizer = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitizer = false;
#endif

TEST(Memory, CountsWhatIsInUse)
{
    Memory memory;
    Block first = memory.take(1000, kCounted);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.data()) % 64, 0U);
    {
        const Block second = memory.take(500, kCounted);
        EXPECT_EQ(memory.current(kCounted), 1500U);
    }
    EXPECT_EQ(memory.current(kCounted), 1000U);
    EXPECT_EQ(memory.peak(kCounted), 1500U);
    memory.resetPeaks();
    EXPECT_EQ(memory.peak(kCounted), 1000U);
    EXPECT_EQ(memory.current(Use::Weights), 0U);
}

TEST(Memory, TheSmallestKeptBlockThatFitsIsUsedAgain)
{
    Memory memory;
    std::byte* small = nullptr;
    {
        const Block large = memory.take(1900, kCounted);
        const Block fitting = memory.take(1500, kCounted);
        small = fitting.data();
    }
    const std::size_t reserved = memory.reserved();
    const Block again = memory.take(1000, kCounted);
    EXPECT_EQ(again.data(), small);
    EXPECT_EQ(again.bytes(), 1000U);
    EXPECT_EQ(memory.current(kCounted), 1000U);
    const Block another = memory.take(1000, kCounted);
    EXPECT_EQ(memory.reserved(), reserved);
    const Block one = memory.take(1, kCounted); // not at the cost of a block of a thousand
    EXPECT_EQ(memory.reserved(), reserved + 64);
}

// As the rows of an expert do from step to step.
TEST(Memory, SizesThatVaryDoNotAddUp)
{
    Memory memory;
    std::mt19937 random(1);
    std::size_t most = 0;
    for (int step = 0; step < 2000; ++step) {
        std::vector<Block> blocks;
        std::size_t sum = 0;
        for (int i = 0; i < 8; ++i) {
            const std::size_t bytes = 1000 + random() % 1'000'000;
            sum += bytes;
            blocks.push_back(memory.take(bytes, kCounted));
        }
        most = std::max(most, sum);
    }
    EXPECT_LE(memory.reserved(), 3 * most);
}

TEST(Memory, ASteadyStepTakesNothingFromTheSystem)
{
    Memory memory;
    const auto step = [&] {
        std::vector<Block> forward;
        for (std::size_t i = 1; i < 20; ++i)
            forward.push_back(memory.take(1000 * i, kCounted));
        forward.clear();
        for (std::size_t i = 1; i < 20; ++i)
            forward.push_back(memory.take(1300 * i, kCounted));
    };
    step();
    const std::size_t reserved = memory.reserved();
    for (int i = 0; i < 10; ++i) {
        step();
        EXPECT_EQ(memory.reserved(), reserved);
    }
}

TEST(Memory, ThatIsNotThereIsAFailure)
{
    if (kSanitizer)
        GTEST_SKIP() << "it ends a program that asks for that much";
    Memory memory;
    EXPECT_THROW(memory.take(std::size_t{1} << 60, kCounted), Failure);
    EXPECT_EQ(memory.current(kCounted), 0U);
    EXPECT_EQ(memory.reserved(), 0U);
}

using strategy::Recomputing;

// Of the activations in bytes: in a step, and in the second run of its forward.
struct Peaks {
    std::size_t step = 0;
    std::size_t again = 0;
};

Peaks peaksOf(int layers, Recomputing recompute)
{
    strategy::Strategy s = tinyStrategy();
    s.model->layers = layers;
    s.recompute.granularity = recompute;
    s.batch.micro = s.batch.global = 1;
    Peaks peaks;
    const Trained trained
        = train({s, 2, 0, [&](TrainingRank& rank, int step) {
                     if (step == 0)
                         return;
                     Memory& memory = rank.memory();
                     peaks.step = memory.peak(kCounted);
                     memory.resetPeaks();
                     const MicrobatchTokens tokens{std::vector<int>(16), std::vector<int>(16)};
                     rank.model().stages().at(0).repeatForward(tokens, {}, {});
                     peaks.again = memory.peak(kCounted);
                     EXPECT_EQ(memory.current(kCounted), 0U);
                 }});
    EXPECT_EQ(trained.error, "");
    return peaks;
}

constexpr std::size_t kInput = 16 * 32 * 4; // bytes of what comes into a layer

TEST(StageMemory, UnderFullRecomputationALayerCostsItsInput)
{
    EXPECT_EQ(peaksOf(8, Recomputing::Full).step - peaksOf(4, Recomputing::Full).step, 4 * kInput);
}

TEST(StageMemory, SelectiveRecomputationKeepsLess)
{
    const auto perLayer = [](Recomputing recompute) {
        return (peaksOf(8, recompute).step - peaksOf(4, recompute).step) / 4;
    };
    EXPECT_LE(perLayer(Recomputing::Selective),
              perLayer(Recomputing::None) - 4 * kInput); // norms and activations
}

TEST(StageMemory, ASecondForwardNeedsOneLayers)
{
    for (const Recomputing recompute :
         {Recomputing::None, Recomputing::Selective, Recomputing::Full})
        EXPECT_EQ(peaksOf(8, recompute).again, peaksOf(2, recompute).again)
            << strategy::wordOf(recompute);
}

} // namespace
} // namespace training

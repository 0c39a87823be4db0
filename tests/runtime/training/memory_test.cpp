// What memory is kept for the next block, and how much of it a stage needs at once.

#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"
#include "tests/runtime/training/trained/trained.h"
#include "tests/sanitizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace training {
namespace {

constexpr Use kCounted = Use::Activations;
const engine::SystemClock kClock;

TEST(Memory, CountsWhatIsInUse)
{
    HostStore store;
    engine::HostLanes lanes(kClock);
    Memory memory(store, lanes);
    Block first = memory.take(1000, kCounted);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(engine::rawPointer(first.data())) % 64, 0U);
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
    HostStore store;
    engine::HostLanes lanes(kClock);
    Memory memory(store, lanes);
    engine::DeviceAddress small;
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
    HostStore store;
    engine::HostLanes lanes(kClock);
    Memory memory(store, lanes);
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
    HostStore store;
    engine::HostLanes lanes(kClock);
    Memory memory(store, lanes);
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
    if (tests::kAddressSanitizer || tests::kThreadSanitizer)
        GTEST_SKIP() << "it ends a program that asks for that much";
    HostStore store;
    engine::HostLanes lanes(kClock);
    Memory memory(store, lanes);
    EXPECT_THROW(memory.take(std::size_t{1} << 60, kCounted), Failure);
    EXPECT_EQ(memory.current(kCounted), 0U);
    EXPECT_EQ(memory.reserved(), 0U);
}

constexpr engine::Lane kMessages{1};

// Writes down what Memory asks of the lanes of its device.
class WrittenLanes final : public engine::Lanes {
public:
    engine::Lane open(std::string_view) override { return kMessages; }
    void beginStep() override {}
    engine::Mark mark(engine::Lane lane) override
    {
        const engine::Mark made{++m_marks};
        calls.push_back("mark " + name(lane) + " " + std::to_string(made.value));
        return made;
    }
    void wait(engine::Lane lane, engine::Mark mark) override
    {
        calls.push_back(name(lane) + " waits for " + std::to_string(mark.value));
    }
    bool passed(engine::Mark mark) override { return mark.value <= over; }
    plan::Result<Nanoseconds> time(engine::Mark) override
    {
        calls.emplace_back("the host waits");
        return Nanoseconds{};
    }

    std::vector<std::string> calls;
    std::int64_t over = 0; // marks up to this one have passed

private:
    static std::string name(engine::Lane lane)
    {
        return lane == engine::kComputeLane ? "compute" : "communication";
    }
    std::int64_t m_marks = 0;
};

using Calls = std::vector<std::string>;

// Of a device that has room for so many blocks, and no more.
class SmallStore final : public engine::Store {
public:
    explicit SmallStore(int blocks)
        : m_blocks(blocks)
    {
    }
    engine::DeviceAddress take(std::size_t bytes) override
    {
        if (m_blocks == 0)
            return {};
        --m_blocks;
        return m_store.take(bytes);
    }
    void release(engine::DeviceAddress block, std::size_t bytes) override
    {
        ++m_blocks;
        ++released;
        m_store.release(block, bytes);
    }
    void upload(DeviceBytes, std::span<const std::byte>) override {}
    void download(std::span<std::byte>, DeviceBytes) override {}
    void fill(DeviceBytes, std::byte) override {}
    int left() const { return m_blocks; }

    int released = 0;

private:
    HostStore m_store;
    int m_blocks;
};

// The message leaves in the other lane, and may wait for a rank that waits for this one.
TEST(MemoryOfLanes, ABlockThatIsStillSentIsUsedAgainWhenThatIsOver)
{
    HostStore store;
    WrittenLanes lanes;
    Memory memory(store, lanes);
    engine::DeviceAddress sent;
    {
        Block block = memory.take(1000, kCounted);
        sent = block.data();
        block.usedUntil(kMessages, {7});
        block.usedUntil(kMessages, {8}); // replaces the other
    }
    lanes.over = 7;
    {
        const Block other = memory.take(1000, kCounted);
        EXPECT_NE(other.data(), sent);
        EXPECT_EQ(memory.reserved(), 2 * 1024U);
    }
    memory.take(3000, kCounted).reset();
    EXPECT_GE(memory.reserved(), 2 * 1024U) << "both were needed at once";
    lanes.over = 8;
    const Block one = memory.take(1000, kCounted);
    const Block two = memory.take(1000, kCounted);
    EXPECT_TRUE(one.data() == sent || two.data() == sent);
    EXPECT_EQ(std::count_if(lanes.calls.begin(), lanes.calls.end(),
                            [](const std::string& call) { return call.find('8') == call.npos; }),
              0)
        << "nobody waited";
}

// It waits for what is queued, and no lane does: that might be for ever.
TEST(MemoryOfLanes, WhereThereIsNoMoreTheStoreHasEverythingBack)
{
    SmallStore store(1);
    WrittenLanes lanes;
    Memory memory(store, lanes);
    {
        Block block = memory.take(1000, kCounted);
        block.usedUntil(kMessages, {7});
        const Block moved = std::move(block); // and the mark with it
    }
    EXPECT_EQ(store.left(), 0);
    const Block next = memory.take(1000, kCounted);
    EXPECT_EQ(store.released, 1) << "though it is still sent";
    EXPECT_EQ(lanes.calls, Calls());
    EXPECT_EQ(memory.reserved(), 1024U);
}

// What was computed in it may not be over when the next message is received into it.
TEST(MemoryOfLanes, ABlockForMessagesIsWrittenBehindTheComputing)
{
    HostStore store;
    WrittenLanes lanes;
    Memory memory(store, lanes);
    memory.take(1000, kCounted).reset();
    {
        Block received = memory.take(1000, kCounted, kMessages);
        EXPECT_EQ(lanes.calls, (Calls{"mark compute 1", "communication waits for 1"}));
        received.usedUntil(kMessages, {9});
    }
    lanes.calls.clear();
    const Block again = memory.take(1000, kCounted, kMessages);
    EXPECT_EQ(lanes.calls, (Calls{"mark compute 2", "communication waits for 2"}))
        << "the lane itself keeps its order";
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
                     const std::vector<int> zeros(16);
                     const MicrobatchTokens tokens{memory.uploaded(zeros, Use::Buffers),
                                                   memory.uploaded(zeros, Use::Buffers)};
                     const HeldSlots loss = memory.slots(1, Use::Buffers);
                     rank.model().stages().at(0).repeatForward(tokens, {}, {}, loss.view[0]);
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

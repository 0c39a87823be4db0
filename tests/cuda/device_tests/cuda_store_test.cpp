// Memory that is given back while it is in use: the driver gets it when nothing is queued.

#include "engine/runtime/cuda/cuda_store.h"

#include "engine/runtime/training/failure.h"
#include "tests/cuda/fakes/streams.h"

#include <gtest/gtest.h>

namespace gpu {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMost = std::size_t{1} << 20;
constexpr std::size_t kBytes = kMost * 3 / 4; // no two of them are there at once

class Stores : public testing::Test {
protected:
    void SetUp() override { fake::Device::setOptions({.memory = kMost, .guarded = false}); }

    fake::Device& device() { return fake::Device::own(); }

    engine::SystemClock m_clock;
    engine::Waiting m_waiting{m_clock};
};

TEST_F(Stores, GivenBackWithinAStepItGoesToTheDriverAtTheNext)
{
    CudaLanes lanes(m_waiting, 3600s);
    CudaStore store(lanes);
    const engine::DeviceAddress block = store.take(kBytes);
    store.fill({block, kBytes}, std::byte{1});
    const std::size_t waits = device().counts().waits;
    const std::size_t taken = device().memory().taken();
    store.release(block, kBytes);
    EXPECT_EQ(device().counts().waits, waits) << "the driver waits for all that is queued";
    EXPECT_EQ(device().memory().taken(), taken);
    store.beginStep();
    EXPECT_LT(device().memory().taken(), taken);
    EXPECT_EQ(lanes.waits(), 1U) << "the host waits where it can end its wait";
}

TEST_F(Stores, WhereThereIsNoMoreItWaitsForWhatIsQueued)
{
    CudaLanes lanes(m_waiting, 3600s);
    CudaStore store(lanes);
    const engine::DeviceAddress block = store.take(kBytes);
    EXPECT_FALSE(store.take(kBytes));
    EXPECT_EQ(lanes.waits(), 0U) << "nothing was given back";
    store.fill({block, kBytes}, std::byte{1});
    store.release(block, kBytes);
    const engine::DeviceAddress next = store.take(kBytes);
    EXPECT_TRUE(next);
    store.release(next, kBytes);
}

// Another lane waits for a rank that does not come.
TEST_F(Stores, ThatIsNotOverInTimeIsAFailure)
{
    bool here = false; // asked for until the lanes are gone
    CudaLanes lanes(m_waiting, 50ms);
    CudaStore store(lanes);
    const engine::Lane other = lanes.open("0 to 1");
    reinterpret_cast<fake::Stream*>(lanes.stream(other))->enqueue([] {}, [&] { return here; });
    store.release(store.take(kBytes), kBytes);
    std::string why;
    try {
        store.take(kBytes);
    } catch (const training::Failure& failure) {
        why = failure.error().message;
    }
    EXPECT_EQ(why,
              "the GPU has no memory left, and what it has to do before it can free some is not "
              "over: the GPU has not done within 50 ms what was queued; it hangs, or waits for a "
              "rank that is stuck or gone");
    here = true;
}

} // namespace
} // namespace gpu

#include "engine/runtime/buffer_pool.h"

#include <gtest/gtest.h>

namespace engine::test {
namespace {

TEST(BufferPool, GivesOutAtMostItsLimitAndCountsWhatItRefused)
{
    BufferPool pool(16, 2);
    auto first = pool.take();
    auto second = pool.take();
    ASSERT_TRUE(first && second);
    EXPECT_EQ((*first)->size(), 16u);
    EXPECT_FALSE(pool.take());
    EXPECT_EQ(pool.inUse(), 2u);
    EXPECT_EQ(pool.refused(), 1u);

    first.reset();
    EXPECT_EQ(pool.inUse(), 1u);
    EXPECT_TRUE(pool.take());
}

TEST(BufferPool, UsesReturnedMemoryAgain)
{
    BufferPool pool(16, 2);
    const std::vector<std::byte>* memory = nullptr;
    {
        const auto buffer = pool.take();
        ASSERT_TRUE(buffer);
        memory = buffer->get();
    }
    const auto again = pool.take();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->get(), memory);
}

} // namespace
} // namespace engine::test

#include "gui/window/detail_asker.h"

#include "telemetry/wire.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

TEST(DetailAsker, AsksTheRanksWhoseRowsAreOnShow)
{
    EXPECT_FALSE(wishFor({}, {}, 256));
    EXPECT_FALSE(wishFor({3}, {}, 1)); // a run of one replica sends all by itself
    const auto place = wishFor({3}, {}, 256);
    ASSERT_TRUE(place);
    EXPECT_TRUE(telemetry::valid(*place));
    EXPECT_EQ(place->level, telemetry::DetailLevel::Op);
    for (const auto& [rank, asked] :
         {std::pair{767U, false}, {768U, true}, {1023U, true}, {1024U, false}})
        EXPECT_EQ(telemetry::isOf(*place, rank), asked) << rank;
    const auto one = wishFor({}, {{3, 5}}, 256);
    EXPECT_EQ(one->first, 773U);
    EXPECT_EQ(one->count, 1U);
    const auto both = wishFor({1}, {{3, 5}}, 256);
    EXPECT_EQ(both->first, 256U);
    EXPECT_EQ(telemetry::lastOf(*both), 773U);
    EXPECT_EQ(wishFor({0, 63}, {}, 256)->count, std::uint32_t(kMostAsked));
}

} // namespace
} // namespace gui::test

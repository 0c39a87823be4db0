#include "engine/plan/counted.h"

#include <gtest/gtest.h>

namespace plan {
namespace {

TEST(Counted, OneIsSingularAndEverythingElsePlural)
{
    EXPECT_EQ(counted(1, "rank"), "1 rank");
    EXPECT_EQ(counted(0, "rank"), "0 ranks");
    EXPECT_EQ(counted(12, "stage"), "12 stages");
    EXPECT_EQ(counted(-1, "rank"), "-1 ranks");
}

TEST(Counted, WhatEndsInAHissIsPronouncedSo)
{
    EXPECT_EQ(counted(1, "microbatch"), "1 microbatch");
    EXPECT_EQ(counted(2, "microbatch"), "2 microbatches");
}

} // namespace
} // namespace plan

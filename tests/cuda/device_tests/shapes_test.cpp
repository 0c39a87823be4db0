// What is refused before ranks start is what kernels cannot take.

#include "engine/launch/gpu_check.h"
#include "engine/runtime/cuda/kernels/attention.h"

#include <gtest/gtest.h>

TEST(Shapes, TheWidestHeadIsTheSameForWhoeverStartsARun)
{
    EXPECT_EQ(launch::kWidestHead, gpu::kMostHeadColumns);
}

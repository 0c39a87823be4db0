// Tensor cores, and what brings their factors, as PTX says of each element of a fragment where in
// the matrix it is ("Matrix fragments for mma.m16n8k16 with floating point type").

#include "tests/cuda/emulator/dialect.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

namespace emulator {
namespace {

constexpr int kWarpLanes = 32;

std::uint16_t halfBits(float value)
{
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

std::string problemOf(const Launch& launch)
{
    Multiprocessor multiprocessor;
    return multiprocessor.run(launch);
}

// Small integers, which BF16 holds exactly; no two rows or columns are alike.
float leftAt(int row, int column) { return static_cast<float>((row * 7 + column * 3) % 11 - 5); }
float rightAt(int row, int column) { return static_cast<float>((row * 5 + column * 13) % 17 - 8); }

// Element i of a fragment of a lane of group g with place t in it.
struct Element {
    int row;
    int column;
};
Element ofLeft(int g, int t, int i)
{
    return {i < 2 || (i >= 4 && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
}
Element ofRight(int g, int t, int i) { return {i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g}; }
Element ofSum(int g, int t, int i) { return {i < 2 ? g : g + 8, t * 2 + (i & 1)}; }

TEST(TensorCores, MultiplyTheMatricesThatTheirFragmentsAre)
{
    float sums[16][8] = {};
    const auto thread = [&] {
        const int lane = static_cast<int>(threadIdx.x);
        const int g = lane >> 2;
        const int t = lane % 4;
        unsigned left[4] = {};
        unsigned right[2] = {};
        float c[4];
        for (int i = 0; i < 8; ++i) {
            const auto [row, column] = ofLeft(g, t, i);
            left[i / 2] |= static_cast<unsigned>(halfBits(leftAt(row, column))) << 16 * (i % 2);
        }
        for (int i = 0; i < 4; ++i) {
            const auto [row, column] = ofRight(g, t, i);
            right[i / 2] |= static_cast<unsigned>(halfBits(rightAt(row, column))) << 16 * (i % 2);
            const auto [sumRow, sumColumn] = ofSum(g, t, i);
            c[i] = static_cast<float>(100 * sumRow + sumColumn);
        }
        gpu::multiplyAdd(c, left, right[0], right[1]);
        for (int i = 0; i < 4; ++i) {
            const auto [row, column] = ofSum(g, t, i);
            sums[row][column] = c[i];
        }
    };
    EXPECT_EQ(problemOf({.threads = {kWarpLanes}, .thread = thread}), "");
    for (int row = 0; row < 16; ++row)
        for (int column = 0; column < 8; ++column) {
            auto wanted = static_cast<float>(100 * row + column);
            for (int k = 0; k < 16; ++k)
                wanted += leftAt(row, k) * rightAt(k, column);
            EXPECT_EQ(sums[row][column], wanted) << row << ", " << column;
        }
}

// Element i of matrix m is row * 8 + column + 64 * m; lane l has two of row l / 4.
void expectLoaded(bool turned)
{
    alignas(16) std::array<std::uint16_t, 4 * 64> memory{};
    for (std::size_t i = 0; i < memory.size(); ++i)
        memory[i] = static_cast<std::uint16_t>(i);
    unsigned loaded[kWarpLanes][4] = {};
    const auto thread = [&] {
        const auto lane = threadIdx.x;
        // Where row l % 8 of matrix l / 8 begins.
        const std::uint16_t* const row = memory.data() + lane * 8;
        if (turned)
            gpu::loadMatricesTurned(loaded[lane], row);
        else
            gpu::loadMatrices(loaded[lane], row);
    };
    EXPECT_EQ(problemOf({.threads = {kWarpLanes}, .thread = thread}), "");
    for (unsigned lane = 0; lane < kWarpLanes; ++lane)
        for (unsigned m = 0; m < 4; ++m)
            for (unsigned i = 0; i < 2; ++i) {
                const unsigned row = turned ? lane % 4 * 2 + i : lane / 4;
                const unsigned column = turned ? lane / 4 : lane % 4 * 2 + i;
                EXPECT_EQ(loaded[lane][m] >> 16 * i & 0xffffU, m * 64 + row * 8 + column);
            }
}

TEST(TensorCores, MatricesAreLoadedAsTheyStand) { expectLoaded(false); }

TEST(TensorCores, MatricesAreLoadedTurned) { expectLoaded(true); }

TEST(TensorCores, RowsThatAreNotAlignedAreRefused)
{
    alignas(16) std::uint16_t memory[8 * kWarpLanes + 8] = {};
    const std::string said = problemOf({.threads = {kWarpLanes}, .thread = [&] {
                                            unsigned loaded[4];
                                            gpu::loadMatrices(loaded, memory + 4 + threadIdx.x * 8);
                                        }});
    EXPECT_NE(said.find("not aligned to 16 bytes in "), std::string::npos) << said;
    EXPECT_NE(said.find("tensor_cores_test.cpp"), std::string::npos) << said;
}

TEST(TensorCores, AWarpOfWhichALaneIsMissingWaitsForEver)
{
    const std::string said = problemOf({.threads = {kWarpLanes}, .thread = [] {
                                            float c[4] = {};
                                            const unsigned left[4] = {};
                                            if (threadIdx.x != 3)
                                                gpu::multiplyAdd(c, left, 0, 0);
                                        }});
    EXPECT_NE(said.find("for its warp"), std::string::npos) << said;
}

// What a thread sees before and after it waits for a copy.
std::array<float, 2> seen(Turns turns, bool there)
{
    setTurns(turns);
    const float source = 5;
    std::array<float, 2> seen{};
    float target = 1;
    EXPECT_EQ(problemOf({.thread =
                             [&] {
                                 gpu::startCopy<4>(&target, &source, there);
                                 seen[0] = target;
                                 gpu::awaitCopies();
                                 seen[1] = target;
                             }}),
              "");
    setTurns(Turns::Forward);
    return seen;
}

TEST(Copies, AreDoneWhenTheyAreAwaitedOrBefore)
{
    for (const Turns turns : {Turns::Forward, Turns::Backward, Turns::Random})
        EXPECT_EQ(seen(turns, true), (std::array<float, 2>{1, 5}));
    EXPECT_EQ(seen(Turns::OneWarpAhead, true), (std::array<float, 2>{5, 5}));
}

TEST(Copies, OfNothingWriteZeros)
{
    EXPECT_EQ(seen(Turns::Forward, false), (std::array<float, 2>{1, 0}));
    EXPECT_EQ(seen(Turns::OneWarpAhead, false), (std::array<float, 2>{0, 0}));
}

} // namespace
} // namespace emulator

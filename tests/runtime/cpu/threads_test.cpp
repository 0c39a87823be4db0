// Two threads do what one does. Not under a thread sanitizer: GCC's OpenMP is not built for
// it, and every one of its barriers would look like a race.

#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/gemm.h"
#include "engine/runtime/cpu/parallel.h"
#include "engine/runtime/training/failure.h"
#include "tests/runtime/kernels/numbers.h"
#include "tests/sanitizer.h"

namespace training::test {
namespace {

TEST(Threads, AreSaidInTheDescription)
{
    EXPECT_NE(cpuDescription(1).find(", 1 thread"), std::string::npos) << cpuDescription(1);
    EXPECT_NE(cpuDescription(2).find("oneDNN"), std::string::npos) << cpuDescription(2);
}

TEST(Threads, TwoGiveTheBitsOfOne)
{
    if (tests::kThreadSanitizer)
        GTEST_SKIP() << "a thread sanitizer does not know the locks of OpenMP";
    const auto run = [](int threads) {
        CpuKernels kernels(threads);
        const Numbers x = Numbers(257, 700).random(1);
        const Numbers gain = Numbers(1, 700).random(2);
        Numbers y(257, 700);
        Numbers mean(257, 1);
        Numbers rstd(257, 1);
        Numbers dx(257, 700);
        Numbers sums(1, 700);
        Numbers dGain(1, 700);
        Numbers dBias(1, 700);
        kernels.norm(NormKind::LayerNorm, y.view(), mean.view(), rstd.view(), x.view(), gain.view(),
                     gain.view());
        kernels.normInputGrad(NormKind::LayerNorm, dx.view(), y.view(), x.view(), mean.view(),
                              rstd.view(), gain.view());
        kernels.normWeightGrad(NormKind::LayerNorm, dGain.view(), dBias.view(), y.view(), x.view(),
                               mean.view(), rstd.view());
        kernels.addColumnSums(sums.view(), y.view());
        kernels.gelu(y.view(), x.view());
        Number squares;
        kernels.addSquares(squares.slot(), y.view());
        std::vector<double> all{squares.get()};
        for (const Numbers* each : {&y, &dx, &sums, &dGain, &dBias})
            for (const double value : values(*each))
                all.push_back(value);
        return all;
    };
    EXPECT_EQ(run(1), run(2));
}

TEST(Threads, TwoAttendAsOneDoes)
{
    if (tests::kThreadSanitizer)
        GTEST_SKIP() << "a thread sanitizer does not know the locks of OpenMP";
    const Heads heads{.batch = 2, .heads = 4, .kvHeads = 2, .size = 8};
    const auto run = [&](int threads) {
        CpuKernels kernels(threads);
        const Numbers q = Numbers(2 * 65, 32).random(1);
        const Numbers k = Numbers(2 * 65, 16).random(2);
        Numbers out(2 * 65, 32);
        Numbers dq(2 * 65, 32);
        Numbers dk(2 * 65, 16);
        Numbers dv(2 * 65, 16);
        Numbers logSum = Numbers(2 * 65, 4).fill(-std::numeric_limits<double>::infinity());
        Numbers delta(2 * 65, 4);
        kernels.attend(out.view(), logSum.view(), q.view(), k.view(), k.view(), heads, true);
        kernels.headDots(delta.view(), q.view(), out.view(), heads);
        kernels.attendGrad(dq.view(), dk.view(), dv.view(), q.view(), delta.view(), q.view(),
                           k.view(), k.view(), logSum.view(), heads, true, Into::Add);
        std::vector<double> all;
        for (const Numbers* each : {&out, &logSum, &dq, &dk, &dv})
            for (const double value : values(*each))
                all.push_back(value);
        return all;
    };
    EXPECT_EQ(run(1), run(2));
}

TEST(Threads, WhatOneThrowsIsThrownByTheLoop)
{
    if (tests::kThreadSanitizer)
        GTEST_SKIP() << "a thread sanitizer does not know the locks of OpenMP";
    const auto run = [](int thrower) {
        std::vector<int> turns(2);
        try {
            forRanges(2, 2, 1, [&](std::int64_t first, std::int64_t) {
                ++turns[static_cast<std::size_t>(first)];
                if (first == thrower)
                    throw Failure({"no more"});
            });
        } catch (const Failure& failure) {
            EXPECT_STREQ(failure.what(), "no more");
            EXPECT_EQ(turns, std::vector<int>(2, 1)); // the other has ended
            return true;
        }
        return false;
    };
    EXPECT_TRUE(run(0));
    EXPECT_TRUE(run(1));
    EXPECT_FALSE(run(2));
}

TEST(Threads, AProductThatTheLibraryRefusesIsAFailure)
{
    const Numbers a = Numbers(4, 4).random(1);
    Numbers c(4, 4);
    Matrix wrong = a.view();
    wrong.stride = 2; // rows that overlap
    EXPECT_THROW(multiplyFloats(c.view(), wrong, Flip::No, a.view(), Flip::No, 1, Into::Replace),
                 Failure);
    const auto outcome = caught([&]() -> plan::Outcome {
        forRanges(2, 2, 1, [](std::int64_t, std::int64_t) { throw std::length_error("too long"); });
        return plan::done();
    });
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().message, "an error within the program: too long");
}

} // namespace
} // namespace training::test

#include "engine/measured/kernel_use.h"
#include "telemetry/text.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace measured {
namespace {

using namespace telemetry;

TEST(KernelNames, AreShortWhereTheyCanBe)
{
    EXPECT_EQ(shortKernelName("gpu::softmax<float>"), "softmax<float>");
    EXPECT_EQ(shortKernelName("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"),
              "ncclDevKernel_SendRecv");
    EXPECT_EQ(shortKernelName("cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm, 1>"),
              "cutlass_80_tensorop_bf16_s16816gemm");
    EXPECT_EQ(shortKernelName("at::native::(anonymous namespace)::add<float, 4>(int, float*)"),
              "add<float, 4>");
    const std::string arguments(100, 'x');
    EXPECT_EQ(shortKernelName("a::elementwise<" + arguments + ">"), "elementwise<...>");
    EXPECT_EQ(shortKernelName(arguments), arguments.substr(0, 45) + "...");
    for (const char* odd : {"", "<", ">", "::", "a::", "(", ")", "Kernel<", "Kernel2<>", "<<>>(("})
        EXPECT_LE(shortKernelName(odd).size(), 48U) << odd;
}

TEST(KernelNames, AreOfTheirRankAndEpoch)
{
    KernelNames names;
    const auto tell
        = [&](std::uint32_t rank, std::uint32_t epoch, std::uint32_t number, const char* text) {
              Frame frame;
              frame.header.rank = rank;
              frame.header.epoch = epoch;
              KernelName name{.number = number};
              copyText(name.name, text);
              frame.body = std::vector{name};
              names.add(frame);
          };
    tell(0, 0, 3, "a");
    tell(1, 0, 3, "b");
    tell(0, 1, 3, "c");
    EXPECT_EQ(names.nameOf(0, 0, 3), "a");
    EXPECT_EQ(names.nameOf(1, 0, 3), "b");
    EXPECT_EQ(names.nameOf(0, 1, 3), "c");
    EXPECT_EQ(names.nameOf(1, 1, 3), "kernel 3");
}

// Held against counting every nanosecond.
TEST(LaunchGaps, AreWhatNoKernelCovers)
{
    std::mt19937 random(7);
    const auto below = [&](int end) { return static_cast<std::int64_t>(random() % end); };
    for (int round = 0; round < 2000; ++round) {
        std::vector<BusyRange> ops;
        for (std::int64_t at = below(10); at < 100; at += below(12)) {
            ops.push_back({at, at + below(15)});
            at = ops.back().end;
        }
        std::vector<BusyRange> kernels;
        for (auto left = below(12); left > 0; --left) {
            const std::int64_t begin = below(110) - 5;
            kernels.push_back({begin, begin + below(20)});
        }
        std::sort(kernels.begin(), kernels.end(),
                  [](const auto& a, const auto& b) { return a.begin < b.begin; });
        const auto gaps = launchGaps(ops, kernels);
        ASSERT_EQ(gaps.size(), ops.size());
        for (std::size_t i = 0; i < ops.size(); ++i) {
            std::int64_t expected = 0;
            for (std::int64_t at = ops[i].begin; at < ops[i].end; ++at)
                expected += std::none_of(kernels.begin(), kernels.end(), [at](const auto& kernel) {
                    return kernel.begin <= at && at < kernel.end;
                });
            ASSERT_EQ(gaps[i].count(), expected) << "round " << round << ", op " << i;
        }
    }
}

class KernelUsesTest : public testing::Test {
protected:
    template <class Record>
    void tell(std::uint32_t rank, const Record& record)
    {
        Frame frame;
        frame.header.rank = rank;
        frame.body = std::vector{record};
        uses.add(frame);
    }
    void op(int step, std::int64_t start, std::int64_t end, SpanKind kind = SpanKind::Forward,
            std::uint16_t flags = 0)
    {
        const bool isOp = kind == SpanKind::Forward;
        tell(0,
             SpanRecord{.startNs = start,
                        .endNs = end,
                        .step = step,
                        .stage = isOp ? 0 : -1,
                        .microbatch = isOp ? 0 : -1,
                        .kind = kind,
                        .flags = flags});
    }
    void kernel(int step, std::int64_t start, std::int64_t end, std::uint32_t name,
                KernelLane lane = KernelLane::Compute, QueuedBy by = QueuedBy::Forward)
    {
        const bool isOp = by == QueuedBy::Forward;
        tell(0,
             KernelRecord{.startNs = start,
                          .endNs = end,
                          .name = name,
                          .step = step,
                          .stage = isOp ? 0 : -1,
                          .microbatch = isOp ? 0 : -1,
                          .by = by,
                          .lane = lane});
    }
    void end(int step, std::uint64_t kernels, std::uint64_t dropped = 0)
    {
        tell(0, KernelCount{.kernels = kernels, .dropped = dropped, .step = step});
        tell(0, StepMark{.step = step, .phase = StepPhase::End});
    }
    KernelUse use() { return uses.uses().at(0); }

    KernelUses uses;
};

TEST_F(KernelUsesTest, SaysWhereTheTimeWent)
{
    for (int step = 0; step < 4; ++step) {
        const std::int64_t zero = 1000 * step;
        op(step, zero, zero + 100);
        op(step, zero + 100, zero + 150, SpanKind::Forward, kFlagRerun);
        op(step, zero + 200, zero + 230, SpanKind::Optimizer);
        kernel(step, zero + 10, zero + 40, 1);
        kernel(step, zero + 50, zero + 60, 2);
        kernel(step, zero + 55, zero + 90, 3, KernelLane::Communication);
        // A message does not fill the gap that it runs in.
        kernel(step, zero, zero + 100, 4, KernelLane::Communication, QueuedBy::Beside);
        end(step, 4);
    }
    uses.close();
    const KernelUse use = this->use();
    EXPECT_EQ(use.recorded, 16U);
    EXPECT_EQ(use.missing, 0U);
    EXPECT_EQ(use.computing, KernelTime(4 * (100 + 50 + 30)));
    EXPECT_EQ(use.ops, KernelTime(400));
    EXPECT_EQ(use.gaps, KernelTime(4 * (10 + 10 + 10)));
    EXPECT_EQ(use.timeOf(KernelLane::Compute), KernelTime(160));
    EXPECT_EQ(use.timeOf(KernelLane::Communication), KernelTime(4 * 135));
    ASSERT_EQ(use.totals.size(), 4U);
    EXPECT_EQ(use.totals[0].name, "kernel 4"); // the longest time first
    EXPECT_EQ(use.totals[0].count, 4U);
    EXPECT_EQ(use.totals[3].name, "kernel 2");
}

TEST_F(KernelUsesTest, KernelsOfAStepComeAsLateAsTwoStepsAfterIt)
{
    for (int step = 0; step < 3; ++step) {
        op(step, 1000 * step, 1000 * step + 100);
        kernel(step, 1000 * step, 1000 * step + 50, 0);
        if (step == 2)
            kernel(0, 50, 100, 0);
        end(step, step == 2 ? 2 : 1);
    }
    uses.close();
    EXPECT_EQ(use().ops, KernelTime(300));
    EXPECT_EQ(use().gaps, KernelTime(100)); // none in step 0
}

TEST_F(KernelUsesTest, WhatIsMissingIsCounted)
{
    op(0, 0, 100);
    kernel(0, 0, 50, 0);
    end(0, 3, 7);
    EXPECT_EQ(use().recorded, 1U);
    EXPECT_EQ(use().missing, 2U);
    EXPECT_EQ(use().dropped, 7U);
}

TEST_F(KernelUsesTest, ARunThatDoesNotLookHasNone)
{
    op(0, 0, 100);
    tell(0, StepMark{.step = 0, .phase = StepPhase::End});
    uses.close();
    EXPECT_TRUE(uses.isEmpty());
    EXPECT_TRUE(uses.uses().empty());
}

TEST_F(KernelUsesTest, TimesThatNoStepCanHaveAreLeftOut)
{
    for (int i = 0; i < 16; ++i) {
        op(0, -kMaxTimeNs + 1, kMaxTimeNs - 1);
        kernel(0, -kMaxTimeNs + 1, kMaxTimeNs - 1, 0);
    }
    end(0, 16);
    uses.close();
    EXPECT_EQ(use().computing, KernelTime{0});
    EXPECT_EQ(use().ops, KernelTime{0});
    EXPECT_EQ(use().totals.front().time, KernelTime{0});
    EXPECT_EQ(use().totals.front().count, 16U);
}

TEST(KernelUse, RanksAddUp)
{
    KernelUse one{.recorded = 2,
                  .computing = KernelTime(10),
                  .totals = {{"a", KernelLane::Compute, 1, KernelTime(5), 0},
                             {"b", KernelLane::Copy, 1, KernelTime(1), 8}}};
    const KernelUse other{.recorded = 1,
                          .computing = KernelTime(20),
                          .totals = {{"b", KernelLane::Copy, 1, KernelTime(9), 8}}};
    one.add(other);
    EXPECT_EQ(one.recorded, 3U);
    EXPECT_EQ(one.computing, KernelTime(30));
    EXPECT_EQ(one.totals,
              (std::vector<KernelTotal>{{"b", KernelLane::Copy, 2, KernelTime(10), 16},
                                        {"a", KernelLane::Compute, 1, KernelTime(5)}}));
}

} // namespace
} // namespace measured

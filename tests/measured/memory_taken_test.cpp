#include "engine/measured/memory_taken.h"

#include <gtest/gtest.h>

namespace measured {
namespace {

using namespace telemetry;

class MemoryTakenTest : public testing::Test {
protected:
    template <class Record>
    void tell(const Record& record, std::uint32_t rank = 0)
    {
        Frame frame;
        frame.header.rank = rank;
        frame.body = std::vector{record};
        takings.add(frame);
    }
    void op(std::int64_t end, SpanKind kind, int microbatch)
    {
        tell(SpanRecord{
            .startNs = end - 10, .endNs = end, .stage = 1, .microbatch = microbatch, .kind = kind});
    }
    void sample(std::int64_t at, MemoryCategory category, std::uint64_t held, std::uint64_t peak)
    {
        tell(MemorySample{
            .timeNs = at, .currentBytes = held, .peakBytes = peak, .category = category});
    }
    void end(int step) { tell(StepMark{.step = step, .phase = StepPhase::End}); }
    MemoryTaken taken() { return takings.taken().at(0); }

    MemoryTakings takings;
};

TEST_F(MemoryTakenTest, NamesTheOpThatThePeakWasIn)
{
    // What a category holds within an op counts there alone: 60 of buffers in the first backward.
    op(10, SpanKind::Forward, 0);
    sample(10, MemoryCategory::Weights, 100, 100);
    sample(10, MemoryCategory::Activations, 20, 20);
    op(20, SpanKind::Forward, 1);
    sample(20, MemoryCategory::Activations, 40, 40);
    op(30, SpanKind::Backward, 0);
    sample(30, MemoryCategory::Gradients, 50, 50);
    sample(30, MemoryCategory::Activations, 20, 45);
    sample(30, MemoryCategory::Buffers, 0, 60);
    op(40, SpanKind::Backward, 1);
    sample(40, MemoryCategory::Activations, 0, 45);
    end(0);
    const MemoryTaken taken = this->taken();
    EXPECT_EQ(taken.op, (plan::Op{1, plan::OpKind::Backward, 0}));
    EXPECT_EQ(taken.atPeak, (MemoryParts{100, 50, 0, 45, 60}));
    EXPECT_EQ(taken.peak(), 255U);
    EXPECT_EQ(taken.peaks, (MemoryParts{100, 50, 0, 45, 60}));
    const OpMemory forward = taken.byKind[0];
    EXPECT_EQ(forward.ops, 2U);
    EXPECT_EQ(forward.change, 20); // weights were there before anybody spoke of them
    EXPECT_EQ(forward.largest, 20U);
    const OpMemory backward = taken.byKind[1];
    EXPECT_EQ(backward.change, -20);
    EXPECT_EQ(backward.largest, 65U); // 5 of activations and 60 of buffers beside what was held
}

TEST_F(MemoryTakenTest, ThePeakOfARunIsOfItsFullestStep)
{
    for (int step = 0; step < 3; ++step) {
        const std::int64_t at = 100 * step + 10;
        op(at, SpanKind::Forward, step);
        sample(at, MemoryCategory::Activations, step == 1 ? 30 : 20, step == 1 ? 30 : 20);
        sample(at + 1, MemoryCategory::Activations, 0, step == 1 ? 30 : 20); // of no op
        end(step);
    }
    EXPECT_EQ(taken().step, 1);
    EXPECT_EQ(taken().op, (plan::Op{1, plan::OpKind::Forward, 1}));
    EXPECT_EQ(taken().peak(), 30U);
}

TEST_F(MemoryTakenTest, EmulatedRanksTakeNone)
{
    Frame frame;
    frame.body = Hello{.flags = kFlagEmulated};
    takings.add(frame);
    sample(10, MemoryCategory::Activations, 20, 20);
    end(0);
    EXPECT_TRUE(takings.taken().empty());
}

} // namespace
} // namespace measured

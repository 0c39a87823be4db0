#include "engine/runtime/cuda/flight_record.h"

#include <gtest/gtest.h>

namespace gpu {
namespace {

// Marks up to `reached` have passed.
class Reached final : public engine::Lanes {
public:
    engine::Lane open(std::string_view) override { return {}; }
    void beginStep() override {}
    engine::Mark mark(engine::Lane) override { return {++m_marks}; }
    void wait(engine::Lane, engine::Mark) override {}
    bool passed(engine::Mark mark) override { return mark.value <= reached; }
    plan::Result<engine::Nanoseconds> time(engine::Mark) override { return engine::Nanoseconds{}; }

    std::int64_t reached = 0;

private:
    std::int64_t m_marks = 0;
};

void queue(FlightLog& log, Reached& lanes, int operations)
{
    for (int i = 0; i < operations; ++i) {
        log.begin({.what = "all-reduce", .start = lanes.mark({})});
        log.end(lanes.mark({}));
    }
}

TEST(FlightLog, KeepsWhatIsNotOverHoweverMuchIsQueuedAfterIt)
{
    Reached lanes;
    FlightLog log;
    queue(log, lanes, 500);
    ASSERT_NE(log.oldestOpen(lanes), nullptr);
    EXPECT_EQ(log.oldestOpen(lanes)->number, 1U);
    lanes.reached = 2 * 300 + 1; // the 301st has begun
    EXPECT_EQ(log.oldestOpen(lanes)->number, 301U);
    queue(log, lanes, 1);
    EXPECT_EQ(log.operations().size(), 201U);
    EXPECT_EQ(log.oldestOpen(lanes)->number, 301U);
}

TEST(FlightLog, OfWhatIsOverTheLastAreKept)
{
    Reached lanes;
    FlightLog log;
    for (int step = 0; step < 3; ++step) {
        queue(log, lanes, 100);
        lanes.reached += 200;
        EXPECT_EQ(log.oldestOpen(lanes), nullptr);
    }
    queue(log, lanes, 1);
    EXPECT_EQ(log.operations().size(), FlightLog::kKept);
    EXPECT_EQ(log.operations().back().number, 301U);
    EXPECT_EQ(log.count(), 301U);
}

} // namespace
} // namespace gpu

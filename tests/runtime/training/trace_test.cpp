// What lies inside an op, from marks whose times come later.

#include "engine/runtime/training/trace.h"

#include <gtest/gtest.h>

namespace training {
namespace {

using engine::Part;

// Marks are numbers; what time it was is known once the op is over.
class LateLanes final : public Lanes {
public:
    engine::Lane open(std::string_view) override { return {1}; }
    void beginStep() override {}
    Mark mark(engine::Lane) override { return {++m_marks}; }
    void wait(engine::Lane, Mark) override {}
    bool passed(Mark) override { return over; }
    plan::Result<Nanoseconds> time(Mark mark) override
    {
        if (!over)
            return plan::Error{"nothing is over yet"};
        return Nanoseconds(100 * mark.value);
    }

    bool over = false;

private:
    std::int64_t m_marks = 0;
};

struct TimedPart {
    Part::Kind kind;
    int start;
    int end;

    friend bool operator==(const TimedPart&, const TimedPart&) = default;
};

std::vector<TimedPart> piecesOf(const std::vector<Part>& parts)
{
    std::vector<TimedPart> pieces;
    pieces.reserve(parts.size());
    for (const Part& part : parts)
        pieces.push_back(
            {part.kind, static_cast<int>(part.start.count()), static_cast<int>(part.end.count())});
    return pieces;
}

constexpr auto kCollective = Part::Kind::Collective;
constexpr auto kAgain = Part::Kind::Recompute;

TEST(Trace, AsksForNoTimeBeforeTheOpIsOver)
{
    LateLanes lanes;
    OpRanges none;
    Trace trace(lanes, none);
    const Mark start = trace.mark();
    trace.addCollective(GroupKind::Tensor, start, trace.mark(), 12);
    const MarkedParts parts = trace.take();
    EXPECT_TRUE(trace.take().empty());
    const auto early = parts.resolve(lanes);
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().message, "nothing is over yet");
    lanes.over = true;
    const auto resolved = parts.resolve(lanes);
    ASSERT_TRUE(resolved);
    EXPECT_EQ(piecesOf(*resolved), (std::vector<TimedPart>{{kCollective, 100, 200}}));
    EXPECT_EQ(resolved->front().group, GroupKind::Tensor);
    EXPECT_EQ(resolved->front().bytes, 12U);
}

TEST(Trace, ComputingAgainLeavesOutTheCollectivesInIt)
{
    LateLanes lanes;
    lanes.over = true;
    OpRanges none;
    Trace trace(lanes, none);
    trace.addCollective(GroupKind::Tensor, {1}, {2}, 1); // before it
    trace.mark();
    trace.mark();
    const Trace::Again again = trace.beginAgain(); // 3
    trace.addCollective(GroupKind::Tensor, {4}, {6}, 2);
    trace.addCollective(GroupKind::Context, {6}, {7}, 3);
    for (int i = 4; i < 9; ++i)
        trace.mark();
    trace.endAgain(again); // 9
    trace.addCollective(GroupKind::Tensor, {11}, {12}, 4);
    const auto parts = trace.take().resolve(lanes);
    ASSERT_TRUE(parts);
    EXPECT_EQ(piecesOf(*parts),
              (std::vector<TimedPart>{{kCollective, 100, 200},
                                      {kAgain, 300, 400},
                                      {kCollective, 400, 600},
                                      {kCollective, 600, 700},
                                      {kAgain, 700, 900},
                                      {kCollective, 1100, 1200}}));
}

} // namespace
} // namespace training

// What is known of every rank of a world, by its ops, by a summary, or by the length of its step
// alone.

#include "tests/measured/fake_run.h"

#include "engine/measured/rank_step.h"
#include "engine/plan/metrics.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

constexpr int kReplicas = 4;

Frame manyHello(const FakeRun& run)
{
    Frame frame = run.hello();
    std::get<Hello>(frame.body).ranks *= kReplicas;
    return frame;
}

enum class Sends { Ops, Summary, Marks };

// What rank `place` of the run sends of a step as that replica.
std::vector<Frame> sentBy(const FakeRun& run, int place, int replica, Sends sends, int step = 0)
{
    Frame begin = run.begin(place, step);
    Frame spans = run.spans(place, step);
    Frame end = run.end(place, step);
    const auto zero = std::get<std::vector<StepMark>>(begin.body)[0].timeNs;
    StepSummary summary{.beginNs = zero, .step = step};
    for (const plan::Span& span : run.timeline().spans[std::size_t(place)]) {
        (span.op.kind == plan::OpKind::Forward ? summary.forwardNs : summary.backwardNs)
            += (span.end - span.start).count();
        summary.lastOpNs = zero + span.end.count();
    }
    summary.tailNs = summary.optimizerNs = summary.tailEndNs = summary.endNs = summary.lastOpNs;
    auto& mark = std::get<std::vector<StepMark>>(end.body)[0];
    mark.timeNs = summary.endNs;
    if (sends != Sends::Ops) {
        mark.spans = 0;
        mark.detail = detailMark(DetailLevel::Step);
    }
    std::vector<Frame> frames{begin};
    if (sends == Sends::Ops)
        frames.push_back(spans);
    if (sends == Sends::Summary)
        frames.push_back(Frame{{}, std::vector{summary}});
    frames.push_back(end);
    for (Frame& frame : frames)
        frame.header.rank = std::uint32_t(place * kReplicas + replica);
    return frames;
}

Step worldStep(const FakeRun& run, const std::vector<Sends>& replicas)
{
    StepAssembler assembler;
    assembler.add(manyHello(run));
    for (int replica = 0; replica < kReplicas; ++replica)
        for (int place = 0; place < kShape.ranks; ++place)
            for (const Frame& frame : sentBy(run, place, replica, replicas[std::size_t(replica)]))
                assembler.add(frame);
    const auto steps = assembler.takeFinished();
    EXPECT_EQ(steps.size(), 1u);
    EXPECT_EQ(assembler.rejected(), 0u);
    return steps.empty() ? Step{} : steps[0];
}

TEST(RankStep, ASummarySaysTheSameAsTheOps)
{
    const FakeRun run(kShape);
    const Step step = worldStep(run, {Sends::Ops, Sends::Ops, Sends::Summary, Sends::Marks});
    EXPECT_TRUE(step.whole());
    ASSERT_EQ(step.world.size(), std::size_t(kShape.ranks * kReplicas));
    for (int place = 0; place < kShape.ranks; ++place) {
        const auto of
            = [&](int replica) { return step.world[std::size_t(place * kReplicas + replica)]; };
        EXPECT_EQ(of(0), of(1));
        EXPECT_EQ(of(0).known, RankStep::Known::Ops);
        RankStep summed = of(2);
        EXPECT_EQ(summed.known, RankStep::Known::Summary);
        summed.known = RankStep::Known::Ops;
        EXPECT_EQ(summed, of(0));
        EXPECT_EQ(of(3).known, RankStep::Known::Length);
        EXPECT_FALSE(of(3).hasWork());
        EXPECT_EQ(of(3).end, of(0).end);
        // One definition: what the timeline of the rank leaves idle.
        EXPECT_EQ(idleIn(of(0), step.timeline.makespan),
                  step.timeline.makespan - plan::busyTime(step.timeline, std::size_t(place)));
    }
    // Ops are kept of the replica that sent some.
    ASSERT_EQ(step.peers.size(), std::size_t(kShape.ranks));
    EXPECT_FALSE(step.peers[0][1].empty());
    EXPECT_TRUE(step.peers[0][2].empty());
}

TEST(RankStep, WithoutOpsOfOthersThereAreNoListsOfThem)
{
    const Step step
        = worldStep(FakeRun(kShape), {Sends::Ops, Sends::Summary, Sends::Summary, Sends::Summary});
    EXPECT_TRUE(step.whole());
    EXPECT_TRUE(step.peers.empty());
    EXPECT_EQ(step.world.size(), std::size_t(kShape.ranks * kReplicas));
}

TEST(RankStep, ADamagedSummaryIsNone)
{
    const std::int64_t day = Nanoseconds(kLongestStep).count();
    const StepSummary good{
        .endNs = 9, .lastOpNs = 7, .tailNs = 7, .optimizerNs = 8, .tailEndNs = 9, .forwardNs = 5};
    const auto step = rankStepOf(good, {});
    ASSERT_TRUE(step);
    EXPECT_EQ(*step,
              (RankStep{.ops = Nanoseconds{5},
                        .tail = Nanoseconds{2},
                        .lastOp = Nanoseconds{7},
                        .end = Nanoseconds{9},
                        .known = RankStep::Known::Summary}));
    // The tail counts from when the last rank of the world has entered it.
    EXPECT_EQ(rankStepOf(good, Nanoseconds{8})->tail, Nanoseconds{1});
    for (auto field : {&StepSummary::lastOpNs, &StepSummary::tailEndNs, &StepSummary::endNs,
                       &StepSummary::forwardNs}) {
        StepSummary damaged = good;
        damaged.*field = day + 10;
        EXPECT_FALSE(rankStepOf(damaged, {}));
    }
    StepSummary before = good;
    before.beginNs = 8;
    EXPECT_FALSE(rankStepOf(before, {}));
}

// A world in which one rank's frame was lost: every other frame is looked at all the same, and the
// step is given up in the end.
TEST(RankStep, AStepThatLacksARankIsGivenUpInALargeWorld)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    Frame hello = run.hello();
    constexpr int kMany = 256;
    std::get<Hello>(hello.body).ranks *= kMany;
    assembler.add(hello);
    std::size_t finished = 0;
    for (int number = 0; number < 12; ++number)
        for (int rank = 0; rank < kShape.ranks * kMany; ++rank) {
            if (number == 0 && rank == 77)
                continue;
            for (Frame frame :
                 delayed({run.begin(rank / kMany, number), run.end(rank / kMany, number)},
                         number * std::chrono::milliseconds{400})) {
                frame.header.rank = std::uint32_t(rank);
                auto& mark = std::get<std::vector<StepMark>>(frame.body)[0];
                mark.spans = 0;
                assembler.add(frame);
            }
            finished += assembler.takeFinished().size();
        }
    EXPECT_GE(finished, 3u);
    EXPECT_EQ(assembler.rejected(), 0u);
}

} // namespace
} // namespace measured::test

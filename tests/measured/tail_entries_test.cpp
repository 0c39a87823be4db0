// What of the end of a step is a collective, and what a wait for the last rank.

#include "engine/measured/tail_entries.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "tests/measured/fake_run.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using plan::LedgerLine;

constexpr Nanoseconds kReduces = 400ns;
constexpr Nanoseconds kUpdates = 700ns;
constexpr int kReplicas = 2;

plan::Costs costs()
{
    plan::Costs made = plan::Costs::unit();
    made.gradientReduction = kReduces;
    made.optimizer = kUpdates;
    return made;
}

// A run on a real device, in which no rank's collective ends before all have entered it.
class Meeting {
public:
    Frame hello(int replicas = 1) const
    {
        Frame frame = m_run.hello();
        auto& hello = std::get<Hello>(frame.body);
        hello.ranks *= std::uint32_t(replicas);
        hello.flags = 0;
        return frame;
    }

    // The rank's clock is `ahead` by that, unknown to all; replica `replica` of `replicas`
    // enters `later` than the first one.
    std::vector<Frame> frames(int rank, Nanoseconds ahead = {}, int replica = 0, int replicas = 1,
                              Nanoseconds later = {}) const
    {
        Frame spans = m_run.spans(rank, 0);
        const std::int64_t zero
            = std::get<std::vector<StepMark>>(m_run.begin(rank, 0).body)[0].timeNs;
        for (SpanRecord& span : std::get<std::vector<SpanRecord>>(spans.body)) {
            if (span.kind == SpanKind::Collective) {
                span.startNs = zero + (opsEnd(rank) + later).count();
                span.endNs = zero + (lastEntry() + later + kReduces).count();
            } else if (span.kind == SpanKind::Optimizer) {
                span.startNs = zero + (lastEntry() + later + kReduces).count();
                span.endNs = span.startNs + kUpdates.count();
            }
            span.startNs += ahead.count();
            span.endNs += ahead.count();
        }
        std::vector made{m_run.begin(rank, 0), spans, m_run.end(rank, 0)};
        for (Frame& frame : made)
            frame.header.rank = std::uint32_t(rank * replicas + replica);
        return made;
    }

    Nanoseconds opsEnd(int rank) const
    {
        return m_run.timeline().spans[std::size_t(rank)].back().end;
    }
    Nanoseconds lastEntry() const
    {
        Nanoseconds last{};
        for (int rank = 0; rank < kShape.ranks; ++rank)
            last = std::max(last, opsEnd(rank));
        return last;
    }

private:
    FakeRun m_run{kShape, costs()};
};

Step assembled(const Frame& hello, const std::vector<Frame>& frames)
{
    StepAssembler assembler;
    assembler.add(hello);
    for (const Frame& frame : frames)
        assembler.add(frame);
    const auto steps = assembler.takeFinished();
    EXPECT_EQ(steps.size(), 1u);
    return steps.empty() ? Step{} : steps[0];
}

plan::Ledger ledgerOf(const Step& step)
{
    return plan::account(*plan::makeSchedule("1f1b", kShape), step.timeline, costs());
}

Nanoseconds at(const plan::RankLedger& ledger, LedgerLine line)
{
    return ledger[static_cast<std::size_t>(line)];
}

std::vector<Frame> allRanks(const Meeting& run)
{
    std::vector<Frame> frames;
    for (int rank = 0; rank < kShape.ranks; ++rank)
        for (Frame& frame : run.frames(rank))
            frames.push_back(std::move(frame));
    return frames;
}

TEST(TailEntries, TheWaitForTheLastRankIsABubbleAndTheRestACollective)
{
    const Meeting run;
    std::vector<Frame> frames = allRanks(run);
    std::mt19937 random(7);
    for (int round = 0; round < 10; ++round) {
        const Step step = assembled(run.hello(), frames);
        ASSERT_TRUE(step.whole());
        const plan::Ledger ledger = ledgerOf(step);
        Nanoseconds idle{};
        for (std::size_t rank = 0; rank < ledger.ranks.size(); ++rank) {
            const plan::RankLedger& lines = ledger.ranks[rank];
            const Nanoseconds waits = run.lastEntry() - run.opsEnd(int(rank));
            EXPECT_EQ(step.timeline.tails[rank].begin, run.lastEntry());
            EXPECT_EQ(at(lines, LedgerLine::ExposedCollective), kReduces);
            EXPECT_EQ(at(lines, LedgerLine::Optimizer), kUpdates);
            EXPECT_EQ(at(lines, LedgerLine::Unexplained), 0ns);
            if (waits > 0ns) {
                const plan::Bubble& bubble = ledger.bubbles[rank].back();
                EXPECT_EQ(bubble.start, run.opsEnd(int(rank)));
                EXPECT_EQ(bubble.pure(), waits);
                EXPECT_EQ(bubble.phase, plan::Phase::CoolDown);
                EXPECT_FALSE(bubble.next);
            }
            EXPECT_EQ(plan::sum(lines), step.timeline.makespan);
            idle += step.timeline.makespan - plan::busyTime(step.timeline, rank);
        }
        EXPECT_NEAR(plan::bubbleFraction(step.timeline),
                    double(idle.count()) / double(4 * step.timeline.makespan.count()), 1e-12);
        EXPECT_GT(run.lastEntry(), run.opsEnd(3)); // or nothing was asked
        std::shuffle(frames.begin(), frames.end(), random);
    }
}

TEST(TailEntries, TheEmulatedDeviceWaitsForNobody)
{
    const FakeRun run(kShape, costs());
    const Step step = assembled(run.hello(), run.step(0));
    EXPECT_EQ(step.timeline, run.timeline());
    const plan::Ledger predicted
        = plan::account(*plan::makeSchedule("1f1b", kShape), run.timeline(), costs());
    EXPECT_EQ(ledgerOf(step).ranks, predicted.ranks);
}

TEST(TailEntries, ARankOfAnotherReplicaMayBeTheLast)
{
    const Meeting run;
    constexpr Nanoseconds kLater = 300ns;
    StepAssembler assembler;
    assembler.add(run.hello(kReplicas));
    std::vector<Frame> late;
    for (int rank = 0; rank < kShape.ranks; ++rank) {
        // The tail of the shown ones goes on until the others have come.
        auto shown = run.frames(rank, {}, 0, kReplicas);
        for (SpanRecord& span : std::get<std::vector<SpanRecord>>(shown[1].body))
            if (span.stage < 0) {
                span.endNs += kLater.count();
                span.startNs += span.kind == SpanKind::Optimizer ? kLater.count() : 0;
            }
        for (const Frame& frame : shown)
            assembler.add(frame);
        auto other = run.frames(rank, {}, 1, kReplicas, kLater);
        late.push_back(other[1]);
        assembler.add(other[0]);
        assembler.add(other[2]);
    }
    EXPECT_TRUE(assembler.takeFinished().empty()) << "before it is known when all were in";
    for (const Frame& frame : late)
        assembler.add(frame);
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_TRUE(steps[0].whole());
    for (const plan::Tail& tail : steps[0].timeline.tails) {
        EXPECT_EQ(tail.begin, run.lastEntry() + kLater);
        EXPECT_EQ(tail.optimizerBegin - tail.begin, kReduces);
    }
}

TEST(TailEntries, ARankWithoutATailEntersWithTheEndOfItsLastOp)
{
    TailEntries entries;
    EXPECT_FALSE(entries.last());
    const auto mark = [](std::int64_t at, StepPhase phase, std::uint32_t spans) {
        return StepMark{.timeNs = at, .step = 0, .spans = spans, .phase = phase};
    };
    entries.add(0, mark(1000, StepPhase::Begin, 0));
    entries.add(0, SpanRecord{.startNs = 1010, .endNs = 1050, .kind = SpanKind::Collective});
    EXPECT_EQ(entries.last(), 10ns);
    entries.add(
        1,
        SpanRecord{
            .startNs = 10, .endNs = 40, .stage = 0, .microbatch = 0, .kind = SpanKind::Forward});
    EXPECT_EQ(entries.last(), 10ns) << "without its zero it has no place";
    entries.add(1, mark(5, StepPhase::Begin, 0));
    EXPECT_EQ(entries.last(), 35ns);
    entries.add(1, mark(99, StepPhase::End, 2));
    EXPECT_FALSE(entries.complete());
    entries.add(1, SpanRecord{.startNs = 50, .endNs = 60, .kind = SpanKind::Optimizer});
    EXPECT_TRUE(entries.complete());
    EXPECT_EQ(entries.last(), 35ns);
}

// A wrong clock puts the last entry before or behind the collectives of the others.
RC_GTEST_PROP(TailEntries, ACollectiveIsNeverNegativeWhateverTheClocksSay, ())
{
    const Meeting run;
    std::vector<Frame> frames;
    for (int rank = 0; rank < kShape.ranks; ++rank)
        for (Frame& frame : run.frames(rank, Nanoseconds{*rc::gen::inRange(0, 5000)}))
            frames.push_back(std::move(frame));
    const Step step = assembled(run.hello(), frames);
    RC_ASSERT(step.whole());
    Nanoseconds all{};
    for (const plan::RankLedger& lines : ledgerOf(step).ranks) {
        for (const Nanoseconds line : lines)
            RC_ASSERT(line >= 0ns);
        all += plan::sum(lines);
    }
    RC_ASSERT(all == step.timeline.makespan * kShape.ranks);
}

} // namespace
} // namespace measured::test

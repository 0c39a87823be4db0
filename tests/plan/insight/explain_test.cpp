#include "engine/plan/insight/explain.h"

#include "tests/plan/random_step.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace plan::test {
namespace {

struct Chain {
    Ledger ledger;
    Explanation explanation;
    Bubble bubble;
};

Chain explained(const Schedule& schedule, const Costs& costs, std::size_t rank, std::size_t which,
                std::size_t limit = 100)
{
    const auto timeline = simulate(schedule, costs);
    const Ledger ledger = account(schedule, *timeline, costs);
    const Explainer explainer(schedule, *timeline, costs);
    const Bubble& bubble = ledger.bubbles[rank].at(which);
    return {ledger, explainer.explain(bubble, rank, limit), bubble};
}

std::string text(const Explanation& explanation)
{
    std::string words;
    for (const ChainLink& link : explanation.links)
        words += (words.empty() ? "" : " ") + toText(link.op) + ":" + key(link.why);
    return words;
}

// ".0..aa" with "0aa" below: rank 0 waits for the backward of rank 1.
TEST(Explain, TwoRanksOneMicrobatch)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    const Chain chain = explained(schedule, Costs::unit(), 0, 0);
    EXPECT_EQ(text(chain.explanation), "1B0:input 1F0:rank_busy 0F0:input");
    EXPECT_EQ(chain.explanation.more, 0u);
    ASSERT_TRUE(chain.explanation.root);
    EXPECT_EQ(toText(chain.explanation.root->op), "0F0");
    EXPECT_EQ(summary(chain.explanation, chain.bubble, 0),
              "rank 0 idles 3 us in warm-up, before 0B0: it waits for 1B0 of rank 1, which waits "
              "back through 1 op to 0F0 of rank 0, the start of the step");
}

TEST(Explain, TransfersAreNamedAndAddedUp)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.transfer = Nanoseconds{250};
    const Chain chain = explained(schedule, costs, 0, 0);
    EXPECT_EQ(chain.explanation.links[0].transfer, Nanoseconds{250});
    EXPECT_EQ(chain.explanation.links[1].transfer, Nanoseconds{0});
    EXPECT_EQ(chain.explanation.onTheWay, Nanoseconds{500});
}

TEST(Explain, TheLastBubbleWaitsForTheEndOfTheStep)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    const Chain chain = explained(schedule, Costs::unit(), 1, 1);
    EXPECT_EQ(text(chain.explanation), "0B0:step_end 1B0:input 1F0:rank_busy 0F0:input");
    EXPECT_EQ(summary(chain.explanation, chain.bubble, 1),
              "rank 1 idles 2 us in cool-down: it has nothing left to run, and the step ends with "
              "0B0 of rank 0, which waits back through 2 ops to 0F0 of rank 0, the start of the "
              "step");
}

TEST(Explain, AFusedPairWaitsForThePartnersInput)
{
    // Rank 0 runs 0F0, then 0B0 together with 0F1: 0F1 needs nothing, 0B0 needs 1B0.
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    schedule.order[0] = {forward(0, 0), forward(0, 1), backward(0, 0), backward(0, 1)};
    schedule.pairs = {{1}, {}};
    const Chain chain = explained(schedule, Costs::unit(), 0, 0);
    EXPECT_EQ(text(chain.explanation), "0B0:fused_partner 1B0:input 1F0:rank_busy 0F0:input");
}

TEST(Explain, LongChainsAreCutAndSayHowMuchIsLeft)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 4, .microbatches = 64});
    const std::size_t last = [&] {
        const auto timeline = simulate(schedule, Costs::unit());
        return account(schedule, *timeline, Costs::unit()).bubbles[0].size() - 1;
    }();
    const Chain whole = explained(schedule, Costs::unit(), 0, last, 10'000);
    const Chain cut = explained(schedule, Costs::unit(), 0, last, 5);
    EXPECT_EQ(cut.explanation.links.size(), 5u);
    EXPECT_EQ(cut.explanation.more, whole.explanation.links.size() - 5);
    EXPECT_GT(whole.explanation.links.size(), 100u);
    EXPECT_EQ(cut.explanation.root->op, whole.explanation.links.back().op);
}

TEST(Explain, AChainEndsWhereDataWasLost)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    const Costs costs = Costs::unit();
    Timeline timeline = *simulate(schedule, costs);
    timeline.spans[0].erase(timeline.spans[0].begin()); // 0F0
    const Explainer explainer(schedule, timeline, costs);
    const Explanation explanation = explainer.explainSpan(0, 0);
    EXPECT_EQ(text(explanation), "1B0:input 1F0:rank_busy");
    EXPECT_EQ(explanation.root->kind, ChainRoot::Kind::NoData);
}

// Every link is the one that decided when the op before it began; the last began the step.
RC_GTEST_PROP(Explanations, EndAtARealCause, ())
{
    const Step step = drawnStep();
    const auto& [schedule, costs, timeline] = step;
    const Ledger ledger = account(schedule, timeline, costs);
    const Explainer explainer(schedule, timeline, costs);
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        for (const Bubble& bubble : ledger.bubbles[rank]) {
            const Explanation found = explainer.explain(bubble, rank, 1'000'000);
            RC_ASSERT(found.more == 0u);
            RC_ASSERT(found.phase == bubble.phase);
            RC_ASSERT(!found.links.empty());
            RC_ASSERT(found.root->kind == ChainRoot::Kind::StepStart);
            RC_ASSERT(found.root->start == Nanoseconds{0});
            RC_ASSERT(found.links.back().op == found.root->op);
            Nanoseconds begins = bubble.end;
            Nanoseconds transfers{0};
            int at = int(rank);
            for (const ChainLink& link : found.links) {
                RC_ASSERT(link.late == Nanoseconds{0});
                if (link.why == Cause::StepEnd) {
                    const Nanoseconds end = timeline.tails.empty()
                        ? link.end
                        : timeline.tails[std::size_t(link.rank)].end;
                    RC_ASSERT(end == timeline.makespan);
                } else if (link.why == Cause::FusedPartner) {
                    RC_ASSERT(link.start == begins);
                    RC_ASSERT(link.rank == at);
                } else {
                    RC_ASSERT(link.end + link.transfer == begins);
                    RC_ASSERT((link.rank == at) == (link.why == Cause::RankBusy));
                }
                transfers += link.transfer;
                begins = link.start;
                at = link.rank;
            }
            RC_ASSERT(begins == Nanoseconds{0});
            RC_ASSERT(found.onTheWay == transfers);
            if (bubble.waitingFor && costs.pairOverlap == 0) {
                const ChainLink& first
                    = found.links[found.links[0].why == Cause::FusedPartner ? 1 : 0];
                RC_ASSERT(first.why == Cause::Input);
            }
        }
}

// Whatever is lost or late: an answer, bounded, without a hang.
RC_GTEST_PROP(Explanations, OfDamagedTimelinesEnd, ())
{
    Step step = drawnStep();
    for (auto& spans : step.timeline.spans) {
        std::vector<Span> kept;
        Nanoseconds free{0};
        for (Span span : spans) {
            if (*rc::gen::inRange(0, 6) == 0)
                continue;
            const Nanoseconds length = span.end - span.start;
            span.start = std::max(free, span.start + Nanoseconds{*rc::gen::inRange(-300, 300)});
            span.end = free = span.start + length;
            kept.push_back(span);
        }
        spans = kept;
        step.timeline.makespan = std::max(step.timeline.makespan, free);
    }
    const Ledger ledger = account(step.schedule, step.timeline, step.costs);
    const Explainer explainer(step.schedule, step.timeline, step.costs);
    for (std::size_t rank = 0; rank < step.timeline.spans.size(); ++rank)
        for (const Bubble& bubble : ledger.bubbles[rank]) {
            const Explanation found = explainer.explain(bubble, rank, 4);
            RC_ASSERT(found.links.size() <= 4u);
            RC_ASSERT(!summary(found, bubble, rank).empty());
        }
}

} // namespace
} // namespace plan::test

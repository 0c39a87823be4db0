// Hops between nodes: which they are, what they cost in a step, and where the ledger has them.

#include "engine/plan/node_hops.h"

#include "engine/plan/catalog.h"
#include "engine/plan/cost_basis.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plan::test {
namespace {

using namespace std::chrono_literals;

Schedule made(std::string_view name, int ranks, int microbatches,
              std::optional<int> chunks = std::nullopt)
{
    return *makeSchedule(name, shapeOf(name, ranks, chunks, microbatches));
}

Costs unitWith(Nanoseconds within, Nanoseconds between)
{
    Costs costs = Costs::unit();
    costs.transfer = within;
    costs.transferBetweenNodes = between;
    return costs;
}

Nanoseconds startOf(const Timeline& timeline, std::size_t rank, const Op& op)
{
    const auto& spans = timeline.spans[rank];
    const auto found = std::find_if(spans.begin(), spans.end(),
                                    [&op](const Span& span) { return span.op == op; });
    return found == spans.end() ? Nanoseconds{-1} : found->start;
}

TEST(NodeHops, AnInterleavedPipelineCrossesWhereItWrapsAround)
{
    const Schedule schedule = made("interleaved", 4, 4, 2); // stage s on rank s mod 4
    const std::vector<int> nodes{0, 0, 1, 1};
    EXPECT_EQ(countHops(schedule.placement, nodes), (HopCount{7, 3})); // 1-2, 3-0, 1-2
    const Costs costs = onNodes(unitWith(1us, 9us), schedule.placement, nodes);
    EXPECT_EQ(costs.hops, (std::vector<Nanoseconds>{1us, 9us, 1us, 9us, 1us, 9us, 1us}));
    EXPECT_TRUE(costs.mirrorHops.empty());
    EXPECT_TRUE(costs.areApart(3, 0));
    EXPECT_FALSE(costs.areApart(0, 1));
}

TEST(NodeHops, TheTurnOfAVIsNoHop)
{
    const Schedule schedule = made("zbv", 4, 8); // 0 1 2 3 3 2 1 0
    const std::vector<int> nodes{0, 0, 1, 1};
    EXPECT_EQ(countHops(schedule.placement, nodes), (HopCount{6, 2}));
    const Costs costs = onNodes(unitWith(1us, 9us), schedule.placement, nodes);
    EXPECT_EQ(costs.hops, (std::vector<Nanoseconds>{1us, 9us, 1us, 1us, 1us, 9us, 1us}));
}

// Three ranks of four in the first node: the two directions cross at different stages.
TEST(NodeHops, EachDirectionCrossesWhereItsRanksDo)
{
    const Schedule schedule = made("chimera", 4, 4);
    const std::vector<int> nodes{0, 0, 0, 1};
    EXPECT_EQ(countHops(schedule.placement, nodes), (HopCount{6, 2}));
    const Costs costs = onNodes(unitWith(1us, 9us), schedule.placement, nodes);
    EXPECT_EQ(costs.hops, (std::vector<Nanoseconds>{1us, 1us, 9us}));
    EXPECT_EQ(costs.mirrorHops, (std::vector<Nanoseconds>{9us, 1us, 1us}));

    const auto timeline = simulate(schedule, costs);
    ASSERT_TRUE(timeline) << timeline.error().message;
    // The way to the last stage: three forwards, two hops within and one between. That of the
    // first direction is held up on rank 2, which takes 1F2 first, from the other node.
    EXPECT_EQ(startOf(*timeline, 3, forward(3, 0)), (1us + 9us) + 2 * 1us + 9us);
    EXPECT_EQ(startOf(*timeline, 0, forward(3, 2)), 3 * 1us + 9us + 1us + 1us);
    Costs alike = costs; // as if both crossed where the first does
    alike.mirrorHops.clear();
    EXPECT_EQ(startOf(*timeline, 2, forward(1, 2)), 1us + 9us);
    EXPECT_EQ(startOf(*simulate(schedule, alike), 2, forward(1, 2)), 1us + 1us);

    // A strategy states one hop a place: the longer.
    EXPECT_EQ(asGiven(costs, schedule).hops, (std::vector<Nanoseconds>{9us, 1us, 9us}));
    EXPECT_TRUE(asGiven(costs, schedule).nodes.empty());
    EXPECT_EQ(costs.dividedBy(0.5).mirrorHops, (std::vector<Nanoseconds>{18us, 2us, 2us}));
    EXPECT_FALSE(costs.uniform());
}

TEST(NodeHops, WithinOneNodeNothingChanges)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = onNodes(unitWith(1us, 9us), schedule.placement, {});
    Costs plain = Costs::unit();
    plain.transfer = 1us;
    EXPECT_EQ(costs, plain);
    EXPECT_TRUE(costs.uniform());
    EXPECT_FALSE(unitWith(1us, 9us).uniform());
    EXPECT_TRUE(unitWith(1us, 1us).uniform());
}

TEST(NodeHops, HopsThatAreGivenOneByOneStay)
{
    const Schedule schedule = made("1f1b", 4, 8);
    Costs given = Costs::unit();
    given.hops = {3us, 4us, 5us};
    const Costs costs = onNodes(given, schedule.placement, {0, 0, 1, 1});
    EXPECT_EQ(costs.hops, given.hops);
    EXPECT_EQ(costs.nodes, (std::vector{0, 0, 1, 1}));
}

TEST(NodeHops, TheLedgerTellsThemApartAndSumsToTheSame)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = onNodes(unitWith(1us, 9us), schedule.placement, {0, 0, 1, 1});
    const auto timeline = simulate(schedule, costs);
    const Ledger ledger = account(schedule, *timeline, costs);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(sum(ledger.ranks[rank]), timeline->makespan);
        Nanoseconds between{};
        for (const Bubble& bubble : ledger.bubbles[rank]) {
            const bool isApart
                = bubble.waitingForRank >= 0 && costs.areApart(int(rank), bubble.waitingForRank);
            EXPECT_EQ(bubble.inTransferBetweenNodes, isApart ? bubble.inTransfer : 0ns);
            between += bubble.inTransferBetweenNodes;
        }
        EXPECT_EQ(ledger.betweenNodes[rank], between);
    }
    EXPECT_EQ(ledger.betweenNodes[0], 0ns); // its neighbour is in its node
    EXPECT_GE(ledger.betweenNodes[2], 9us); // for its first forward
    const ExposedTransfers all = exposedTransfers(ledger);
    EXPECT_EQ(all.withinNodes + all.betweenNodes,
              total(ledger)[std::size_t(LedgerLine::ExposedTransfer)]);

    // The same times without a word of nodes: the same lines.
    Costs silent = costs;
    silent.nodes.clear();
    const Ledger unsaid = account(schedule, *timeline, silent);
    EXPECT_EQ(unsaid.ranks, ledger.ranks);
    EXPECT_EQ(exposedTransfers(unsaid).betweenNodes, 0ns);
}

// Where senders wait, their ops hold the way of the message.
TEST(NodeHops, TheLedgerTellsMessagesWithinOpsApart)
{
    const Schedule schedule = made("1f1b", 4, 8);
    Costs costs = Costs::unit();
    costs.stages.assign(4, costs.stages.front());
    for (std::size_t stage = 0; stage < 4; ++stage) {
        const Nanoseconds ahead = stage == 3 ? 0us : stage == 1 ? 9us : 2us;
        const Nanoseconds back = stage == 0 ? 0us : stage == 2 ? 9us : 2us;
        costs.stages[stage].forward += ahead;
        costs.stages[stage].forwardTransfer = ahead;
        costs.stages[stage].inputGrad += back;
        costs.stages[stage].inputGradTransfer = back;
    }
    costs.nodes = {0, 0, 1, 1};
    const Ledger ledger = account(schedule, *simulate(schedule, costs), costs);
    EXPECT_EQ(ledger.betweenNodes, (std::vector<Nanoseconds>{0us, 8 * 9us, 8 * 9us, 0us}));
    EXPECT_EQ(exposedTransfers(ledger, 1).withinNodes, 8 * 2us); // its gradients, to rank 0
}

} // namespace
} // namespace plan::test

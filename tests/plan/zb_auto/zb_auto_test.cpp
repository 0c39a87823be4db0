// A searched order against the catalogue, its lower bound, and every order there is for
// small steps.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/plan/zb_auto/bound.h"
#include "engine/plan/zb_auto/evaluate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "tests/plan/best_of_catalog.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

namespace plan::test {
namespace {

constexpr AutoLimits kFew{.ops = 150'000};

Nanoseconds anyTime(int most) { return Nanoseconds{*rc::gen::inRange(0, most)}; }

// A host that takes so long to queue the kernels of the two parts of a backward.
void queueByHost(StageCosts& stage, Nanoseconds inputGrad, Nanoseconds weightGrad)
{
    const auto wait = [](Nanoseconds host, Nanoseconds device) {
        return std::max(Nanoseconds{0}, host - device);
    };
    stage.inputGradWait = wait(inputGrad, stage.recompute + stage.inputGrad);
    stage.weightGradWait = wait(weightGrad, stage.weightGrad);
    stage.backwardWait
        = wait(inputGrad + weightGrad, stage.recompute + stage.inputGrad + stage.weightGrad);
}

Costs anyCosts(const Shape& shape)
{
    Costs costs{.stages = {}, .transfer = anyTime(400)};
    const int entries = *rc::gen::arbitrary<bool>() ? 1 : shape.stages();
    for (int i = 0; i < entries; ++i)
        costs.stages.push_back({.forward = anyTime(3000),
                                .inputGrad = anyTime(3000),
                                .weightGrad = anyTime(3000),
                                .recompute = anyTime(2) * *rc::gen::inRange(0, 1000)});
    const int waits = *rc::gen::inRange(0, 4);
    for (StageCosts& stage : costs.stages) {
        if (waits == 0)
            queueByHost(stage, anyTime(3000), anyTime(3000));
        if (waits == 1) { // as a file may give them
            stage.backwardWait = anyTime(3000);
            stage.inputGradWait = anyTime(3000);
            stage.weightGradWait = anyTime(3000);
        }
    }
    if (*rc::gen::inRange(0, 3) == 0)
        for (int hop = 0; hop + 1 < shape.stages(); ++hop)
            costs.hops.push_back(anyTime(900));
    if (*rc::gen::inRange(0, 3) == 0)
        for (int rank = 0; rank < shape.ranks; ++rank)
            costs.rankFactors.push_back(*rc::gen::inRange(50, 300) / 100.0);
    costs.pairOverlap = *rc::gen::inRange(0, 3) / 2.0;
    costs.gradientReduction = anyTime(2) * 1500;
    costs.optimizer = anyTime(2) * 2500;
    return costs;
}

AutoRequest anyRequest()
{
    AutoRequest request;
    request.shape = {.ranks = *rc::gen::inRange(1, 8),
                     .chunks = *rc::gen::inRange(1, 4),
                     .microbatches = *rc::gen::inRange(1, 14)};
    request.costs = anyCosts(request.shape);
    if (*rc::gen::inRange(0, 4) != 0)
        for (int rank = 0; rank < request.shape.ranks; ++rank)
            request.caps.push_back(*rc::gen::inRange(
                request.shape.chunks, 2 * request.shape.chunks * request.shape.ranks + 2));
    if (*rc::gen::arbitrary<bool>())
        request.objective = AutoObjective::LongestSpan;
    return request;
}

RC_GTEST_PROP(SearchedOrder, IsLegalWithinItsCapsAndNoWorseThanTheCatalogue, ())
{
    const AutoRequest request = anyRequest();
    const auto found = searchOrder(request, kFew);
    RC_ASSERT(bool(found));
    RC_ASSERT(violations(found->schedule).empty());
    RC_ASSERT(found->schedule.phases.size() == found->schedule.order.size());

    const auto timeline = simulate(found->schedule, request.costs);
    RC_ASSERT(bool(timeline));
    RC_ASSERT(timeline->makespan == found->makespan);
    RC_ASSERT(longestSpan(*timeline) == found->span);
    RC_ASSERT(valueOf(*timeline, request.objective) == found->value);
    RC_ASSERT(keepsCaps(*timeline, request.caps));

    RC_ASSERT(found->lowerBound <= found->value);
    RC_ASSERT(found->gap() >= 0);
    if (const auto best = bestOfCatalog(request))
        RC_ASSERT(found->value <= *best);
}

// A rank that begins later than it could finds more forwards waiting for it, and idles less.
TEST(SearchedOrder, IsNoBetterThanItsBoundWhereARankLetsWorkWait)
{
    AutoRequest request;
    request.shape = {.ranks = 3, .chunks = 2, .microbatches = 3};
    request.objective = AutoObjective::LongestSpan;
    constexpr int kTimes[][3]
        = {{290, 0, 0}, {0, 310, 306}, {158, 0, 269}, {62, 580, 479}, {118, 14, 684}, {0, 114, 0}};
    request.costs.stages.clear();
    for (const auto& [forward, inputGrad, weightGrad] : kTimes)
        request.costs.stages.push_back({.forward = Nanoseconds{forward},
                                        .inputGrad = Nanoseconds{inputGrad},
                                        .weightGrad = Nanoseconds{weightGrad}});
    for (const int hop : {0, 0, 78, 174, 61})
        request.costs.hops.emplace_back(hop);
    const auto found = searchOrder(request, kFew);
    ASSERT_TRUE(found);
    EXPECT_LE(found->lowerBound, found->value);
    EXPECT_LE(found->value.count(), 4851);
}

RC_GTEST_PROP(SearchedOrder, IsTheSameEveryTime, ())
{
    const AutoRequest request = anyRequest();
    const auto once = searchOrder(request, kFew);
    const auto again = searchOrder(request, kFew);
    RC_ASSERT(bool(once) && bool(again));
    RC_ASSERT(once->schedule == again->schedule);
    RC_ASSERT(once->progress.ops == again->progress.ops);
}

RC_GTEST_PROP(SearchedOrder, HoldsNoMoreThanItsShareOfMemory, ())
{
    AutoRequest request = anyRequest();
    request.deferredShare = *rc::gen::inRange(0, 5) / 4.0;
    const auto found = searchOrder(request, kFew);
    RC_ASSERT(bool(found));
    RC_ASSERT(violations(found->schedule).empty());
    RC_ASSERT(found->lowerBound <= found->value);
    for (std::size_t rank = 0; rank < request.caps.size(); ++rank) {
        double held = 0;
        for (const Op& op : found->schedule.order[rank]) {
            if (isForward(op.kind))
                held += 1;
            else if (op.kind == OpKind::InputGrad)
                held -= 1 - request.deferredShare;
            else
                held -= op.kind == OpKind::Backward ? 1 : request.deferredShare;
            RC_ASSERT(held <= request.caps[rank] + 1e-3);
        }
    }
}

RC_GTEST_PROP(SearchedOrder, IsEvaluatedAsSimulated, ())
{
    AutoRequest request = anyRequest();
    request.shape.chunks = 1;
    request.costs = anyCosts(request.shape);
    const auto schedule = makeSchedule("zb-h1", request.shape);
    RC_ASSERT(bool(schedule));
    const auto problem = zb_auto::makeProblem(
        request.shape, schedule->placement, request.costs,
        std::vector<int>(std::size_t(request.shape.ranks), request.shape.microbatches), 1);
    zb_auto::Evaluator evaluator(problem);
    const auto score = evaluator.run(schedule->order);
    const auto timeline = simulate(*schedule, request.costs);
    RC_ASSERT(score && timeline);
    RC_ASSERT(Nanoseconds{score->makespan} == timeline->makespan);
    RC_ASSERT(Nanoseconds{score->span} == longestSpan(*timeline));
}

// Every order of one stage's ops in which a microbatch's forward, input gradient and
// weight gradient follow each other.
std::vector<std::vector<Op>> ordersOfStage(int stage, int microbatches)
{
    constexpr std::array kKinds{OpKind::Forward, OpKind::InputGrad, OpKind::WeightGrad};
    std::vector<int> turns; // microbatches, thrice each
    for (int mb = 0; mb < microbatches; ++mb)
        turns.insert(turns.end(), 3, mb);
    std::vector<std::vector<Op>> orders;
    do {
        std::vector<std::size_t> done(std::size_t(microbatches), 0);
        auto& order = orders.emplace_back();
        for (const int mb : turns)
            order.push_back({stage, kKinds[done[std::size_t(mb)]++], mb});
    } while (std::next_permutation(turns.begin(), turns.end()));
    return orders;
}

// The least makespan and the least longest span of all orders that keep the caps, which
// need not be the same order's.
zb_auto::Score bestOfAll(const zb_auto::Problem& problem)
{
    std::vector<std::vector<std::vector<Op>>> choices;
    for (int rank = 0; rank < problem.shape.ranks; ++rank) {
        choices.push_back(ordersOfStage(rank, problem.shape.microbatches));
        std::erase_if(choices.back(), [&](const auto& order) {
            return !zb_auto::fits(problem, order, std::size_t(rank));
        });
    }
    zb_auto::Evaluator evaluator(problem);
    constexpr auto kMost = std::numeric_limits<zb_auto::Ticks>::max();
    zb_auto::Score best{kMost, kMost};
    std::vector<std::size_t> at(choices.size(), 0);
    zb_auto::Orders orders(choices.size());
    for (;;) {
        for (std::size_t rank = 0; rank < at.size(); ++rank)
            orders[rank] = choices[rank][at[rank]];
        if (const auto score = evaluator.run(orders))
            best = {std::min(best.makespan, score->makespan), std::min(best.span, score->span)};
        std::size_t rank = 0;
        while (rank < at.size() && ++at[rank] == choices[rank].size())
            at[rank++] = 0;
        if (rank == at.size())
            return best;
    }
}

RC_GTEST_PROP(SearchedOrder, IsTheBestOfAllOrdersOfAShortStep, ())
{
    AutoRequest request;
    request.shape = {.ranks = *rc::gen::inRange(1, 4), .chunks = 1, .microbatches = 2};
    request.costs = anyCosts(request.shape);
    request.costs.rankFactors.clear(); // rounds whole backwards otherwise than their parts
    for (StageCosts& stage : request.costs.stages) // whole ones may wait less
        stage.backwardWait = stage.inputGradWait + stage.weightGradWait;
    request.costs.pairOverlap = 0;
    for (int rank = 0; rank < request.shape.ranks; ++rank)
        request.caps.push_back(*rc::gen::inRange(1, 3));
    if (*rc::gen::arbitrary<bool>())
        request.objective = AutoObjective::LongestSpan;
    const auto problem = zb_auto::makeProblem(request.shape, loopedPlacement(request.shape),
                                              request.costs, request.caps, 1);
    const zb_auto::Score best = bestOfAll(problem);
    const auto found = searchOrder(request, {.ops = 2'000'000});
    RC_ASSERT(bool(found));
    const Nanoseconds least{request.objective == AutoObjective::Makespan ? best.makespan
                                                                         : best.span};
    RC_ASSERT(found->lowerBound <= least);
    RC_ASSERT(found->value == least);
}

Costs unevenCosts()
{
    using std::chrono::microseconds;
    return {.stages = {{microseconds{10}, microseconds{11}, microseconds{9}},
                       {microseconds{17}, microseconds{12}, microseconds{8}},
                       {microseconds{9}, microseconds{10}, microseconds{10}},
                       {microseconds{12}, microseconds{16}, microseconds{6}}},
            .transfer = microseconds{1}};
}

TEST(SearchedOrder, IsBetterThanTheCatalogueWhereStagesAreUneven)
{
    for (const int cap : {3, 4, 5}) {
        AutoRequest request{.shape = {.ranks = 4, .chunks = 1, .microbatches = 16},
                            .costs = unevenCosts(),
                            .caps = std::vector<int>(4, cap)};
        for (const auto objective : {AutoObjective::Makespan, AutoObjective::LongestSpan}) {
            request.objective = objective;
            const auto found = searchOrder(request);
            const auto best = bestOfCatalog(request);
            ASSERT_TRUE(found && best);
            EXPECT_LT(found->value, *best) << "cap " << cap;
        }
    }
}

TEST(SearchedOrder, IsProvenBestWhereAllStagesAreAlikeAndMemoryIsThatOf1F1B)
{
    for (const int ranks : {2, 4, 8}) {
        const Shape shape{.ranks = ranks, .chunks = 1, .microbatches = 3 * ranks};
        const auto found = searchOrder({.shape = shape,
                                        .costs = Costs::unit(),
                                        .caps = std::vector<int>(std::size_t(ranks), ranks)});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->gap(), 0);
        // ZB-H1: 3 m + p - 1 with F = I = W = 1
        EXPECT_EQ(found->makespan, Nanoseconds{(9 * ranks + ranks - 1) * 1000LL});
    }
}

TEST(SearchedOrder, TellsHowFarItIsAndStopsWhenTold)
{
    const AutoRequest request{.shape = {.ranks = 4, .chunks = 1, .microbatches = 12},
                              .costs = unevenCosts(),
                              .caps = {3, 3, 3, 3}};
    for (const int stopAt : {1, 2, 5}) {
        int calls = 0;
        AutoProgress last;
        const auto found
            = searchOrder(request, {.ops = 10'000'000}, [&](const AutoProgress& progress) {
                  EXPECT_GE(progress.ops, last.ops);
                  EXPECT_FALSE(progress.origin.empty());
                  EXPECT_LE(progress.lowerBound, progress.value);
                  if (calls > 0) {
                      EXPECT_LE(progress.value, last.value);
                  }
                  last = progress;
                  return ++calls < stopAt;
              });
        ASSERT_TRUE(found);
        EXPECT_EQ(calls, stopAt);
        EXPECT_TRUE(found->stopped);
        EXPECT_EQ(found->value, last.value);
        EXPECT_TRUE(violations(found->schedule).empty());
    }
    const auto whole = searchOrder(request, {.ops = 300'000});
    ASSERT_TRUE(whole);
    EXPECT_FALSE(whole->stopped);
}

TEST(SearchedOrder, OfTheCatalogueStopsWhenAsked)
{
    const Shape shape = shapeOf("zb-auto", 4, 1, 12);
    const auto whole = makeSchedule("zb-auto", shape, {}, unevenCosts());
    int asked = 0;
    const auto stopped = makeSchedule("zb-auto", shape, {}, unevenCosts(), [&] {
        ++asked;
        return true;
    });
    ASSERT_TRUE(whole && stopped);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(violations(*stopped).empty());
    EXPECT_LT(simulate(*whole, unevenCosts())->makespan,
              simulate(*stopped, unevenCosts())->makespan);
}

TEST(SearchedOrder, IsThereWhateverTheLimits)
{
    for (const int chunks : {1, 2, 3}) {
        const Shape shape{.ranks = 4, .chunks = chunks, .microbatches = 9};
        const auto found = searchOrder(
            {.shape = shape, .costs = Costs::unit(), .caps = std::vector<int>(4, chunks)},
            {.ops = 0}, [](const AutoProgress&) { return false; });
        ASSERT_TRUE(found);
        EXPECT_TRUE(violations(found->schedule).empty());
    }
}

TEST(SearchedOrder, IsInTheCatalogue)
{
    const Shape shape = shapeOf("zb-auto", 4, 1, 12);
    const auto schedule = makeSchedule("zb-auto", shape, {.maxInFlight = 3}, unevenCosts());
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(violations(*schedule).empty());
    const auto timeline = simulate(*schedule, unevenCosts());
    ASSERT_TRUE(timeline);
    EXPECT_TRUE(keepsCaps(*timeline, {3, 3, 3, 3}));

    const auto refused = makeSchedule("zb-auto", shapeOf("zb-auto", 4, 2, 12), {.maxInFlight = 1});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("raise"), std::string::npos);
    EXPECT_FALSE(makeSchedule("zb-auto", shape, {.group = 2}));
}

TEST(SearchedOrder, RefusesWhatNoOrderCanKeep)
{
    const Shape shape{.ranks = 2, .chunks = 2, .microbatches = 4};
    const auto costs = Costs::unit();
    EXPECT_FALSE(searchOrder({.shape = shape, .costs = costs, .caps = {4, 1}}));
    EXPECT_FALSE(searchOrder({.shape = shape, .costs = costs, .caps = {4}}));
    EXPECT_FALSE(searchOrder({.shape = shape, .costs = costs, .caps = {}, .deferredShare = 1.5}));
    EXPECT_FALSE(searchOrder(
        {.shape = {.ranks = 2, .chunks = 2, .microbatches = 4, .directions = 2}, .costs = costs}));
    EXPECT_FALSE(searchOrder({.shape = {.ranks = 0}, .costs = costs}));
}

} // namespace
} // namespace plan::test

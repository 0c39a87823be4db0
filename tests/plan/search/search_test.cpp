// What a search ranks by, held against the simulator and against brute force.

#include "engine/plan/cost/pareto.h"
#include "engine/plan/cost/shortlist.h"
#include "engine/plan/cost/step_memory.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace plan {
namespace {

Machine machine()
{
    Machine machine;
    machine.device = {.bf16Flops = 312e12,
                      .fp8Flops = 312e12,
                      .fp32Flops = 19.5e12,
                      .units = 108,
                      .memoryBytes = 80e9,
                      .memorySpeed = 2e12};
    machine.network = {.nodeSpeed = 300e9,
                       .fabricSpeed = 25e9,
                       .nodeLatency = 5e-6,
                       .fabricLatency = 10e-6,
                       .devicesPerNode = 8};
    return machine;
}

SearchSpace spaceOf(int devices, int globalBatch)
{
    SearchSpace space;
    space.job.machine = machine();
    Transformer& model = space.job.model;
    model.layers = 24;
    model.hidden = 4096;
    model.heads = model.kvHeads = 32;
    model.headDim = 128;
    model.ffn = 4 * model.hidden;
    model.vocab = 51200;
    model.sequence = 2048;
    model.positions = 2048;
    space.devices = {devices};
    space.globalBatch = globalBatch;
    return space;
}

// By simulation.
struct Exact {
    double seconds = 0;
    double bytes = 0;
};

Exact exactOf(const SearchSpace& space, const Configuration& one)
{
    const Shape shape
        = shapeOf(one.schedule, one.slice.cut.pipeline, one.chunks, one.slice.microbatches);
    const auto schedule = makeSchedule(one.schedule, shape, one.options);
    const auto layout = layoutOf(space, one);
    EXPECT_TRUE(schedule && layout);
    const Job job = jobOf(space, one);
    const auto timeline = simulate(*schedule, stepCosts(job, *schedule, layout->split));
    EXPECT_TRUE(timeline);
    Exact exact{1e-9 * static_cast<double>(timeline->makespan.count()), 0};
    for (const RankMemory& rank : stepMemory(job, *schedule, layout->split))
        exact.bytes = std::max(exact.bytes, rank.peak());
    return exact;
}

// Everything that was looked at, each on a list of its own.
std::vector<Candidate> everyOne(const SearchSpace& space)
{
    std::vector<Candidate> all;
    SearchWorker worker(space);
    const auto slices = slicesOf(space);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        Shortlist list(1'000'000, 1e30);
        worker.look(slices[i], i, list);
        const auto some = list.candidates();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

struct Bound {
    std::string_view schedule;
    double timeBelow; // how much less than the simulator says, as a share of it
    double timeAbove;
    double memoryBelow;
};

class FastStep : public ::testing::TestWithParam<Bound> {};

// The bounds of fast_step.h, over every cut of one model, for few and many microbatches.
TEST_P(FastStep, KeepsItsBounds)
{
    const Bound& bound = GetParam();
    for (const int batch : {16, 64, 512}) {
        SearchSpace space = spaceOf(64, batch);
        space.schedules = {bound.schedule};
        const auto all = everyOne(space);
        ASSERT_GT(all.size(), 100U);
        for (std::size_t i = 0; i < all.size(); i += 5) {
            const Configuration& one = all[i].configuration;
            const Exact exact = exactOf(space, one);
            const double time = all[i].fast.seconds / exact.seconds - 1;
            const double memory = all[i].fast.bytes / exact.bytes - 1;
            const auto where = [&] {
                return testing::Message()
                    << one.slice.cut.tensor << " tensor, " << one.slice.cut.pipeline << " ranks, "
                    << one.chunks << " chunks, " << one.slice.microbatches << " microbatches";
            };
            EXPECT_GE(time, -bound.timeBelow) << where();
            EXPECT_LE(time, bound.timeAbove) << where();
            EXPECT_GE(memory, -bound.memoryBelow) << where();
            EXPECT_LE(memory, 1e-9) << where();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Schedules, FastStep,
                         ::testing::Values(Bound{"gpipe", 1e-6, 1e-6, 1e-9},
                                           Bound{"1f1b", 1e-6, 0.12, 1e-9},
                                           Bound{"interleaved", 0.02, 0.02, 1e-9},
                                           Bound{"zb-h1", 0.07, 0.07, 1e-9},
                                           Bound{"zbv", 0.25, 0.25, 0.12}),
                         [](const auto& named) {
                             std::string name(named.param.schedule);
                             std::erase(name, '-');
                             return name;
                         });

// Equal stages and free hops: what the papers say, to the nanosecond.
TEST(FastSeconds, IsTheClosedFormOfEqualStages)
{
    for (const auto name : {"gpipe", "1f1b", "zb-h1", "interleaved"}) {
        const Shape shape = shapeOf(name, 4, name == std::string_view("interleaved") ? 3 : 1, 16);
        const auto schedule = makeSchedule(name, shape);
        ASSERT_TRUE(schedule);
        const auto timeline = simulate(*schedule, Costs::unit());
        ASSERT_TRUE(timeline);
        EXPECT_NEAR(fastSeconds(name, shape, {}, schedule->placement, Costs::unit()),
                    1e-9 * double(timeline->makespan.count()), 1e-12)
            << name;
    }
}

// Each by what its own backwards wait for the host: 1.8 us whole, 2 us in two parts.
TEST(FastSeconds, CountsTheWaitsOfTheBackwardsThatRun)
{
    Costs costs = Costs::unit();
    costs.stages[0].inputGrad = Nanoseconds{600};
    costs.stages[0].weightGrad = Nanoseconds{900};
    costs.stages[0].backwardWait = Nanoseconds{300};
    costs.stages[0].inputGradWait = Nanoseconds{400};
    costs.stages[0].weightGradWait = Nanoseconds{100};
    for (const auto name : {"gpipe", "1f1b", "zb-h1", "interleaved"}) {
        const Shape shape = shapeOf(name, 4, name == std::string_view("interleaved") ? 3 : 1, 16);
        const auto schedule = makeSchedule(name, shape);
        ASSERT_TRUE(schedule);
        const auto timeline = simulate(*schedule, costs);
        ASSERT_TRUE(timeline);
        EXPECT_NEAR(fastSeconds(name, shape, {}, schedule->placement, costs),
                    1e-9 * double(timeline->makespan.count()), 1e-12)
            << name;
    }
}

// The whole order or its beginning: the same peak, of every schedule of the catalogue whose
// stages weigh alike.
TEST(OrderToPeak, HoldsAsManyPairsAsTheWholeOrder)
{
    const auto mostPairs = [](const std::vector<Op>& order) {
        int pairs = 0;
        int most = 0;
        for (const Op& op : order) {
            if (op.kind == OpKind::Forward)
                most = std::max(most, ++pairs);
            else if (op.kind != OpKind::InputGrad)
                --pairs;
        }
        return most;
    };
    for (const auto name : {"1f1b", "gpipe", "interleaved", "looped-bfs", "zb-h1", "zb-h2", "zbv"})
        for (const int microbatches : {3, 8, 21, 64}) {
            const Shape shape = shapeOf(name, 4, std::nullopt, microbatches);
            const auto whole = makeSchedule(name, shape);
            const auto cut = orderToPeak(name, peakShapeOf(name, shape, {}));
            ASSERT_EQ(bool(whole), bool(cut));
            if (!whole)
                continue;
            for (std::size_t rank = 0; rank < 4; ++rank)
                EXPECT_EQ(mostPairs(cut->order[rank]), mostPairs(whole->order[rank]))
                    << name << ' ' << microbatches << " on rank " << rank;
        }
}

TEST(SlicesOf, AreLegalAndUseTheDevices)
{
    const SearchSpace space = spaceOf(64, 96);
    const auto slices = slicesOf(space);
    ASSERT_FALSE(slices.empty());
    for (const SearchSlice& slice : slices) {
        const Cut& cut = slice.cut;
        EXPECT_EQ(cut.devices(), 64);
        EXPECT_LE(cut.tensor, 8);
        EXPECT_EQ(slice.micro * slice.microbatches * cut.data, 96);
        EXPECT_EQ(space.job.model.heads % cut.tensor, 0);
        EXPECT_TRUE(cut.tensor > 1 || !cut.sequence);
    }
    const auto isTwice = [&](const SearchSlice& slice) {
        return std::count(slices.begin(), slices.end(), slice) > 1;
    };
    EXPECT_TRUE(std::none_of(slices.begin(), slices.end(), isTwice));
}

TEST(SlicesOf, GoOutOfTheNodeWhereAsked)
{
    SearchSpace space = spaceOf(64, 64);
    space.tensor = {16};
    const auto slices = slicesOf(space);
    ASSERT_FALSE(slices.empty());
    EXPECT_EQ(slices.front().cut.tensor, 16);
}

TEST(ConfigurationsOf, DealExpertsAndDividers)
{
    SearchSpace space = spaceOf(16, 64);
    space.job.model.experts = {.count = 8, .perToken = 2, .ffn = 4096};
    std::set<int> experts;
    for (const SearchSlice& slice : slicesOf(space)) {
        EXPECT_EQ(8 % slice.cut.expert, 0);
        EXPECT_EQ(slice.cut.tensor * slice.cut.data * slice.cut.context
                      % (slice.cut.expert * slice.cut.expertTensor),
                  0);
        experts.insert(slice.cut.expert);
    }
    EXPECT_EQ(experts, (std::set<int>{1, 2, 4, 8}));
}

Candidate candidateOf(double seconds, double bytes, int devices, std::size_t member)
{
    Candidate candidate;
    candidate.configuration.schedule = "1f1b";
    candidate.fast = {seconds, bytes, devices};
    candidate.member = member;
    return candidate;
}

RC_GTEST_PROP(ParetoFront, HasNoDominatedMemberAndMissesNone, ())
{
    const auto few = rc::gen::inRange(0, 6);
    std::vector<Burden> all;
    for (int i = *rc::gen::inRange(0, 30); i > 0; --i)
        all.push_back({double(*few), double(*few), *few});
    const auto front = paretoFront(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isBeaten = std::any_of(all.begin(), all.end(), [&](const Burden& other) {
            return other.seconds <= all[i].seconds && other.bytes <= all[i].bytes
                && other.devices <= all[i].devices && !(other == all[i]);
        });
        RC_ASSERT(std::binary_search(front.begin(), front.end(), i) == !isBeaten);
    }
}

// However the candidates are dealt over lists, the merged list is that of one.
RC_GTEST_PROP(Shortlist, DoesNotDependOnHowTheWorkWasCut, ())
{
    const auto some = rc::gen::inRange(1, 9);
    const std::size_t lists = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
    std::vector<Shortlist> parts(lists, Shortlist(3, 6));
    Shortlist whole(3, 6);
    for (int i = *rc::gen::inRange(0, 60); i > 0; --i) {
        const Candidate one
            = candidateOf(*some, *some, *rc::gen::inRange(1, 3), static_cast<std::size_t>(i));
        whole.add(one);
        parts[static_cast<std::size_t>(*rc::gen::inRange<std::size_t>(0, lists))].add(one);
    }
    Shortlist merged(3, 6);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        merged.merge(*part);
    const auto expected = whole.candidates();
    const auto found = merged.candidates();
    RC_ASSERT(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        RC_ASSERT(found[i].member == expected[i].member);
    RC_ASSERT(merged.looked == whole.looked);
    RC_ASSERT(merged.fitting == whole.fitting);
}

TEST(SearchWorker, StopsWhenAsked)
{
    const SearchSpace space = spaceOf(64, 64);
    const auto slices = slicesOf(space);
    SearchWorker worker(space);
    Shortlist list(4, 80e9);
    int asked = 0;
    worker.look(slices.front(), 0, list, [&] { return ++asked > 5; });
    EXPECT_EQ(list.looked, 5U);
}

// The shortlist has what brute force over the exact numbers finds best.
TEST(SearchWorker, KeepsTheBestOfATinySpace)
{
    SearchSpace space = spaceOf(16, 32);
    const auto all = everyOne(space);
    double best = 1e30;
    for (const Candidate& candidate : all) {
        const Exact exact = exactOf(space, candidate.configuration);
        if (exact.bytes <= 80e9)
            best = std::min(best, exact.seconds);
    }
    SearchWorker worker(space);
    Shortlist list(12, 80e9);
    const auto slices = slicesOf(space);
    for (std::size_t i = 0; i < slices.size(); ++i)
        worker.look(slices[i], i, list);
    EXPECT_EQ(list.looked, all.size());
    double found = 1e30;
    for (const Candidate& candidate : list.candidates())
        found = std::min(found, exactOf(space, candidate.configuration).seconds);
    EXPECT_DOUBLE_EQ(found, best);
}

} // namespace
} // namespace plan

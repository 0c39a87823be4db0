// What an estimate must not say without a word: costs beyond physics, choices that change nothing,
// devices of which little is known, states in the host's memory for free.

#include "engine/strategy/check.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/idle_choices.h"
#include "engine/strategy/search/sweep.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace strategy {
namespace {

using namespace std::chrono_literals;

std::string warningOf(const Strategy& strategy, const std::string& key)
{
    const Findings findings = check(strategy);
    EXPECT_TRUE(findings.problems.empty());
    for (const Problem& warning : findings.warnings)
        if (warning.key == key)
            return warning.sentence;
    return {};
}

double secondsOf(const Strategy& strategy)
{
    const auto estimated = estimate(strategy);
    EXPECT_TRUE(estimated);
    return estimated ? estimated->stepSeconds : 0;
}

double peakOf(const Strategy& strategy)
{
    const auto estimated = estimate(strategy);
    return estimated->memory[estimated->fullestRank].peak();
}

TEST(Honesty, CostsFasterThanTheDeviceAreAWarningWithBothNumbers)
{
    Strategy strategy = smallStrategy();
    strategy.costs = plan::Costs::unit();
    const std::string sentence = warningOf(strategy, "costs");
    EXPECT_NE(sentence.find("the peak of 'a100-80gb' in bf16 is 312 TFLOP/s"), std::string::npos)
        << sentence;
    const auto estimated = estimate(strategy);
    ASSERT_TRUE(estimated);
    EXPECT_GT(estimated->mfu, 1);
    EXPECT_TRUE(std::any_of(estimated->warnings.begin(), estimated->warnings.end(),
                            [&](const Problem& warning) { return warning.sentence == sentence; }));
    // Its own cost model's times, given as costs, are within what a device can do.
    Strategy given = smallStrategy();
    given.costs = estimate(smallStrategy())->costs;
    EXPECT_EQ(warningOf(given, "costs"), "");
    EXPECT_EQ(estimate(given)->origin.kind, CostOrigin::Kind::Given);
}

Strategy sevenBillionOnOneDevice()
{
    Strategy strategy;
    strategy.model = Model{.layers = 32, .hidden = 4096, .heads = 32, .vocab = 32000};
    strategy.batch = {1, 8};
    strategy.cluster.device = "h100";
    strategy.cluster.devices = 1;
    return strategy;
}

TEST(Offload, TakesTimeWhereItIsExposed)
{
    const Strategy none = sevenBillionOnOneDevice();
    Strategy optimizer = none;
    Strategy all = none;
    optimizer.parallel.offload = Offload::Optimizer;
    all.parallel.offload = Offload::All;
    const auto kept = estimate(none);
    const auto states = estimate(optimizer);
    const auto everything = estimate(all);
    ASSERT_TRUE(kept && states && everything);
    const auto line = [](const Estimate& one, plan::LedgerLine which) {
        return one.ledgerSeconds[static_cast<std::size_t>(which)];
    };
    // 30 bytes of each weight through half of the host's 76.8 GB/s.
    const double update = 30.0 * double(kept->parameters) / 38.4e9;
    EXPECT_GT(line(*states, plan::LedgerLine::Optimizer), update);
    EXPECT_LT(line(*states, plan::LedgerLine::Optimizer), 1.2 * update);
    EXPECT_NEAR(states->stepSeconds - kept->stepSeconds,
                line(*states, plan::LedgerLine::Optimizer)
                    - line(*kept, plan::LedgerLine::Optimizer),
                1e-6);
    EXPECT_GT(line(*everything, plan::LedgerLine::ExposedCollective), 0);
    EXPECT_LT(peakOf(optimizer), peakOf(none));
    EXPECT_LT(peakOf(all), peakOf(optimizer));
    // A faster link and memory to the host take less.
    Strategy grace = optimizer;
    grace.cluster.device = "gh200";
    EXPECT_LT(secondsOf(grace) - secondsOf(none), states->stepSeconds - kept->stepSeconds);
}

// README of pytorch/ao, prototype/low_bit_optim: 1.1 billion weights on one device with PCIe 4 and
// two channels of DDR4: 1.27 s a step; 1.52 s with its own offload beside the backward, 3.13 s with
// another one, untuned.
TEST(Offload, LiesBetweenTwoThatWereMeasured)
{
    Strategy strategy = sevenBillionOnOneDevice();
    strategy.model = Model{.layers = 40, .hidden = 1536, .heads = 24, .vocab = 1000};
    strategy.model->sequence = 256;
    strategy.batch = {32, 32};
    strategy.precision
        = {Compute::Bf16, GradientType::Bf16, Optimizer::AdamBf16, WeightType::Compute};
    strategy.cluster.device = "desktop";
    strategy.cluster.spec = DeviceSpec{};
    strategy.cluster.spec->bf16Tflops = 88;
    strategy.cluster.spec->bandwidthGbps = 672;
    strategy.cluster.spec->hostGbps = 32;
    strategy.cluster.spec->hostMemoryGbps = 51.2;
    for (const Optimizer optimizer : {Optimizer::AdamBf16, Optimizer::AdamFp32}) {
        strategy.precision.optimizer = optimizer;
        Strategy offloaded = strategy;
        offloaded.parallel.offload = Offload::Optimizer;
        const double more = secondsOf(offloaded) - secondsOf(strategy);
        EXPECT_GT(more, 1.52 - 1.27) << wordOf(optimizer);
        EXPECT_LT(more, 3.13 - 1.27) << wordOf(optimizer);
    }
}

// Each choice said to change nothing does; undone, the step takes as long and as much.
TEST(IdleChoices, ChangeNothing)
{
    struct Case {
        const char* key;
        void (*choose)(Strategy&);
    };
    const Case cases[] = {
        {"recompute.granularity",
         [](Strategy& s) { s.recompute.granularity = Recomputing::Selective; }},
        {"recompute.method", [](Strategy& s) { s.recompute.method = RecomputeMethod::Block; }},
        {"recompute.light",
         [](Strategy& s) { s.recompute.granularity = Recomputing::Ops, s.recompute.light = true; }},
        {"parallel.zero",
         [](Strategy& s) { s.parallel.data = 1, s.cluster.devices = 4, s.parallel.zero = 1; }},
        {"parallel.shard", [](Strategy& s) { s.parallel.shard = 2; }},
        {"parallel.sequence", [](Strategy& s) { s.parallel.sequence = true; }},
        {"parallel.context_method",
         [](Strategy& s) { s.parallel.contextMethod = ContextMethod::AllToAll; }},
        {"parallel.reduce_bucket", [](Strategy& s) { s.parallel.reduceBucket = 1e9; }},
        {"parallel.gather_bucket", [](Strategy& s) { s.parallel.gatherBucket = 1e9; }},
        {"parallel.gather_bucket",
         [](Strategy& s) {
             s.kernels.framework = Framework::DeepSpeed;
             s.parallel.gatherBucket = 1e9;
         }},
        {"overlap.tensor", [](Strategy& s) { s.overlap.tensor = true; }},
        {"overlap.experts", [](Strategy& s) { s.overlap.experts = true; }}};
    EXPECT_TRUE(idleChoices(smallStrategy()).empty());
    for (const Case& one : cases) {
        Strategy chosen = smallStrategy();
        one.choose(chosen);
        EXPECT_NE(warningOf(chosen, one.key), "") << one.key;
        Strategy undone = chosen;
        const Strategy plain = smallStrategy();
        if (one.key == std::string("recompute.light"))
            undone.recompute.light = false;
        else
            undone.recompute = plain.recompute;
        undone.overlap = plain.overlap;
        undone.parallel.zero = plain.parallel.zero;
        undone.parallel.shard = plain.parallel.shard;
        undone.parallel.sequence = plain.parallel.sequence;
        undone.parallel.contextMethod = plain.parallel.contextMethod;
        undone.parallel.reduceBucket = plain.parallel.reduceBucket;
        undone.parallel.gatherBucket = plain.parallel.gatherBucket;
        EXPECT_EQ(secondsOf(chosen), secondsOf(undone)) << one.key;
        EXPECT_EQ(peakOf(chosen), peakOf(undone)) << one.key;
    }
    // And is no longer said where it does something.
    Strategy selective = smallStrategy();
    selective.recompute.granularity = Recomputing::Selective;
    selective.kernels.attention = Attention::Unfused;
    EXPECT_TRUE(idleChoices(selective).empty());
}

TEST(IdleChoices, AreNotedInASweep)
{
    const std::vector<SweptField> fields{{"recompute.granularity", {"none", "selective"}}};
    const auto rows = sweep(smallStrategy(), fields);
    ASSERT_TRUE(rows);
    EXPECT_TRUE((*rows)[0].notes.empty());
    ASSERT_EQ((*rows)[1].notes.size(), 1u);
    EXPECT_NE((*rows)[1].notes[0].sentence.find("changes nothing"), std::string::npos);
}

TEST(Recompute, LightKeepsLessForLittleTime)
{
    Strategy strategy = smallStrategy();
    Strategy light = strategy;
    Strategy full = strategy;
    light.recompute.light = true;
    full.recompute.granularity = Recomputing::Full;
    EXPECT_LT(peakOf(light), peakOf(strategy));
    EXPECT_LT(peakOf(full), peakOf(light));
    EXPECT_GT(secondsOf(light), secondsOf(strategy));
    EXPECT_LT(secondsOf(light) - secondsOf(strategy),
              0.5 * (secondsOf(full) - secondsOf(strategy)));
}

// Where one publication's software is all that is known of a device, or none, it is said.
TEST(Evidence, IsNamedWhereItIsThin)
{
    for (const Hardware& known : hardware()) {
        const Profile* profile = findProfile(known.profile);
        ASSERT_NE(profile, nullptr);
        const bool single = profile->source.find(", ") == std::string::npos
            && !profile->source.starts_with("bubblescope-run");
        if (single) {
            EXPECT_NE(known.evidence, "") << known.name;
        }
        Strategy strategy = smallStrategy();
        strategy.cluster.device = known.name;
        EXPECT_EQ(warningOf(strategy, "cluster.device").empty(), known.evidence.empty())
            << known.name;
    }
    EXPECT_EQ(findHardware("gh200")->profile, findHardware("h200")->profile)
        << "the same multiprocessors";
    EXPECT_NE(findHardware("gh200")->evidence, "");
}

TEST(Evidence, OfAnotherProfileIsItsOwn)
{
    Strategy strategy = smallStrategy();
    strategy.cluster.device = "gh200";
    strategy.cluster.profile = "a100";
    EXPECT_EQ(warningOf(strategy, "cluster.device"), "");
    EXPECT_EQ(costOriginOf(strategy).name, "a100");
}

} // namespace
} // namespace strategy

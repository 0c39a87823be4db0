#include "engine/plan/program.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace strategy {
namespace {

double secondsOf(plan::Nanoseconds time) { return std::chrono::duration<double>(time).count(); }

Strategy strategyNamed(const std::string& name)
{
    const ReadResult found = readStrategyFile(BUBBLESCOPE_STRATEGIES "/" + name + ".yaml");
    EXPECT_TRUE(found.strategy) << name;
    return found.strategy.value_or(Strategy{});
}

std::size_t opsOf(const plan::Timeline& timeline)
{
    std::size_t ops = 0;
    for (const auto& rank : timeline.spans)
        ops += rank.size();
    return ops;
}

double medianOp(const plan::Timeline& timeline)
{
    std::vector<double> lasts;
    for (const auto& rank : timeline.spans)
        for (const plan::Span& span : rank)
            lasts.push_back(secondsOf(span.end - span.start));
    std::nth_element(lasts.begin(), lasts.begin() + std::ptrdiff_t(lasts.size() / 2), lasts.end());
    return lasts[lasts.size() / 2];
}

TEST(TimeScale, GivenCostsAreTakenAsTheyAre)
{
    for (const char* name : {"first-run", "emulated-32"}) {
        const Strategy strategy = strategyNamed(name);
        const auto predicted = predictStep(strategy);
        ASSERT_TRUE(predicted) << predicted.error().message;
        EXPECT_EQ(timeScaleFor(*predicted), 1) << name;
        EXPECT_EQ(messageBytesOf(strategy, *predicted, 1, 1'000'000'000),
                  activationBytes(strategy));
    }
    EXPECT_EQ(toText(1), "");
    EXPECT_EQ(toText(21.5F), "1 s stands for 21.5 s");
    EXPECT_EQ(toText(43.1F), "1 s stands for 43.1 s");
}

TEST(TimeScale, AStepOfAModelIsBroughtToALengthThatOneWatchesAndKeepsUpWith)
{
    for (const char* name : {"gpt3-175b", "llama3-405b", "mt-nlg-530b", "bloom-176b", "gpt-1t",
                             "mixed-tp4-pp4-dp2", "train-tiny"}) {
        SCOPED_TRACE(name);
        const Strategy strategy = strategyNamed(name);
        const auto predicted = predictStep(strategy);
        ASSERT_TRUE(predicted) << predicted.error().message;
        ASSERT_EQ(predicted->origin.kind, CostOrigin::Kind::Model);
        const float scale = timeScaleFor(*predicted);
        const auto paced = scaledBy(*predicted, scale);
        ASSERT_TRUE(paced) << paced.error().message;

        const double whole = secondsOf(predicted->timeline.makespan);
        const double seconds = secondsOf(paced->timeline.makespan);
        EXPECT_NEAR(seconds * scale, whole, 1e-5 * whole);
        EXPECT_GE(seconds, 0.3);
        // No longer than it has to be, to three digits.
        const auto ops = static_cast<double>(opsOf(paced->timeline));
        EXPECT_TRUE(seconds <= 1.01 || seconds <= ops * 250e-6 * 1.01
                    || medianOp(paced->timeline) <= 1.01e-3)
            << seconds << " s, " << ops;
        EXPECT_GE(seconds, std::min(whole, ops * 250e-6 * 0.999));
        EXPECT_EQ(paced->schedule, predicted->schedule);

        const std::size_t messages = plan::sendsIn(plan::lower(paced->schedule));
        const std::size_t bytes = messageBytesOf(strategy, *paced, scale, messages);
        EXPECT_LE(bytes, activationBytes(strategy));
        EXPECT_LE(bytes, 65536u);
        EXPECT_LE(static_cast<double>(bytes - std::min<std::size_t>(bytes, 1024))
                      * static_cast<double>(messages),
                  64e6 * seconds);
    }
}

TEST(TimeScale, EveryDurationIsDivided)
{
    using namespace std::chrono_literals;
    plan::Costs costs{.stages = {{10us, 20us, 30us, 4us, 2us, 6us, 1us}}};
    costs.link = plan::Link{.latency = 2us, .bytes = 8000, .gigabytesPerSecond = 1};
    costs.rankFactors = {1, 1.5};
    costs.pairOverlap = 0.25;
    costs.gradientReduction = 100us;
    costs.optimizer = 50us;
    const plan::Costs half = costs.dividedBy(2);
    EXPECT_EQ(half.stages,
              (std::vector<plan::StageCosts>{{5us, 10us, 15us, 2us, 1us, 3us, 500ns}}));
    EXPECT_EQ(half.hop(0), 5us);
    EXPECT_EQ(half.gradientReduction, 50us);
    EXPECT_EQ(half.optimizer, 25us);
    EXPECT_EQ(half.rankFactors, costs.rankFactors);
    EXPECT_EQ(half.pairOverlap, costs.pairOverlap);
    plan::Costs hops{.stages = {{1us, 1us, 1us}, {1us, 1us, 1us}}};
    hops.hops = {7us};
    EXPECT_EQ(hops.dividedBy(0.5).hop(0), 14us);
}

} // namespace
} // namespace strategy

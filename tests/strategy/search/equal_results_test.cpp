// Which results of searches, sweeps and advice are told apart.

#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/search/advise.h"
#include "engine/strategy/search/search.h"
#include "engine/strategy/search/sweep.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace strategy {
namespace {

SweepRow row(double seconds, double tokens, bool fits = true)
{
    SweepRow made;
    made.numbers = SweepNumbers{};
    made.numbers->stepSeconds = seconds;
    made.numbers->tokensPerSecond = tokens / seconds;
    made.numbers->fits = fits;
    made.numbers->interval = Interval{0.9 * seconds, 1.1 * seconds};
    return made;
}

TEST(EqualRows, AreThoseThatFitBesideTheMostTokens)
{
    const std::vector<SweepRow> rows{row(1.04, 1000), row(0.9, 1000, false),
                                     row(2, 2000),    row(1.06, 1000),
                                     SweepRow{},      row(0.5, 100)};
    const SweepRow* const best = bestOf(rows);
    ASSERT_EQ(best, &rows[2]); // neither the shortest step nor the fastest of all
    std::vector<std::size_t> equal;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isEqualToBest(rows[i], best))
            equal.push_back(i);
    EXPECT_EQ(equal, std::vector<std::size_t>{0}); // what does not fit is no choice
    EXPECT_EQ(countEqual(rows), 2U);
}

TEST(EqualRows, AreNoneWhereNoneFits)
{
    const std::vector<SweepRow> rows{row(1, 1000, false), row(1.1, 1000, false)};
    EXPECT_EQ(bestOf(rows), nullptr);
    EXPECT_FALSE(isEqualToBest(rows[0], nullptr));
    EXPECT_EQ(countEqual(rows), 0U);
    EXPECT_EQ(countEqual(std::vector<SweepRow>{}), 0U);
    EXPECT_EQ(countEqual(std::vector{row(1, 1000), row(2, 1000)}), 1U);
}

TEST(EqualRows, OfASweepHaveTheIntervalsOfTheirEstimates)
{
    const SweptField fields[] = {{"batch.micro", {"1", "2"}}};
    const auto rows = sweep(smallStrategy(), fields);
    ASSERT_TRUE(rows);
    for (const SweepRow& each : *rows) {
        const auto exact = estimate(each.strategy);
        ASSERT_TRUE(exact && exact->interval && each.numbers && each.numbers->interval);
        EXPECT_DOUBLE_EQ(each.numbers->interval->low, exact->interval->low);
        EXPECT_DOUBLE_EQ(each.numbers->interval->high, exact->interval->high);
    }
    Strategy given = smallStrategy();
    given.costs = plan::Costs::unit();
    const auto ofGiven = sweep(given, fields);
    ASSERT_TRUE(ofGiven);
    EXPECT_EQ(countEqual(*ofGiven), 1U); // as they are given, they are told apart
}

// As advice has it of the same change.
TEST(EqualRows, OnLikeDevicesAreThoseThatAreNearerThanRunsHaveChecked)
{
    const std::vector near{row(1, 1000), row(1.04, 1000)};
    const std::vector far{row(1, 1000), row(1.06, 1000)}; // whose intervals overlap
    EXPECT_TRUE(areVariants(far[0].strategy, far[1].strategy));
    EXPECT_TRUE(areEqual(*far[0].numbers, *far[1].numbers));
    EXPECT_EQ(countEqual(near), 2U);
    EXPECT_EQ(countEqual(far), 1U);
    EXPECT_TRUE(equalRules(near).variants && !equalRules(near).intervals);
    EXPECT_FALSE(equalRules(far).any());
}

TEST(EqualRows, OfOtherDevicesAreThoseWhoseIntervalsOverlap)
{
    std::vector rows{row(1, 1000), row(1.15, 1000), row(1.5, 1000)};
    rows[1].strategy.parallel.tensor = rows[2].strategy.parallel.tensor = 2;
    ASSERT_FALSE(areVariants(rows[0].strategy, rows[1].strategy));
    EXPECT_EQ(countEqual(rows), 2U);
    EXPECT_TRUE(equalRules(rows).intervals && !equalRules(rows).variants);
    EXPECT_FALSE(equalRules(rows).perToken);
    rows[1] = row(2.3, 2000); // the same for a token
    rows[1].strategy.parallel.tensor = 2;
    EXPECT_TRUE(haveOtherTokens(rows[0], rows[1]));
    EXPECT_EQ(countEqual(rows), 2U);
    EXPECT_TRUE(equalRules(rows).perToken);
}

TEST(Variants, AreOfOneModelOnAsManyDevicesOfOneKind)
{
    const Strategy strategy = smallStrategy();
    const auto isVariant = [&](const auto& change) {
        Strategy other = strategy;
        change(other);
        return areVariants(strategy, other);
    };
    EXPECT_TRUE(isVariant([](Strategy&) {}));
    EXPECT_TRUE(isVariant([](Strategy& s) { s.schedule.name = "gpipe"; }));
    EXPECT_TRUE(isVariant([](Strategy& s) { s.batch.global *= 2; }));
    EXPECT_TRUE(isVariant([](Strategy& s) { s.cluster.devices = deviceCount(s); }));
    EXPECT_FALSE(isVariant([](Strategy& s) { s.cluster.device = "v100-32gb"; }));
    EXPECT_FALSE(isVariant([](Strategy& s) { s.cluster.networkGbps = 1; }));
    EXPECT_FALSE(isVariant([](Strategy& s) { s.model->layers *= 2; }));
    EXPECT_FALSE(isVariant([](Strategy& s) { s.precision.compute = Compute::Fp32; }));
    EXPECT_FALSE(isVariant([](Strategy& s) { s.kernels.framework = Framework::DeepSpeed; }));
}

// A list that is cut says of its first what a longer one says.
TEST(EqualResults, OfASearchAreCountedAmongAllThatWereSimulated)
{
    Strategy strategy = smallStrategy();
    strategy.cluster.devices = 64;
    strategy.batch.global = 256;
    SearchAsked asked;
    asked.top = 3;
    const auto three = search(strategy, asked);
    ASSERT_TRUE(three);
    const auto equalIn = [](const SearchResult& result) {
        return 1 + std::count_if(result.found.begin(), result.found.end(), [&](const auto& one) {
                   return areEqual(one.estimate, result.found.front().estimate);
               });
    };
    EXPECT_GT(three->equal, static_cast<std::size_t>(equalIn(*three)));
    EXPECT_LE(three->equal, three->simulated);
    for (const std::size_t top : {10U, 40U}) {
        asked.top = top;
        const auto longer = search(strategy, asked);
        ASSERT_TRUE(longer);
        EXPECT_EQ(longer->equal, three->equal) << top;
        EXPECT_EQ(longer->simulated, three->simulated) << top;
        EXPECT_GE(longer->equal, static_cast<std::size_t>(equalIn(*longer))) << top;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(longer->found[i].strategy, three->found[i].strategy) << top << ' ' << i;
    }
    EXPECT_EQ(SearchResult{}.equal, 0U);
}

// Of the same devices by the rule of variants, though the intervals overlap; of others by those.
TEST(EqualAdvice, IsWhatIsAsFastAsNowForAllThatPredictionsTell)
{
    const Strategy strategy = smallStrategy();
    AdviceAsked asked;
    asked.most = 1000;
    asked.tokensPerSecond = 1.01 * estimate(strategy)->tokensPerSecond;
    const auto result = advise(strategy, asked);
    ASSERT_TRUE(result);
    ASSERT_TRUE(result->now.interval);
    int equal = 0;
    int nearer = 0; // with intervals that overlap, and told apart all the same
    for (const Advice& advice : result->advice) {
        const AdvisedNumbers& numbers = advice.numbers;
        ASSERT_TRUE(numbers.interval);
        EXPECT_LT(numbers.interval->low, numbers.stepSeconds);
        EXPECT_GT(numbers.interval->high, numbers.stepSeconds);
        const double ratio = numbers.tokensPerSecond / result->now.tokensPerSecond;
        const bool overlapping = areEqual(numbers, result->now);
        const bool sameDevices = deviceCount(advice.strategy) == deviceCount(strategy);
        EXPECT_EQ(advice.equalsNow,
                  sameDevices ? ratio <= kApart && ratio >= 1 / kApart : overlapping);
        equal += advice.equalsNow ? 1 : 0;
        nearer += sameDevices && overlapping && !advice.equalsNow ? 1 : 0;
    }
    EXPECT_GT(equal, 0);
    EXPECT_GT(nearer, 0);
}

} // namespace
} // namespace strategy

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
    const std::vector<SweepRow> rows{row(1.2, 1000), row(0.9, 1000, false),
                                     row(2, 2000),   row(1.3, 1000),
                                     SweepRow{},     row(0.5, 100)};
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

TEST(EqualResults, OfASearchAreCountedWithTheFirst)
{
    SearchResult result;
    EXPECT_EQ(countEqual(result), 0U);
    for (const double seconds : {1.0, 1.1, 1.2, 1.5}) {
        FoundStrategy& found = result.found.emplace_back();
        found.estimate.stepSeconds = seconds;
        found.estimate.tokensPerSecond = 1000 / seconds;
        found.estimate.interval = Interval{0.9 * seconds, 1.1 * seconds};
    }
    EXPECT_EQ(countEqual(result), 3U);
    result.found.resize(1);
    EXPECT_EQ(countEqual(result), 1U);
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

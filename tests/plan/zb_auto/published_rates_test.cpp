// Searched orders against what the papers' own search reached, on their costs.

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "tests/plan/best_of_catalog.h"
#include "tests/plan/published_costs.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

double rateOf(const BubbleRates& row, Nanoseconds span)
{
    const StageCosts& stage = row.costs.stages.front();
    return 1
        - double(row.microbatches) * double((stage.forward + stage.of(OpKind::Backward)).count())
        / double(span.count());
}

// The published rates are rounded to four places.
constexpr double kRounding = 0.00005;

TEST(PublishedCosts, BubbleRatesAreAtOrBelowThePublished)
{
    for (const BubbleRates& row : readBubbleRates()) {
        const Shape shape{.ranks = row.ranks, .chunks = 1, .microbatches = row.microbatches};
        // The definition, by the columns that are no search.
        for (const auto& [name, published] :
             {std::pair{"1f1b", row.oneFOneB}, {"zb-h1", row.zbH1}}) {
            const auto schedule = makeSchedule(name, shape);
            ASSERT_TRUE(schedule);
            const auto timeline = simulate(*schedule, row.costs);
            ASSERT_TRUE(timeline);
            EXPECT_NEAR(rateOf(row, longestSpan(*timeline)), published, 2 * kRounding) << name;
        }
        for (const int times : {1, 2}) {
            const auto found
                = searchOrder({.shape = shape,
                               .costs = row.costs,
                               .caps = std::vector<int>(std::size_t(row.ranks), times * row.ranks),
                               .deferredShare = row.deferredShare,
                               .objective = AutoObjective::LongestSpan},
                              {});
            ASSERT_TRUE(found);
            EXPECT_LE(rateOf(row, found->value), (times == 1 ? row.zb1p : row.zb2p) + kRounding)
                << row.model << " m " << row.microbatches << ", " << times << "p";
        }
    }
}

TEST(PublishedCosts, UnevenStagesRunFasterThanUnderTheCatalogueAtTheSameCap)
{
    for (const UnevenStages& row : readUnevenStages()) {
        const auto ranks = static_cast<int>(row.costs.stages.size());
        for (const int times : {1, 2}) {
            const AutoRequest request{
                .shape = {.ranks = ranks, .chunks = 1, .microbatches = row.microbatches},
                .costs = row.costs,
                .caps = std::vector<int>(std::size_t(ranks), times * ranks)};
            const auto found = searchOrder(request, {.ops = 3'000'000});
            const auto best = bestOfCatalog(request);
            ASSERT_TRUE(found && best);
            EXPECT_LE(found->value, *best) << row.name;
            const auto base = simulate(*makeSchedule("1f1b", request.shape), row.costs);
            EXPECT_LT(found->value, base->makespan) << row.name;
        }
    }
}

} // namespace
} // namespace plan::test

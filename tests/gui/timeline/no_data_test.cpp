// What is known of lost telemetry while a step comes in is what is known of it in the end.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/no_data.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

RC_GTEST_PROP(NoDataCount, GrowingIsTheSameAsAllAtOnce, ())
{
    const auto schedule
        = *plan::makeSchedule("1f1b", {.ranks = 3, .chunks = 1, .microbatches = 12});
    const auto timeline = *plan::simulate(schedule, plan::Costs::unit());
    const auto rank = static_cast<std::size_t>(*rc::gen::inRange(0, 3));
    std::vector<plan::Span> spans;
    for (const plan::Span& span : timeline.spans[rank])
        if (*rc::gen::inRange(0, 5) != 0) // else it was lost
            spans.push_back(span);
    const auto& order = schedule.order[rank];
    NoDataCount counted;
    std::size_t seen = 0;
    while (seen < spans.size()) {
        seen = std::min(spans.size(), seen + static_cast<std::size_t>(*rc::gen::inRange(0, 6)) + 1);
        // In a list of its own, as each picture of a step under way has.
        const std::vector<plan::Span> part(spans.begin(),
                                           spans.begin() + static_cast<std::ptrdiff_t>(seen));
        RC_ASSERT(counted.count(order, part) == noDataRanges(order, part, timeline.makespan, true));
    }
    // Another step begins anew.
    const std::vector<plan::Span> other(timeline.spans[rank].begin() + 1,
                                        timeline.spans[rank].begin() + 3);
    RC_ASSERT(counted.count(order, other) == noDataRanges(order, other, timeline.makespan, true));
}

} // namespace
} // namespace gui::test

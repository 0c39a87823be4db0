// Where a timeline is silent because spans were lost, not because the rank idled.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "gui/timeline/time_axis.h"

#include <span>
#include <vector>

namespace gui {

// The gaps between the spans of one rank in which ops of its `order` are missing,
// in order of time. Where the last ops are missing, the rest up to `end` is one
// too, unless `live`: those have not happened yet. Linear where nothing is missing.
std::vector<TimeRange> noDataRanges(std::span<const plan::Op> order,
                                    std::span<const plan::Span> spans, Nanoseconds end, bool live);

// The same of a rank whose step is under way, in time linear in the spans that are new.
class NoDataCount {
public:
    // `order` and `spans` as in the call before, with more spans behind; where they are others, all
    // is counted again. The answer is good until the next call.
    const std::vector<TimeRange>& count(std::span<const plan::Op> order,
                                        std::span<const plan::Span> spans);

    // Once count() has seen all of them: whether ops are missing behind the last, and from when on.
    bool lacksEnd(std::span<const plan::Op> order) const { return m_expected < order.size(); }
    Nanoseconds reached() const { return m_free; }

private:
    std::size_t m_spans = 0; // counted
    plan::Span m_last;       // of those
    const plan::Op* m_order = nullptr;
    std::size_t m_expected = 0; // place in the order
    Nanoseconds m_free{};
    std::vector<TimeRange> m_ranges;
};

} // namespace gui

#include "gui/timeline/no_data.h"

#include <algorithm>

namespace gui {

std::vector<TimeRange> noDataRanges(std::span<const plan::Op> order,
                                    std::span<const plan::Span> spans, Nanoseconds end, bool live)
{
    std::vector<TimeRange> ranges;
    Nanoseconds free{0};
    auto expected = order.begin();
    for (const plan::Span& span : spans) {
        const bool asExpected = expected != order.end() && *expected == span.op;
        const auto found = asExpected ? expected : std::find(expected, order.end(), span.op);
        // An op that stands elsewhere in the order says nothing about what is missing here.
        if (found != order.end()) {
            if (found != expected && span.start > free)
                ranges.push_back({free, span.start});
            expected = found + 1;
        }
        free = std::max(free, span.end);
    }
    if (!live && expected != order.end() && end > free)
        ranges.push_back({free, end});
    return ranges;
}

} // namespace gui

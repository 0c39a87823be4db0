#include "gui/timeline/no_data.h"

#include <algorithm>

namespace gui {

const std::vector<TimeRange>& NoDataCount::count(std::span<const plan::Op> order,
                                                 std::span<const plan::Span> spans)
{
    const bool grew = order.data() == m_order && spans.size() >= m_spans
        && (m_spans == 0 || spans[m_spans - 1] == m_last);
    if (!grew)
        *this = NoDataCount();
    m_order = order.data();
    for (const plan::Span& span : spans.subspan(m_spans)) {
        const auto expected = order.begin() + static_cast<std::ptrdiff_t>(m_expected);
        const bool asExpected = expected != order.end() && *expected == span.op;
        const auto found = asExpected ? expected : std::find(expected, order.end(), span.op);
        // An op that stands elsewhere in the order says nothing about what is missing here.
        if (found != order.end()) {
            if (found != expected && span.start > m_free)
                m_ranges.push_back({m_free, span.start});
            m_expected = static_cast<std::size_t>(found - order.begin()) + 1;
        }
        m_free = std::max(m_free, span.end);
    }
    m_spans = spans.size();
    if (!spans.empty())
        m_last = spans.back();
    return m_ranges;
}

std::vector<TimeRange> noDataRanges(std::span<const plan::Op> order,
                                    std::span<const plan::Span> spans, Nanoseconds end, bool live)
{
    NoDataCount counted;
    std::vector<TimeRange> ranges = counted.count(order, spans);
    if (!live && counted.lacksEnd(order) && end > counted.reached())
        ranges.push_back({counted.reached(), end});
    return ranges;
}

} // namespace gui

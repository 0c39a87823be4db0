#include "engine/runtime/training/trace.h"

#include <algorithm>
#include <utility>

namespace training {

plan::Result<std::vector<Part>> MarkedParts::resolve(Lanes& lanes) const
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Marked& marked = m_parts[i];
        if (marked.kind == Part::Kind::Recompute) {
            if (auto added = addAgain(i, parts, lanes); !added)
                return added.error();
            continue;
        }
        const auto start = lanes.time(marked.start);
        if (!start)
            return start.error();
        const auto end = lanes.time(marked.end);
        if (!end)
            return end.error();
        parts.push_back({marked.kind, marked.group, *start, *end, marked.bytes});
    }
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.start < b.start; });
    return parts;
}

// The pieces between the collectives, which were added before what they lie within.
plan::Outcome MarkedParts::addAgain(std::size_t index, std::vector<Part>& parts, Lanes& lanes) const
{
    const Marked& again = m_parts[index];
    const auto start = lanes.time(again.start);
    if (!start)
        return start.error();
    const auto end = lanes.time(again.end);
    if (!end)
        return end.error();
    Nanoseconds from = *start;
    const auto piece = [&](Nanoseconds to) {
        if (from < to)
            parts.push_back({.kind = Part::Kind::Recompute, .start = from, .end = to});
    };
    for (std::size_t i = again.firstWithin; i < index; ++i) {
        const auto collectiveStart = lanes.time(m_parts[i].start);
        if (!collectiveStart)
            return collectiveStart.error();
        const auto collectiveEnd = lanes.time(m_parts[i].end);
        if (!collectiveEnd)
            return collectiveEnd.error();
        piece(*collectiveStart);
        from = std::max(from, *collectiveEnd);
    }
    piece(*end);
    return plan::done();
}

void Trace::addCollective(GroupKind group, Mark start, Mark end, std::size_t bytes)
{
    m_parts.m_parts.push_back({Part::Kind::Collective, group, start, end, bytes, 0});
}

void Trace::endAgain(const Again& began)
{
    m_parts.m_parts.push_back(
        {Part::Kind::Recompute, GroupKind::None, began.start, mark(), 0, began.parts});
}

MarkedParts Trace::take() { return std::exchange(m_parts, {}); }

} // namespace training

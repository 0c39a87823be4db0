#include "engine/runtime/part.h"

#include <algorithm>

namespace engine {

void MarkedParts::addCollective(GroupKind group, Mark start, Mark end, std::size_t bytes)
{
    m_parts.push_back({Part::Kind::Collective, group, start, end, bytes, 0});
}

void MarkedParts::addAgain(Mark start, Mark end, std::size_t firstWithin)
{
    m_parts.push_back({Part::Kind::Recompute, GroupKind::None, start, end, 0, firstWithin});
}

plan::Result<std::vector<Part>> MarkedParts::resolve(Lanes& lanes) const
{
    std::vector<Part> timed; // [part]: from its first moment to its last
    for (const Marked& marked : m_parts) {
        const auto start = lanes.time(marked.start);
        if (!start)
            return start.error();
        const auto end = lanes.time(marked.end);
        if (!end)
            return end.error();
        timed.push_back({marked.kind, marked.group, *start, *end, marked.bytes});
    }
    std::vector<Part> parts;
    for (std::size_t i = 0; i < timed.size(); ++i) {
        if (timed[i].kind == Part::Kind::Collective) {
            parts.push_back(timed[i]);
            continue;
        }
        // What lies between the collectives, which were added before what they lie within.
        Nanoseconds from = timed[i].start;
        const auto addUntil = [&](Nanoseconds to) {
            if (from < to)
                parts.push_back({.kind = Part::Kind::Recompute, .start = from, .end = to});
        };
        for (std::size_t within = m_parts[i].firstWithin; within < i; ++within) {
            addUntil(timed[within].start);
            from = std::max(from, timed[within].end);
        }
        addUntil(timed[i].end);
    }
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.start < b.start; });
    return parts;
}

} // namespace engine

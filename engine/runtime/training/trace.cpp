#include "engine/runtime/training/trace.h"

#include <algorithm>
#include <utility>

namespace training {

void Trace::recomputedSince(Nanoseconds start)
{
    const Nanoseconds end = now();
    std::vector<Part> pieces;
    Nanoseconds from = start;
    const auto piece = [&](Nanoseconds to) {
        if (from < to)
            pieces.push_back({.kind = Part::Kind::Recompute, .start = from, .end = to});
    };
    for (const Part& part : m_parts) {
        if (part.start < start)
            continue;
        piece(part.start);
        from = std::max(from, part.end);
    }
    piece(end);
    m_parts.insert(m_parts.end(), pieces.begin(), pieces.end());
}

std::vector<Part> Trace::take()
{
    std::sort(m_parts.begin(), m_parts.end(),
              [](const Part& a, const Part& b) { return a.start < b.start; });
    return std::exchange(m_parts, {});
}

} // namespace training

#include "engine/measured/op_parts.h"

namespace measured {

std::vector<OpPart> opParts(const plan::Timeline& timeline, std::size_t rank)
{
    const auto& spans = timeline.spans[rank];
    std::vector<OpPart> inside(spans.size());
    if (rank >= timeline.parts.size())
        return inside;
    std::size_t span = 0;
    for (const plan::Part& part : timeline.parts[rank]) {
        while (span < spans.size() && spans[span].end < part.end)
            ++span;
        if (span == spans.size())
            break; // the rest lies in the tail
        if (part.start >= spans[span].start)
            (part.kind == plan::Part::Kind::Recompute ? inside[span].recompute
                                                      : inside[span].collective)
                += part.end - part.start;
    }
    return inside;
}

} // namespace measured

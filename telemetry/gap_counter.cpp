#include "telemetry/gap_counter.h"

#include <algorithm>
#include <iterator>

namespace telemetry {
namespace {

// First and last step that the frame speaks of.
std::optional<std::pair<std::int32_t, std::int32_t>> stepsOf(const Frame& frame)
{
    std::optional<std::pair<std::int32_t, std::int32_t>> steps;
    std::visit(
        [&steps]<class Body>(const Body& body) {
            if constexpr (requires { body.front().step; })
                for (const auto& record : body) {
                    const auto so = steps.value_or(std::pair{record.step, record.step});
                    steps = std::pair{std::min(so.first, record.step),
                                      std::max(so.second, record.step)};
                }
        },
        frame.body);
    return steps;
}

} // namespace

std::string toText(const FrameGap& gap)
{
    const std::string first = std::to_string(gap.first);
    std::string text = "rank " + std::to_string(gap.rank) + " lacks "
        + (gap.count == 1 ? "frame " + first
                          : "frames " + first + " to " + std::to_string(gap.first + gap.count - 1));
    if (gap.epoch > 0)
        text += " of its start " + std::to_string(gap.epoch + 1);
    if (gap.stepBefore && gap.stepAfter && *gap.stepBefore != *gap.stepAfter)
        text += ", of steps " + std::to_string(*gap.stepBefore) + " to "
            + std::to_string(*gap.stepAfter);
    else if (gap.stepBefore && gap.stepAfter)
        text += ", of step " + std::to_string(*gap.stepAfter);
    else if (gap.stepAfter)
        text += ", up to step " + std::to_string(*gap.stepAfter);
    else if (gap.stepBefore)
        text += ", from step " + std::to_string(*gap.stepBefore) + " on";
    return text;
}

bool GapCounter::take(const Frame& frame)
{
    const FrameHeader& header = frame.header;
    const auto [entry, isNew] = m_places.try_emplace({header.rank, header.epoch});
    Place& place = entry->second;
    if (isNew) // a rank that was started again begins at 0
        place.sure = m_fromStart || header.epoch > 0;
    if (header.sequence < place.next && !fill(place, header.sequence)) {
        ++m_repeated;
        return false;
    }
    const auto steps = stepsOf(frame);
    // Where the stream begins in the middle, Hello frames come out of their order and say nothing
    // of what follows; the first other frame does.
    if (header.sequence >= place.next) {
        if (place.sure && header.sequence > place.next) {
            m_missing += header.sequence - place.next;
            place.holes[place.next] = {header.sequence, place.lastStep,
                                       steps ? std::optional(steps->first) : std::nullopt};
        }
        place.next = header.sequence + 1;
        place.sure = place.sure || header.kind != FrameKind::Hello;
    }
    if (!steps)
        return true;
    // The first frame with a step behind a hole says where it ends.
    if (!place.holes.empty() && !place.holes.rbegin()->second.stepAfter)
        place.holes.rbegin()->second.stepAfter = steps->first;
    place.lastStep = std::max(place.lastStep.value_or(steps->second), steps->second);
    return true;
}

// True where the frame was missing until now.
bool GapCounter::fill(Place& place, std::uint64_t sequence)
{
    const auto after = place.holes.upper_bound(sequence);
    if (after == place.holes.begin())
        return false;
    const auto at = std::prev(after);
    const auto [first, hole] = *at;
    if (sequence >= hole.end)
        return false;
    // What is left of the hole: a part before the frame, one behind it, both or neither.
    place.holes.erase(at);
    if (first < sequence)
        place.holes[first] = {sequence, hole.stepBefore, hole.stepAfter};
    if (sequence + 1 < hole.end)
        place.holes[sequence + 1] = hole;
    --m_missing;
    return true;
}

std::vector<FrameGap> GapCounter::missing() const
{
    std::vector<FrameGap> gaps;
    for (const auto& [of, place] : m_places)
        for (const auto& [first, hole] : place.holes)
            gaps.push_back({.rank = of.first,
                            .epoch = of.second,
                            .first = first,
                            .count = hole.end - first,
                            .stepBefore = hole.stepBefore,
                            .stepAfter = hole.stepAfter});
    return gaps;
}

} // namespace telemetry

#include "gui/byhand/op_places.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gui {
namespace {

// The places that lie within the fused pairs of the others; ascending.
std::vector<std::size_t> placesInPairs(const plan::Schedule& schedule, int rank, std::size_t from,
                                       std::size_t size)
{
    std::vector<std::size_t> places;
    for (const std::uint32_t pair : schedule.pairsOf(static_cast<std::size_t>(rank)))
        if (pair != from)
            places.push_back((pair > from ? pair - size : pair) + 1);
    return places;
}

// An op, or a fused pair, of a rank's order. A pair takes before it gives.
struct MovedUnit {
    std::size_t place = 0; // among the others
    int before = 0;        // in flight when it begins, of the others alone
    int taken = 0;         // forwards
    int given = 0;         // ends of backwards
};

} // namespace

std::size_t nearestPlace(const plan::Schedule& schedule, int rank, std::size_t from,
                         std::size_t size, std::size_t to, const plan::MoveTargets& targets)
{
    to = std::clamp(to, targets.first, targets.last);
    const auto inPairs = placesInPairs(schedule, rank, from, size);
    if (!std::binary_search(inPairs.begin(), inPairs.end(), to))
        return to;
    return to > from ? to + 1 : to - 1;
}

plan::MoveTargets targetsWithin(const plan::Schedule& schedule, int rank, std::size_t from,
                                const plan::MoveTargets& targets, int cap)
{
    const auto& order = schedule.order[static_cast<std::size_t>(rank)];
    const plan::Pairs& pairs = schedule.pairsOf(static_cast<std::size_t>(rank));
    std::vector<MovedUnit> others;
    MovedUnit held;
    std::size_t here = 0; // of the others, the one before which it is held
    std::size_t place = 0;
    int inFlight = 0;
    auto pair = pairs.begin();
    for (std::size_t i = 0; i < order.size();) {
        const bool isPair = pair != pairs.end() && *pair == i;
        const std::size_t size = isPair ? 2 : 1;
        MovedUnit unit{.place = place, .before = inFlight};
        for (std::size_t each = i; each < i + size; ++each) {
            unit.taken += plan::isForward(order[each].kind);
            unit.given += !plan::isForward(order[each].kind)
                && order[each].kind != plan::OpKind::InputGrad;
        }
        if (i == from) {
            held = unit;
            here = others.size();
        } else {
            others.push_back(unit);
            place += size;
            inFlight += unit.taken - unit.given;
        }
        i += size;
        pair += isPair;
    }
    // Passing another changes what is in flight at these two alone. A step at a time: a pair may
    // be over the limit in one place and within it further on.
    const auto fits = [cap](int before, const MovedUnit& first, const MovedUnit& second) {
        return before + first.taken <= cap
            && before + first.taken - first.given + second.taken <= cap;
    };
    plan::MoveTargets within{.first = from, .last = from};
    for (std::size_t at = here; at > 0 && others[at - 1].place >= targets.first; --at) {
        if (!fits(others[at - 1].before, held, others[at - 1]))
            break;
        within.first = others[at - 1].place;
    }
    for (std::size_t at = here; at < others.size(); ++at) {
        const std::size_t behind = at + 1 < others.size() ? others[at + 1].place : place;
        if (behind > targets.last || !fits(others[at].before, others[at], held))
            break;
        within.last = behind;
    }
    return within;
}

} // namespace gui

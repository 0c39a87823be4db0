#include "engine/plan/validate/completeness.h"

#include <algorithm>

namespace plan {
namespace {

std::string number(std::size_t value) { return std::to_string(value); }

// Whether every stage of one direction stands on a rank that there is; counts them by rank.
void checkDirection(const std::vector<int>& rankOf, std::vector<int>& held, Complaints& wrong)
{
    for (std::size_t stage = 0; stage < rankOf.size(); ++stage) {
        const auto rank = static_cast<std::size_t>(rankOf[stage]);
        if (rank < held.size())
            ++held[rank];
        else
            wrong.add([&] {
                return "stage " + number(stage) + " stands on rank " + std::to_string(rankOf[stage])
                    + ", but there are " + number(held.size()) + " ranks";
            });
    }
}

void checkPlacement(const Schedule& schedule, Complaints& wrong)
{
    const Shape& shape = schedule.shape;
    const Placement& placement = schedule.placement;
    const auto stages = static_cast<std::size_t>(shape.stages());
    const int directions = placement.bidirectional() ? 2 : 1;
    if (directions != shape.directions)
        wrong.add([&] {
            return "the shape has " + std::to_string(shape.directions)
                + " directions, but the placement has " + std::to_string(directions);
        });
    if (placement.ranks.size() != stages
        || (placement.bidirectional() && placement.mirror.size() != stages))
        wrong.add([&] {
            return "the placement does not name a rank for each of the " + number(stages)
                + " stages";
        });
    if (!wrong.none())
        return;

    std::vector<int> held(static_cast<std::size_t>(shape.ranks));
    checkDirection(placement.ranks, held, wrong);
    checkDirection(placement.mirror, held, wrong);
    if (!wrong.none())
        return;
    for (std::size_t rank = 0; rank < held.size(); ++rank)
        if (held[rank] != shape.chunks)
            wrong.add([&] {
                return "rank " + number(rank) + " holds " + std::to_string(held[rank])
                    + " stages, not " + std::to_string(shape.chunks)
                    + "; every rank needs the same number";
            });
}

} // namespace

void checkLists(const Schedule& schedule, Complaints& wrong)
{
    if (const auto sound = checkShape(schedule.shape); !sound) {
        wrong.add([&] { return sound.error().message; });
        return;
    }
    const auto ranks = static_cast<std::size_t>(schedule.shape.ranks);
    const auto fits = [&](std::size_t lists, const char* what) {
        if (lists != ranks)
            wrong.add([&] {
                return std::string("the schedule has ") + what + " for " + number(lists)
                    + " ranks, but its shape has " + number(ranks);
            });
    };
    fits(schedule.order.size(), "ops");
    if (!schedule.phases.empty())
        fits(schedule.phases.size(), "phases");
    if (!schedule.pairs.empty())
        fits(schedule.pairs.size(), "fused pairs");
    if (!wrong.none())
        return;
    for (std::size_t rank = 0; rank < schedule.phases.size(); ++rank) {
        const PhaseSplit& split = schedule.phases[rank];
        if (split.steadyBegin > split.coolDownBegin
            || split.coolDownBegin > schedule.order[rank].size())
            wrong.add([&] {
                return "the phases of rank " + number(rank)
                    + " lie outside its order or in the wrong one";
            });
    }
    checkPlacement(schedule, wrong);
}

void checkPairs(const Schedule& schedule, Complaints& wrong)
{
    for (std::size_t rank = 0; rank < schedule.pairs.size(); ++rank) {
        const auto& ops = schedule.order[rank];
        std::size_t free = 0; // first index that no earlier pair takes
        for (const std::size_t index : schedule.pairs[rank]) {
            const auto where = [&] {
                return "the fused pair at index " + number(index) + " of rank " + number(rank);
            };
            if (index + 1 >= ops.size()) {
                wrong.add([&] { return where() + " lies outside the order"; });
                continue;
            }
            if (index < free)
                wrong.add([&] { return where() + " does not lie behind the one before it"; });
            free = index + 2;
            const auto names = [&] {
                return toText(ops[index]) + " and " + toText(ops[index + 1]) + " on rank "
                    + number(rank) + " cannot run as one: ";
            };
            const bool forwardFirst = isForward(ops[index].kind);
            const Op& backwards = ops[index + (forwardFirst ? 1 : 0)];
            if (forwardFirst == isForward(ops[index + 1].kind)
                || backwards.kind == OpKind::WeightGrad)
                wrong.add([&] { return names() + "a fused pair is a forward and a backward"; });
            else if (ops[index].microbatch == ops[index + 1].microbatch)
                wrong.add([&] {
                    return names() + toText(backwards) + " needs "
                        + toText(ops[index + (forwardFirst ? 0 : 1)]);
                });
        }
    }
}

} // namespace plan

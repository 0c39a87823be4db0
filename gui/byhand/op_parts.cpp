#include "gui/byhand/op_parts.h"

#include "engine/plan/edit/edit.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gui {
namespace {

plan::Op asKind(plan::Op op, plan::OpKind kind)
{
    op.kind = kind;
    return op;
}

plan::Result<plan::Schedule> legalOnly(plan::Schedule schedule, const plan::ValidateOptions& limits)
{
    const plan::Verdict verdict = plan::validate(schedule, limits);
    if (verdict.legal())
        return schedule;
    return plan::Error{verdict.sentences().front()};
}

} // namespace

bool isFused(const plan::Schedule& schedule, int rank, std::size_t at)
{
    const plan::Pairs& pairs = schedule.pairsOf(static_cast<std::size_t>(rank));
    return std::any_of(pairs.begin(), pairs.end(),
                       [at](std::uint32_t pair) { return pair == at || pair + 1 == at; });
}

plan::Result<plan::Schedule> fusedOrApart(const plan::Schedule& schedule, int rank, std::size_t at,
                                          const plan::ValidateOptions& limits)
{
    if (isFused(schedule, rank, at)) {
        auto apart = plan::edited(schedule, plan::UnfuseOps{.rank = rank, .at = at});
        return apart ? legalOnly(*std::move(apart), limits) : apart;
    }
    auto made = plan::edited(schedule, plan::FuseOps{.rank = rank, .at = at});
    if (!made)
        return made;
    // The forward of a pair is written first.
    auto& ops = made->order[static_cast<std::size_t>(rank)];
    if (!plan::isForward(ops[at].kind) && plan::isForward(ops[at + 1].kind))
        std::swap(ops[at], ops[at + 1]);
    return legalOnly(*std::move(made), limits);
}

plan::Result<plan::Schedule> splitOrJoined(const plan::Schedule& schedule, int rank, std::size_t at,
                                           const plan::ValidateOptions& limits)
{
    using plan::OpKind;
    const auto& order = schedule.order[static_cast<std::size_t>(rank)];
    const plan::Op op = order[at];
    plan::Schedule made = schedule;
    std::size_t place = order.size();
    for (const OpKind kind : {OpKind::Backward, OpKind::InputGrad, OpKind::WeightGrad}) {
        const auto& now = made.order[static_cast<std::size_t>(rank)];
        const auto found = std::find(now.begin(), now.end(), asKind(op, kind));
        if (found == now.end())
            continue;
        const auto where = static_cast<std::size_t>(found - now.begin());
        place = std::min(place, where);
        auto without = plan::edited(made, plan::RemoveOp{.rank = rank, .at = where});
        if (!without)
            return without;
        made = *std::move(without);
    }
    const auto parts = op.kind == OpKind::Backward
        ? std::vector{asKind(op, OpKind::InputGrad), asKind(op, OpKind::WeightGrad)}
        : std::vector{asKind(op, OpKind::Backward)};
    for (const plan::Op& part : parts) {
        auto with = plan::edited(made, plan::InsertOp{.rank = rank, .at = place++, .op = part});
        if (!with)
            return with;
        made = *std::move(with);
    }
    return legalOnly(std::move(made), limits);
}

} // namespace gui

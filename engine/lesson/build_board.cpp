#include "engine/lesson/build_board.h"

#include "engine/plan/edit/edit.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"

#include <algorithm>

namespace lesson {
namespace {

using plan::Op;
using plan::OpKind;

constexpr std::size_t kMostSteps = 200; // that can be undone

plan::ValidateOptions limitsOf(const BoardOptions& options, std::size_t ranks)
{
    plan::ValidateOptions limits{.limit = 3, .maxInFlight = options.cap};
    if (options.cap.size() == 1)
        limits.maxInFlight.assign(ranks, options.cap.front());
    return limits;
}

// With nothing laid on any rank, or the first part of what is.
plan::Schedule begun(plan::Schedule schedule, Faded faded)
{
    schedule.phases.clear();
    if (faded == Faded::Shown)
        return schedule;
    for (auto& order : schedule.order)
        order.resize(faded == Faded::Nothing ? 0 : order.size() - order.size() / 3);
    return schedule;
}

const Op* find(const plan::Schedule& schedule, const Op& op)
{
    const auto& order = schedule.order[static_cast<std::size_t>(schedule.placement.rankOf(op))];
    const auto found = std::find(order.begin(), order.end(), op);
    return found == order.end() ? nullptr : &*found;
}

} // namespace

BuildBoard::BuildBoard(PlannedPtr like, BoardOptions options, const Planned* from, Faded faded)
    : m_like(std::move(like))
    , m_options(std::move(options))
{
    take(from ? begun(from->schedule(), faded) : begun(m_like->schedule(), Faded::Nothing));
}

void BuildBoard::take(plan::Schedule schedule)
{
    m_schedule = std::move(schedule);
    // What stands on the board was accepted before, so it can be followed.
    if (auto found = plan::runnable(m_schedule, m_like->costs()))
        m_runnable = *std::move(found);
}

std::string BuildBoard::become(const plan::Edit& edit)
{
    plan::EditResult result
        = plan::tryEdit(m_schedule, edit, limitsOf(m_options, m_schedule.order.size()));
    if (!result.schedule)
        return result.reasons.empty() ? "cannot be laid there" : result.reasons.front();
    m_before.push_back(std::move(m_schedule));
    if (m_before.size() > kMostSteps)
        m_before.erase(m_before.begin());
    take(*std::move(result.schedule));
    return {};
}

std::string BuildBoard::lay(const Op& op, std::size_t at)
{
    if (!m_options.split && (op.kind == OpKind::InputGrad || op.kind == OpKind::WeightGrad))
        return "backwards are not split here";
    return become(plan::InsertOp{m_schedule.placement.rankOf(op), at, op});
}

std::string BuildBoard::append(const Op& op)
{
    return lay(op,
               m_schedule.order[static_cast<std::size_t>(m_schedule.placement.rankOf(op))].size());
}

std::string BuildBoard::move(int rank, std::size_t from, std::size_t to)
{
    return become(plan::MoveOp{rank, from, to});
}

std::string BuildBoard::take(int rank, std::size_t at) { return become(plan::RemoveOp{rank, at}); }

std::string BuildBoard::splitOrJoin(int rank, std::size_t at)
{
    if (!m_options.split)
        return "backwards are not split here";
    plan::Schedule schedule = m_schedule;
    auto& order = schedule.order[static_cast<std::size_t>(rank)];
    if (at >= order.size() || isForward(order[at].kind))
        return "only a backward can be split";
    const Op op = order[at];
    if (op.kind == OpKind::Backward) {
        order[at].kind = OpKind::InputGrad;
        order.insert(order.begin() + std::ptrdiff_t(at) + 1,
                     {op.stage, OpKind::WeightGrad, op.microbatch});
    } else {
        std::erase_if(order, [&op](const Op& other) {
            return other.stage == op.stage && other.microbatch == op.microbatch
                && other.kind == OpKind::WeightGrad;
        });
        for (Op& other : order)
            if (other.stage == op.stage && other.microbatch == op.microbatch
                && other.kind == OpKind::InputGrad)
                other.kind = OpKind::Backward;
    }
    const plan::Verdict verdict
        = plan::validate(schedule, limitsOf(m_options, m_schedule.order.size()));
    if (!verdict.wrong.empty())
        return verdict.wrong.front();
    m_before.push_back(m_schedule);
    take(std::move(schedule));
    return {};
}

void BuildBoard::undo()
{
    if (m_before.empty())
        return;
    plan::Schedule schedule = std::move(m_before.back());
    m_before.pop_back();
    take(std::move(schedule));
}

bool BuildBoard::isComplete() const { return plan::validate(m_schedule).legal(); }

std::vector<BuildBoard::Loose> BuildBoard::looseOn(int rank) const
{
    std::vector<Loose> loose;
    const plan::Shape& shape = m_schedule.shape;
    const auto add = [&](int stage, OpKind kind, int microbatch) {
        const Op op{stage, kind, microbatch};
        if (find(m_schedule, op))
            return;
        const auto& ready = m_runnable.ready;
        loose.push_back({op, std::find(ready.begin(), ready.end(), op) != ready.end()});
    };
    for (int stage = 0; stage < shape.stages(); ++stage)
        for (int microbatch = 0; microbatch < shape.microbatches; ++microbatch) {
            if (m_schedule.placement.rankOf(stage, microbatch) != rank)
                continue;
            add(stage, OpKind::Forward, microbatch);
            const bool isWhole = find(m_schedule, {stage, OpKind::Backward, microbatch});
            const bool isSplit = find(m_schedule, {stage, OpKind::InputGrad, microbatch})
                || find(m_schedule, {stage, OpKind::WeightGrad, microbatch});
            if (!isWhole && !isSplit)
                add(stage, OpKind::Backward, microbatch);
            if (m_options.split && !isWhole) {
                add(stage, OpKind::InputGrad, microbatch);
                add(stage, OpKind::WeightGrad, microbatch);
            }
        }
    std::stable_sort(loose.begin(), loose.end(), [](const Loose& a, const Loose& b) {
        const auto key = [](const Op& op) { return std::pair(!isForward(op.kind), op.microbatch); };
        return key(a.op) < key(b.op);
    });
    return loose;
}

plan::Nanoseconds BuildBoard::earliest(const Op& op) const
{
    const auto& spans = m_runnable.timeline.spans;
    const auto& own = spans[static_cast<std::size_t>(m_schedule.placement.rankOf(op))];
    plan::Nanoseconds start = own.empty() ? plan::Nanoseconds{} : own.back().end;
    const auto input = plan::inputOf(op, m_schedule.shape.stages() - 1);
    if (!input)
        return start;
    const int rank = m_schedule.placement.rankOf(*input);
    for (const plan::Span& span : spans[static_cast<std::size_t>(rank)])
        if (span.op.stage == input->stage && span.op.microbatch == input->microbatch
            && (span.op.kind == input->kind
                || (input->kind == OpKind::Backward && span.op.kind == OpKind::InputGrad))) {
            const bool crosses = rank != m_schedule.placement.rankOf(op);
            const plan::Nanoseconds hop = crosses
                ? m_like->costs().hop(std::min(op.stage, input->stage))
                : plan::Nanoseconds{};
            start = std::max(start, span.end + hop);
        }
    return start;
}

std::optional<Op> BuildBoard::next() const
{
    // What can begin first; of two that can at once a backward, as that lets go of memory.
    std::optional<Op> best;
    plan::Nanoseconds bestStart = plan::Nanoseconds::max();
    for (const Op& op : m_runnable.ready) {
        if (!m_options.split && op.kind != OpKind::Forward && op.kind != OpKind::Backward)
            continue;
        const auto rank = static_cast<std::size_t>(m_schedule.placement.rankOf(op));
        const bool isStuck = m_runnable.ran[rank] < m_schedule.order[rank].size();
        const plan::Nanoseconds start = earliest(op);
        const bool isBetter = start < bestStart
            || (start == bestStart && best && isForward(best->kind) && !isForward(op.kind));
        if (isStuck || !isBetter)
            continue;
        if (BuildBoard trial = *this; trial.append(op).empty()) {
            best = op;
            bestStart = start;
        }
    }
    return best;
}

std::vector<bool> BuildBoard::targets(const Op& op) const
{
    const int rank = m_schedule.placement.rankOf(op);
    const std::size_t places = m_schedule.order[static_cast<std::size_t>(rank)].size() + 1;
    std::vector<bool> open(places);
    const plan::ValidateOptions limits = limitsOf(m_options, m_schedule.order.size());
    for (std::size_t at = 0; at < places; ++at)
        open[at]
            = plan::tryEdit(m_schedule, plan::InsertOp{rank, at, op}, limits).schedule.has_value();
    return open;
}

PlannedPtr BuildBoard::planned() const { return Planned::ofOrder(*m_like, m_schedule); }

int BuildBoard::peakOn(int rank) const
{
    return plan::peakInFlight(m_runnable.timeline, static_cast<std::size_t>(rank));
}

int BuildBoard::capOf(int rank) const
{
    if (m_options.cap.empty())
        return 0;
    return m_options.cap.size() == 1 ? m_options.cap.front()
                                     : m_options.cap[static_cast<std::size_t>(rank)];
}

} // namespace lesson

#include "engine/plan/edit/edit.h"

#include <algorithm>

namespace plan {
namespace {

// An op, or a fused pair, as one thing.
struct Unit {
    Op first;
    std::optional<Op> second;

    std::size_t size() const { return second ? 2 : 1; }
};

// One rank's order taken apart, edited and put together again.
class EditedOrder {
public:
    EditedOrder(const Schedule& schedule, std::size_t rank)
        : m_rank(rank)
    {
        const auto& ops = schedule.order[rank];
        const Pairs& pairs = schedule.pairsOf(rank);
        auto pair = pairs.begin();
        for (std::size_t i = 0; i < ops.size(); ++i) {
            m_units.push_back({ops[i], {}});
            // A pair moves as one: taken apart, it would be two ops that no longer hide each other.
            if (pair != pairs.end() && *pair == i && i + 1 < ops.size()) {
                m_units.back().second = ops[++i];
                ++pair;
            }
        }
    }

    Outcome apply(const MoveOp& move)
    {
        const auto from = unitAt(move.from);
        if (!from)
            return from.error();
        const Unit unit = m_units[*from];
        // Taken out first, since `to` is where the op stands among the others afterwards.
        m_units.erase(m_units.begin() + long(*from));
        const auto to = gapAt(move.to);
        if (!to)
            return to.error();
        m_units.insert(m_units.begin() + long(*to), unit);
        return done();
    }

    Outcome apply(const SwapOps& swap)
    {
        const auto one = unitAt(swap.one);
        const auto other = unitAt(swap.other);
        if (!one || !other)
            return one ? other.error() : one.error();
        std::swap(m_units[*one], m_units[*other]);
        return done();
    }

    Outcome apply(const InsertOp& insert)
    {
        const auto gap = gapAt(insert.at);
        if (!gap)
            return gap.error();
        m_units.insert(m_units.begin() + long(*gap), Unit{insert.op, {}});
        return done();
    }

    Outcome apply(const RemoveOp& remove)
    {
        const auto at = unitAt(remove.at);
        if (!at)
            return at.error();
        Unit& unit = m_units[*at];
        if (!unit.second)
            m_units.erase(m_units.begin() + long(*at));
        else if (remove.at == startOf(*at))
            unit = {*unit.second, {}};
        else
            unit.second.reset();
        return done();
    }

    Outcome apply(const FuseOps& fuse)
    {
        const auto at = unitAt(fuse.at);
        if (!at)
            return at.error();
        if (*at + 1 >= m_units.size())
            return Error{name(m_units[*at]) + " is the last op of rank " + std::to_string(m_rank)
                         + "; a pair needs one behind it"};
        for (const Unit& unit : {m_units[*at], m_units[*at + 1]})
            if (unit.second)
                return Error{name(unit) + " are a fused pair already; take it apart first"};
        m_units[*at].second = m_units[*at + 1].first;
        m_units.erase(m_units.begin() + long(*at) + 1);
        return done();
    }

    Outcome apply(const UnfuseOps& unfuse)
    {
        const auto at = unitAt(unfuse.at);
        if (!at)
            return at.error();
        if (!m_units[*at].second)
            return Error{name(m_units[*at]) + " on rank " + std::to_string(m_rank)
                         + " belongs to no fused pair"};
        const Op second = *m_units[*at].second;
        m_units[*at].second.reset();
        m_units.insert(m_units.begin() + long(*at) + 1, Unit{second, {}});
        return done();
    }

    void writeTo(Schedule& schedule) const
    {
        auto& ops = schedule.order[m_rank];
        Pairs pairs;
        ops.clear();
        for (const Unit& unit : m_units) {
            if (unit.second)
                pairs.push_back(static_cast<std::uint32_t>(ops.size()));
            ops.push_back(unit.first);
            if (unit.second)
                ops.push_back(*unit.second);
        }
        if (!schedule.phases.empty())
            schedule.phases[m_rank] = phasesOf(ops);
        // No pairs at all is an empty vector, and not one empty vector per rank: an edit and its
        // undoing give back the schedule that was.
        if (schedule.pairs.empty() && pairs.empty())
            return;
        schedule.pairs.resize(schedule.order.size());
        schedule.pairs[m_rank] = std::move(pairs);
        const auto none = [](const Pairs& fused) { return fused.empty(); };
        if (std::all_of(schedule.pairs.begin(), schedule.pairs.end(), none))
            schedule.pairs.clear();
    }

private:
    static std::string name(const Unit& unit)
    {
        return toText(unit.first) + (unit.second ? " and " + toText(*unit.second) : "");
    }

    std::size_t startOf(std::size_t unit) const
    {
        std::size_t start = 0;
        for (std::size_t i = 0; i < unit; ++i)
            start += m_units[i].size();
        return start;
    }

    Result<std::size_t> unitAt(std::size_t index) const
    {
        std::size_t start = 0;
        for (std::size_t unit = 0; unit < m_units.size(); start += m_units[unit++].size())
            if (index < start + m_units[unit].size())
                return unit;
        return Error{"rank " + std::to_string(m_rank) + " has no op at index "
                     + std::to_string(index) + "; it has " + std::to_string(start)};
    }

    // The unit before which the index lies, or the number of units for the end.
    Result<std::size_t> gapAt(std::size_t index) const
    {
        std::size_t start = 0;
        for (std::size_t unit = 0; unit < m_units.size(); start += m_units[unit++].size()) {
            if (index == start)
                return unit;
            if (index < start + m_units[unit].size())
                return Error{"index " + std::to_string(index) + " of rank " + std::to_string(m_rank)
                             + " lies within the fused pair of " + name(m_units[unit])
                             + "; take it apart first"};
        }
        if (index == start)
            return m_units.size();
        return Error{"rank " + std::to_string(m_rank) + " has no place at index "
                     + std::to_string(index) + "; its order ends at " + std::to_string(start)};
    }

    std::size_t m_rank;
    std::vector<Unit> m_units;
};

// The cycle as what the edited rank cannot do.
std::string reason(const Deadlock& deadlock, int rank)
{
    const Deadlock turned = startingAt(deadlock, rank);
    const Wait& first = turned.cycle.front();
    const std::string whole = toSentence(turned);
    const std::string need = toText(first.needs) + " of rank " + std::to_string(first.of);
    const std::size_t known = whole.find(need);
    if (first.rank != rank || first.what != Wait::For::Output || known == std::string::npos)
        return "the schedule would deadlock: " + whole;
    return toText(first.at) + " cannot run before " + need + " has run"
        + whole.substr(known + need.size());
}

} // namespace

Result<Schedule> edited(const Schedule& schedule, const Edit& edit)
{
    const int rank = std::visit([](const auto& change) { return change.rank; }, edit);
    if (rank < 0 || static_cast<std::size_t>(rank) >= schedule.order.size())
        return Error{"there is no rank " + std::to_string(rank) + "; the schedule has "
                     + std::to_string(schedule.order.size())};
    EditedOrder order(schedule, static_cast<std::size_t>(rank));
    if (const auto applied
        = std::visit([&](const auto& change) { return order.apply(change); }, edit);
        !applied)
        return applied.error();
    Schedule result = schedule;
    order.writeTo(result);
    return result;
}

EditResult tryEdit(const Schedule& schedule, const Edit& edit, const ValidateOptions& options)
{
    EditResult result;
    auto changed = edited(schedule, edit);
    if (!changed) {
        result.reasons.push_back(changed.error().message);
        return result;
    }
    ValidateOptions some = options; // of what is wrong one sentence is needed
    some.limit = std::max<std::size_t>(1, options.limit);
    const Verdict verdict = validate(*changed, some);
    result.reasons = verdict.wrong;
    if (verdict.deadlock) {
        const int rank = std::visit([](const auto& change) { return change.rank; }, edit);
        result.reasons.push_back(reason(*verdict.deadlock, rank));
    }
    if (result.reasons.empty()) {
        result.missing = verdict.missing;
        result.schedule = *std::move(changed);
    }
    return result;
}

} // namespace plan

#include "gui/timeline/signed_error.h"

#include "gui/timeline/op_walk.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace gui {
namespace {

// Finds the same op in the other spans. They mostly run in the same order, so the next one is
// looked at first.
class SameOp {
public:
    explicit SameOp(const std::vector<plan::Span>& spans)
        : m_spans(spans)
    {
    }

    const plan::Span* find(const plan::Op& op)
    {
        if (m_next < m_spans.size() && m_spans[m_next].op == op)
            return &m_spans[m_next++];
        if (m_places.empty())
            sortPlaces();
        const auto found = std::lower_bound(
            m_places.begin(), m_places.end(), op,
            [this](std::size_t place, const plan::Op& other) { return m_spans[place].op < other; });
        if (found == m_places.end() || m_spans[*found].op != op)
            return nullptr;
        m_next = *found + 1;
        return &m_spans[*found];
    }

private:
    void sortPlaces()
    {
        m_places.resize(m_spans.size());
        std::iota(m_places.begin(), m_places.end(), std::size_t{0});
        std::sort(m_places.begin(), m_places.end(),
                  [this](std::size_t a, std::size_t b) { return m_spans[a].op < m_spans[b].op; });
    }

    const std::vector<plan::Span>& m_spans;
    std::size_t m_next = 0;
    std::vector<std::size_t> m_places; // by op; made when the order is another
};

Nanoseconds lengthOf(const plan::Span& span) { return span.end - span.start; }

Nanoseconds lengthOf(const plan::PhaseTimes& phases, plan::Phase phase, Nanoseconds makespan)
{
    switch (phase) {
    case plan::Phase::WarmUp:
        return phases.steadyBegin;
    case plan::Phase::Steady:
        return phases.coolDownBegin - phases.steadyBegin;
    case plan::Phase::CoolDown:
        return makespan - phases.coolDownBegin;
    }
    return {};
}

} // namespace

std::optional<OpError> opError(const plan::Timeline& predicted, const plan::Timeline& measured,
                               int rank, const plan::Op& op)
{
    const plan::Span* planned = findSpan(predicted, rank, op);
    const plan::Span* ran = findSpan(measured, rank, op);
    if (!planned || !ran)
        return {};
    return OpError{ran->start - planned->start, lengthOf(*ran) - lengthOf(*planned),
                   lengthOf(*planned)};
}

SumError stageError(const plan::Timeline& predicted, const plan::Timeline& measured, int stage,
                    const plan::Schedule* schedule)
{
    SumError sum;
    const std::size_t ranks = std::min(predicted.spans.size(), measured.spans.size());
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (schedule && !schedule->placement.holds(static_cast<int>(rank), stage))
            continue;
        SameOp same(predicted.spans[rank]);
        for (const plan::Span& ran : measured.spans[rank]) {
            const plan::Span* planned = same.find(ran.op);
            if (!planned || ran.op.stage != stage)
                continue;
            sum.measured += lengthOf(ran);
            sum.predicted += lengthOf(*planned);
            ++sum.ops;
        }
    }
    return sum;
}

SumError phaseError(const plan::Timeline& predicted, const plan::Timeline& measured, int rank,
                    plan::Phase phase)
{
    const auto at = static_cast<std::size_t>(rank);
    if (at >= predicted.spans.size() || at >= measured.spans.size())
        return {};
    const plan::PhaseTimes planned = plan::phaseTimes(predicted.spans[at], predicted.makespan);
    const plan::PhaseTimes ran = plan::phaseTimes(measured.spans[at], measured.makespan);
    SumError sum{lengthOf(ran, phase, measured.makespan),
                 lengthOf(planned, phase, predicted.makespan)};
    for (const plan::Span& span : predicted.spans[at])
        sum.ops += planned.at(span.start) == phase ? 1 : 0;
    return sum;
}

} // namespace gui

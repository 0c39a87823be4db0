#include "gui/timeline/area_ledger.h"

#include "gui/timeline/no_data.h"

#include "engine/plan/phases.h"

#include <algorithm>
#include <span>

namespace gui {
namespace {

constexpr std::size_t kAskEvery = 4096; // spans

AreaLine areaLineOf(plan::OpKind kind) { return static_cast<AreaLine>(kind); }

static_assert(static_cast<int>(AreaLine::WeightGrad) == static_cast<int>(plan::OpKind::WeightGrad));

AreaLine areaLineOf(plan::Phase phase)
{
    return static_cast<AreaLine>(static_cast<int>(AreaLine::WarmUpBubble)
                                 + static_cast<int>(phase));
}

// What `part` of `planned` comes to in the stretch `lasted`, rounded down as the ledger does.
Nanoseconds shareIn(Nanoseconds lasted, Nanoseconds part, Nanoseconds planned)
{
    if (part == Nanoseconds{0} || lasted == planned || planned <= Nanoseconds{0})
        return std::min(part, lasted);
    return Nanoseconds{static_cast<Nanoseconds::rep>(
        static_cast<double>(lasted.count())
        * (static_cast<double>(part.count()) / static_cast<double>(planned.count())))};
}

// One rank, from the left to the right. Every stretch of time is noted once.
class RankArea {
public:
    RankArea(const TrackData& track, int rank, TimeRange range, AreaTimes& times)
        : m_track(track)
        , m_timeline(*track.timeline)
        , m_rank(static_cast<std::size_t>(rank))
        , m_range(range)
        , m_times(times)
        , m_spans(m_timeline.spans[m_rank])
    {
        if (m_rank < m_timeline.parts.size())
            m_parts = m_timeline.parts[m_rank];
        if (track.ledger && m_rank < track.ledger->bubbles.size()) {
            m_bubbles = track.ledger->bubbles[m_rank];
            return;
        }
        m_phases = plan::phaseTimes(m_timeline.spans[m_rank], m_timeline.makespan);
        if (track.schedule && m_rank < track.schedule->order.size())
            m_noData = noDataRanges(track.schedule->order[m_rank], m_spans, m_timeline.makespan,
                                    track.live);
    }

    void run(const std::function<bool()>& stop)
    {
        const Nanoseconds reached = m_spans.empty() ? Nanoseconds{0} : m_spans.back().end;
        const Nanoseconds end = m_track.live ? reached : m_timeline.makespan;
        note(AreaLine::Outside, m_range.begin, Nanoseconds{0});
        auto span
            = std::partition_point(m_spans.begin(), m_spans.end(), [this](const plan::Span& each) {
                  return each.end <= m_range.begin;
              });
        Nanoseconds free = span == m_spans.begin() ? Nanoseconds{0} : (span - 1)->end;
        for (std::size_t seen = 0; span != m_spans.end() && span->start < m_range.end; ++span) {
            if (stop && ++seen % kAskEvery == 0 && stop())
                return;
            // Where two overlap by the resolution of a clock, the later one gives way.
            const Nanoseconds start = std::max(span->start, free);
            noteGap(free, start);
            free = std::max(span->end, start);
            noteWork(span->op, start, free);
        }
        if (span == m_spans.end() && m_rank < m_timeline.tails.size() && !m_track.live)
            noteTail(m_timeline.tails[m_rank], free);
        else if (span != m_spans.end())
            return noteGap(free, std::max(free, span->start));
        noteGap(free, end);
        note(AreaLine::Outside, std::max(free, end), m_range.end);
    }

private:
    // Of [from, to) what lies in the area.
    Nanoseconds within(Nanoseconds from, Nanoseconds to) const
    {
        return std::max(Nanoseconds{0}, std::min(to, m_range.end) - std::max(from, m_range.begin));
    }

    void note(AreaLine line, Nanoseconds from, Nanoseconds to)
    {
        m_times[static_cast<std::size_t>(line)] += within(from, to);
    }

    void add(AreaLine line, Nanoseconds time) { m_times[static_cast<std::size_t>(line)] += time; }

    // What parts cover of the stretch goes to their lines. Returns the rest.
    Nanoseconds noteParts(Nanoseconds from, Nanoseconds to)
    {
        Nanoseconds rest = within(from, to);
        auto part
            = std::partition_point(m_parts.begin(), m_parts.end(), [&](const plan::Part& each) {
                  return each.end <= std::max(from, m_range.begin);
              });
        for (; part != m_parts.end() && part->start < to; ++part) {
            const Nanoseconds start = std::max(from, part->start);
            from = std::max(start, std::min(part->end, to));
            const Nanoseconds covered = within(start, from);
            add(part->kind == plan::Part::Kind::Collective ? AreaLine::Collective
                                                           : AreaLine::Recompute,
                covered);
            rest -= covered;
        }
        return rest;
    }

    void noteWork(const plan::Op& op, Nanoseconds from, Nanoseconds to)
    {
        const Nanoseconds lasted = noteParts(from, to);
        if (!m_track.costs || !m_timeline.parts.empty())
            return add(areaLineOf(op.kind), lasted);
        const int rank = static_cast<int>(m_rank);
        const Nanoseconds planned = m_track.costs->of(op, rank);
        const Nanoseconds again = shareIn(lasted, m_track.costs->recomputeOf(op, rank), planned);
        Nanoseconds rest = lasted - again;
        const auto take = [&](AreaLine line, Nanoseconds part) {
            const Nanoseconds taken = std::min(rest, shareIn(lasted, part, planned));
            add(line, taken);
            rest -= taken;
        };
        add(AreaLine::Recompute, again);
        take(AreaLine::Collective, m_track.costs->collectiveOf(op, rank));
        take(AreaLine::Transfer, m_track.costs->transferOf(op, rank));
        add(areaLineOf(op.kind), rest);
    }

    void noteTail(const plan::Tail& tail, Nanoseconds& free)
    {
        const Nanoseconds begin = std::max(tail.begin, free);
        noteGap(free, begin);
        const Nanoseconds optimizer = std::max(tail.optimizerBegin, begin);
        free = std::max(tail.end, optimizer);
        note(AreaLine::Collective, begin, optimizer);
        add(AreaLine::Optimizer, noteParts(optimizer, free));
    }

    void noteGap(Nanoseconds from, Nanoseconds to)
    {
        if (to <= from || within(from, to) == Nanoseconds{0})
            return;
        if (!m_bubbles.empty())
            return noteBubbles(from, to);
        // Of a gap in which ops are missing nothing is known.
        for (const TimeRange& lost : m_noData) {
            const Nanoseconds begin = std::clamp(lost.begin, from, to);
            const Nanoseconds end = std::clamp(lost.end, begin, to);
            noteIdle(from, begin);
            note(AreaLine::NoData, begin, end);
            from = end;
        }
        noteIdle(from, to);
    }

    // As the ledger has them: waiting, then the tensor on its way, then what nothing explains.
    void noteBubbles(Nanoseconds from, Nanoseconds to)
    {
        auto bubble
            = std::partition_point(m_bubbles.begin(), m_bubbles.end(),
                                   [from](const plan::Bubble& each) { return each.end <= from; });
        for (; bubble != m_bubbles.end() && bubble->start < to; ++bubble) {
            const Nanoseconds begin = std::max(from, bubble->start);
            const Nanoseconds end = std::min(to, bubble->end);
            note(AreaLine::NoData, from, begin);
            const Nanoseconds sent = std::clamp(bubble->start + bubble->pure(), begin, end);
            const Nanoseconds arrived = std::clamp(sent + bubble->inTransfer, sent, end);
            note(areaLineOf(bubble->phase), begin, sent);
            note(AreaLine::Transfer, sent, arrived);
            note(AreaLine::NoData, arrived, end);
            from = end;
        }
        note(AreaLine::NoData, from, to);
    }

    void noteIdle(Nanoseconds from, Nanoseconds to)
    {
        const Nanoseconds steady = std::clamp(m_phases.steadyBegin, from, std::max(from, to));
        const Nanoseconds coolDown = std::clamp(m_phases.coolDownBegin, steady, std::max(from, to));
        note(AreaLine::WarmUpBubble, from, steady);
        note(AreaLine::SteadyBubble, steady, coolDown);
        note(AreaLine::CoolDownBubble, coolDown, to);
    }

    const TrackData& m_track;
    const plan::Timeline& m_timeline;
    const std::size_t m_rank;
    const TimeRange m_range;
    AreaTimes& m_times;
    std::span<const plan::Span> m_spans;
    std::span<const plan::Part> m_parts;
    std::span<const plan::Bubble> m_bubbles; // empty: the next two say what a gap is
    plan::PhaseTimes m_phases{};
    std::vector<TimeRange> m_noData;
};

int ranksIn(const TrackData& track, const TimeArea& area)
{
    if (!track.timeline)
        return 0;
    const int last = std::min(area.lastRank, static_cast<int>(track.timeline->spans.size()) - 1);
    return std::max(0, last - area.firstRank + 1);
}

std::array<AreaOps, 4> areaOps(const TrackData& track, const TimeArea& area)
{
    std::array<AreaOps, 4> ops{};
    for (int i = 0; i < ranksIn(track, area); ++i) {
        const auto& spans = track.timeline->spans[static_cast<std::size_t>(area.firstRank + i)];
        auto span = std::partition_point(spans.begin(), spans.end(), [&area](const auto& each) {
            return each.end <= area.range.begin;
        });
        for (; span != spans.end() && span->start < area.range.end; ++span) {
            AreaOps& of = ops[static_cast<std::size_t>(span->op.kind)];
            ++of.count;
            of.total += span->end - span->start;
        }
    }
    return ops;
}

} // namespace

AreaTimes areaTimes(const TrackData& track, const TimeArea& area, const std::function<bool()>& stop)
{
    AreaTimes times{};
    for (int i = 0; i < ranksIn(track, area) && !(stop && stop()); ++i)
        RankArea(track, area.firstRank + i, area.range, times).run(stop);
    return times;
}

AreaLedger areaLedger(const Tracks& tracks, const TimeArea& area, const std::function<bool()>& stop)
{
    AreaLedger ledger{.area = area, .tracks = {}};
    for (const auto& [slot, track] : tracks)
        if (const int ranks = ranksIn(*track, area); ranks > 0)
            ledger.tracks.push_back({track->title, track->source, track->measured, ranks,
                                     areaTimes(*track, area, stop), areaOps(*track, area)});
    return ledger;
}

} // namespace gui

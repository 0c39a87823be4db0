#include "gui/timeline/find_query.h"

#include "gui/timeline/no_data.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gui {
namespace {

std::optional<plan::OpKind> kindOf(QChar letter)
{
    switch (letter.toUpper().unicode()) {
    case 'F':
        return plan::OpKind::Forward;
    case 'B':
        return plan::OpKind::Backward;
    case 'I':
        return plan::OpKind::InputGrad;
    case 'W':
        return plan::OpKind::WeightGrad;
    default:
        return {};
    }
}

// Nanoseconds in one; a time without a unit is in milliseconds.
double nanosecondsIn(const QString& unit)
{
    if (unit == QLatin1String("ns"))
        return 1;
    if (unit == QLatin1String("us") || unit == QStringLiteral("µs") || unit == QStringLiteral("μs"))
        return 1e3;
    return unit == QLatin1String("s") ? 1e9 : 1e6;
}

// Puts a number into a field that has none yet.
bool put(std::optional<int>& field, const QString& digits)
{
    bool isNumber = false;
    const int number = digits.toInt(&isNumber);
    if (!isNumber || field)
        return false;
    field = number;
    return true;
}

bool fits(const FindQuery& query, Nanoseconds length)
{
    if (!query.than)
        return true;
    return *query.than == FindQuery::Than::Longer ? length > query.length : length < query.length;
}

bool fits(const FindQuery& query, const plan::Span& span)
{
    return (!query.kind || span.op.kind == *query.kind)
        && (!query.stage || span.op.stage == *query.stage)
        && (!query.microbatch || span.op.microbatch == *query.microbatch)
        && fits(query, span.end - span.start);
}

bool comesFirst(const FindHit& a, const FindHit& b)
{
    return std::tie(a.range.begin, a.slot, a.rank) < std::tie(b.range.begin, b.slot, b.rank);
}

// One rank's hits, by start: no more are kept than could be among the first of all.
class RankHits {
public:
    // `peer`: that one of the rank, whose row shows what it did; -1: the one of the timeline.
    RankHits(FindHits& hits, const FindQuery& query, int slot, int rank, int peer = -1)
        : m_hits(hits)
        , m_query(query)
        , m_slot(slot)
        , m_rank(rank)
        , m_peer(peer)
    {
    }

    void look(const TrackData& track, const std::function<bool()>& stop)
    {
        const auto& spans = track.timeline->spans[static_cast<std::size_t>(m_rank)];
        if (m_query.bubbles)
            lookAtGaps(track, spans);
        else
            lookAtOps(spans, stop);
    }

    // Of a peer that sent no ops its whole row is a hit, where no more is asked for.
    void lookAtPeer(const TrackData& track, const std::function<bool()>& stop)
    {
        if (m_query.bubbles)
            return;
        const auto* spans = track.peers->spans(m_rank, m_peer);
        if (spans && !spans->empty())
            return lookAtOps(*spans, stop);
        if (m_query == FindQuery{.rank = m_query.rank})
            note({Nanoseconds{0}, endOf(track)}, {});
    }

private:
    void lookAtOps(const std::vector<plan::Span>& spans, const std::function<bool()>& stop)
    {
        constexpr std::size_t kAskEveryHits = 65536;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if (stop && i % kAskEveryHits == kAskEveryHits - 1 && stop())
                return;
            if (fits(m_query, spans[i]))
                note({spans[i].start, spans[i].end}, spans[i].op);
        }
    }

    void lookAtGaps(const TrackData& track, const std::vector<plan::Span>& spans)
    {
        const auto rank = static_cast<std::size_t>(m_rank);
        std::vector<TimeRange> lost;
        if (track.schedule && rank < track.schedule->order.size())
            lost = noDataRanges(track.schedule->order[rank], spans, track.timeline->makespan,
                                track.live);
        const auto gap = [&](Nanoseconds from, Nanoseconds to) {
            const auto isLost = [from](const TimeRange& range) { return range.begin == from; };
            if (to > from && fits(m_query, to - from)
                && std::none_of(lost.begin(), lost.end(), isLost))
                note({from, to}, {});
        };
        Nanoseconds free{0};
        for (const plan::Span& span : spans) {
            gap(free, span.start);
            free = std::max(free, span.end);
        }
        if (track.live)
            return;
        if (rank < track.timeline->tails.size()) {
            gap(free, track.timeline->tails[rank].begin);
            free = std::max(free, track.timeline->tails[rank].end);
        }
        gap(free, track.timeline->makespan);
    }

    void note(TimeRange range, std::optional<plan::Op> op)
    {
        ++m_hits.count;
        if (m_kept++ < kMostHits)
            m_hits.first.push_back({m_slot, m_rank, range, op, m_peer});
    }

    FindHits& m_hits;
    const FindQuery& m_query;
    int m_slot;
    int m_rank;
    int m_peer;
    std::size_t m_kept = 0;
};

} // namespace

std::optional<FindQuery> parseFind(const QString& text)
{
    static const QRegularExpression kPart(
        QStringLiteral(
            "\\G\\s*(?:(?<field>rank|stage|microbatch|mb)\\s*(?<number>\\d+)\\b"
            "|(?<bubble>bubbles?)\\b"
            "|(?<than>[<>])\\s*(?<length>\\d+(?:[.,]\\d+)?)\\s*(?<unit>ns|us|µs|μs|ms|s)?"
            "(?!\\w)"
            "|(?<stage>\\d+)?(?<kind>[fbiw])(?<microbatch>\\d+)?\\b)\\s*"),
        QRegularExpression::CaseInsensitiveOption);
    FindQuery query;
    qsizetype at = 0;
    const QString words = text.trimmed();
    if (words.isEmpty())
        return {};
    while (at < words.size()) {
        const auto match = kPart.match(words, at);
        if (!match.hasMatch())
            return {};
        at = match.capturedEnd();
        const auto has = [&match](const char* group) {
            return !match.captured(QLatin1String(group)).isEmpty();
        };
        const auto part
            = [&match](const char* group) { return match.captured(QLatin1String(group)); };
        bool isGood = true;
        if (has("field")) {
            const QString field = part("field").toLower();
            isGood = put(field == QLatin1String("rank")        ? query.rank
                             : field == QLatin1String("stage") ? query.stage
                                                               : query.microbatch,
                         part("number"));
        } else if (has("bubble")) {
            query.bubbles = true;
        } else if (has("than")) {
            isGood = !query.than;
            query.than = part("than") == QLatin1String(">") ? FindQuery::Than::Longer
                                                            : FindQuery::Than::Shorter;
            const double length
                = part("length").replace(QLatin1Char(','), QLatin1Char('.')).toDouble()
                * nanosecondsIn(part("unit").toLower());
            isGood = isGood && length < 9e18;
            query.length = Nanoseconds{isGood ? std::llround(length) : 0};
        } else {
            isGood = !query.kind;
            query.kind = kindOf(part("kind").at(0));
            isGood = isGood && (!has("stage") || put(query.stage, part("stage")))
                && (!has("microbatch") || put(query.microbatch, part("microbatch")));
        }
        if (!isGood)
            return {};
    }
    if (query.bubbles && (query.kind || query.stage || query.microbatch))
        return {};
    return query;
}

namespace {

// The ranks that are looked through, and of the one that was asked for which peer it is; -1: the
// one of the timeline.
struct RanksAsked {
    std::size_t first = 0;
    std::size_t end = 0;
    int peer = -1;
};

RanksAsked ranksAsked(const TrackData& track, const FindQuery& query)
{
    const std::size_t ranks = track.timeline ? track.timeline->spans.size() : 0;
    if (!query.rank)
        return {0, ranks};
    const int each = track.ranks ? track.ranks->each : 1;
    const auto place = static_cast<std::size_t>(*query.rank / each);
    if (place >= ranks)
        return {};
    const int peer = *query.rank % each;
    const bool isDrawn = !track.peers || track.peers->isExact() || peer == track.peers->shown();
    return {place, place + 1, isDrawn ? -1 : peer};
}

} // namespace

FindHits findIn(const Tracks& tracks, const FindQuery& query, const std::function<bool()>& stop)
{
    FindHits hits;
    for (const auto& [slot, track] : tracks) {
        const RanksAsked asked = ranksAsked(*track, query);
        for (std::size_t rank = asked.first; rank < asked.end; ++rank) {
            if (stop && stop())
                return hits;
            RankHits looked(hits, query, slot, static_cast<int>(rank), asked.peer);
            if (asked.peer >= 0)
                looked.lookAtPeer(*track, stop);
            else
                looked.look(*track, stop);
            // Those of many ranks would fill the memory; only the first are kept.
            if (hits.first.size() < 4 * kMostHits)
                continue;
            std::nth_element(hits.first.begin(), hits.first.begin() + kMostHits, hits.first.end(),
                             comesFirst);
            hits.first.resize(kMostHits);
        }
    }
    std::sort(hits.first.begin(), hits.first.end(), comesFirst);
    hits.first.resize(std::min(hits.first.size(), kMostHits));
    return hits;
}

} // namespace gui

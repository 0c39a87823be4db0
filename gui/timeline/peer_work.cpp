#include "gui/timeline/peer_work.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gui {
namespace {

constexpr double kOtherPace = 0.1;    // from the middle one: stands out
constexpr std::size_t kFewestOps = 4; // of a step under way, before its peers are compared

using Ops = std::vector<plan::Span>;

Nanoseconds busyOf(const Ops& spans, std::size_t first)
{
    Nanoseconds busy{};
    for (std::size_t i = 0; i < first; ++i)
        busy += spans[i].end - spans[i].start;
    return busy;
}

double ratioOf(Nanoseconds time, Nanoseconds to)
{
    return to <= Nanoseconds{0}
        ? 1
        : static_cast<double>(time.count()) / static_cast<double>(to.count());
}

// How much longer `other` took for the ops that both ran; nothing where they ran different ones.
std::optional<double> paceBeside(const Ops& own, const Ops& other, bool live)
{
    const std::size_t both = std::min(own.size(), other.size());
    if (live && both < kFewestOps)
        return 1;
    if (!live && own.size() != other.size())
        return {};
    for (std::size_t i = 0; i < both; ++i)
        if (own[i].op != other[i].op)
            return {};
    return ratioOf(busyOf(other, both), busyOf(own, both));
}

double middleOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void widen(std::vector<EndSpread>& spread, const Ops& spans)
{
    for (std::size_t i = 0; i < std::min(spread.size(), spans.size()); ++i) {
        spread[i].first = std::min(spread[i].first, spans[i].end);
        spread[i].last = std::max(spread[i].last, spans[i].end);
    }
}

bool isAlike(double pace) { return std::abs(pace - 1) <= kOtherPace; }

} // namespace

PeerWork::PeerWork(int shown, std::shared_ptr<const Spans> spans, const plan::Timeline& timeline,
                   bool live, TotalsPtr totals)
    : m_each(totals ? totals->each() : 1)
    , m_shown(shown)
    , m_spans(std::move(spans))
    , m_totals(std::move(totals))
{
    for (const auto& peers : *m_spans) {
        m_each = std::max(m_each, static_cast<int>(peers.size()));
        for (const Ops& peer : peers)
            if (!peer.empty())
                m_end = std::max(m_end, peer.back().end);
    }
    if (m_totals)
        m_end = std::max(m_end, m_totals->ofAll().end.most);
    const std::size_t places
        = m_totals ? static_cast<std::size_t>(m_totals->places()) : m_spans->size();
    m_places.resize(places);
    for (std::size_t place = 0; place < std::min(places, timeline.spans.size()); ++place)
        m_places[place] = compare(timeline.spans[place], static_cast<int>(place), live);
}

// By their ops where both have some, else by what the ops took in all.
std::vector<PeerWork::Compared> PeerWork::compareEach(const Ops& own, int place, bool live) const
{
    static const Ops kNone;
    Nanoseconds base = busyOf(own, own.size());
    if (m_totals && own.empty())
        base = m_totals->ofPlace(place).ops.median;
    std::vector<Compared> compared;
    for (int peer = 0; peer < m_each; ++peer) {
        const PeerTotal* total = m_totals ? m_totals->of(place, peer) : nullptr;
        const Ops* known = spans(place, peer);
        const Ops& other = known ? *known : kNone;
        if (peer == m_shown && (!own.empty() || !total))
            compared.push_back({Likeness::Comparable, 1});
        else if (total && (other.empty() || own.empty()))
            compared.push_back(total->hasWork()
                                   ? Compared{Likeness::Comparable, ratioOf(total->ops, base)}
                                   : Compared{});
        else if (const auto pace = paceBeside(own, other, live))
            compared.push_back({Likeness::Comparable, *pace});
        else
            compared.push_back({Likeness::Other, 0});
    }
    return compared;
}

PeerWork::Place PeerWork::compare(const Ops& own, int place, bool live) const
{
    const std::vector<Compared> compared = compareEach(own, place, live);
    std::vector<double> known;
    Place made;
    for (const Compared& each : compared) {
        made.silent += each.is == Likeness::Unknown ? 1 : 0;
        if (each.is == Likeness::Comparable)
            known.push_back(each.pace);
    }
    if (known.empty())
        return made;
    const double middle = std::max(1e-9, middleOf(known));
    made.alike = 0;
    std::optional<int> typical; // of those that are alike, nearest to the middle
    for (int peer = 0; peer < m_each; ++peer) {
        const Compared& each = compared[static_cast<std::size_t>(peer)];
        const double pace = each.pace / middle;
        made.paces.push_back(each.is == Likeness::Unknown ? 1 : pace);
        if (each.is == Likeness::Unknown)
            continue;
        if (each.is == Likeness::Comparable && isAlike(pace)) {
            ++made.alike;
            if (!typical
                || std::abs(pace - 1)
                    < std::abs(made.paces[static_cast<std::size_t>(*typical)] - 1))
                typical = peer;
        } else if (peer != m_shown) {
            made.outliers.push_back(peer);
        }
    }
    made.prominent = made.outliers;
    if (made.prominent.size() > kMostProminent) {
        const auto farther = [&made](int a, int b) {
            return std::abs(made.paces[static_cast<std::size_t>(a)] - 1)
                > std::abs(made.paces[static_cast<std::size_t>(b)] - 1);
        };
        std::stable_sort(made.prominent.begin(), made.prominent.end(), farther);
        made.prominent.resize(kMostProminent);
        std::sort(made.prominent.begin(), made.prominent.end());
    }
    const bool shownIsAlike = isAlike(made.paces[static_cast<std::size_t>(m_shown)]);
    if (!shownIsAlike && typical)
        for (std::vector<int>* rows : {&made.outliers, &made.prominent})
            rows->insert(std::upper_bound(rows->begin(), rows->end(), *typical), *typical);
    if (!shownIsAlike || made.alike < 2)
        return made;
    for (const plan::Span& span : own)
        made.spread.push_back({span.end, span.end});
    for (int peer = 0; peer < m_each; ++peer)
        if (const Ops* ops = spans(place, peer); ops
            && compared[static_cast<std::size_t>(peer)].is == Likeness::Comparable
            && isAlike(made.paces[static_cast<std::size_t>(peer)]))
            widen(made.spread, *ops);
    return made;
}

int PeerWork::alike(int place) const
{
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].alike : m_each;
}

int PeerWork::silent(int place) const
{
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].silent : 0;
}

const std::vector<int>& PeerWork::outliers(int place) const
{
    static const std::vector<int> kNone;
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].outliers : kNone;
}

const std::vector<int>& PeerWork::prominent(int place) const
{
    static const std::vector<int> kNone;
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].prominent : kNone;
}

double PeerWork::pace(int place, int peer) const
{
    const auto at = static_cast<std::size_t>(place);
    const auto of = static_cast<std::size_t>(peer);
    return at < m_places.size() && of < m_places[at].paces.size() ? m_places[at].paces[of] : 1;
}

const std::vector<plan::Span>* PeerWork::spans(int place, int peer) const
{
    const auto at = static_cast<std::size_t>(place);
    const auto of = static_cast<std::size_t>(peer);
    return peer == m_shown || !m_spans || at >= m_spans->size() || of >= (*m_spans)[at].size()
        ? nullptr
        : &(*m_spans)[at][of];
}

bool PeerWork::hasOps(int place, int peer) const
{
    if (isExact() || peer == m_shown)
        return true;
    const auto* known = spans(place, peer);
    return known && !known->empty();
}

const std::vector<EndSpread>& PeerWork::spread(int place) const
{
    static const std::vector<EndSpread> kNone;
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].spread : kNone;
}

} // namespace gui

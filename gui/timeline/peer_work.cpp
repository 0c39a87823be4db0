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
    const Nanoseconds busy = busyOf(own, both);
    if (busy <= Nanoseconds{0})
        return 1;
    return static_cast<double>(busyOf(other, both).count()) / static_cast<double>(busy.count());
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

} // namespace

PeerWork::PeerWork(int shown, Spans spans, const plan::Timeline& timeline, bool live)
    : m_shown(shown)
    , m_spans(std::move(spans))
{
    for (const auto& peers : m_spans) {
        m_each = std::max(m_each, static_cast<int>(peers.size()));
        for (const Ops& peer : peers)
            if (!peer.empty())
                m_end = std::max(m_end, peer.back().end);
    }
    m_places.resize(m_spans.size());
    for (std::size_t place = 0; place < std::min(m_spans.size(), timeline.spans.size()); ++place)
        m_places[place] = compare(timeline.spans[place], place, live);
}

PeerWork::Place PeerWork::compare(const Ops& own, std::size_t place, bool live) const
{
    const auto& peers = m_spans[place];
    std::vector<std::optional<double>> paces;
    std::vector<double> known;
    for (std::size_t peer = 0; peer < peers.size(); ++peer) {
        paces.push_back(static_cast<int>(peer) == m_shown ? std::optional(1.0)
                                                          : paceBeside(own, peers[peer], live));
        if (paces.back())
            known.push_back(*paces.back());
    }
    Place made;
    if (known.empty())
        return made;
    const double middle = std::max(1e-9, middleOf(known));
    made.alike = 0;
    std::optional<std::size_t> typical; // of those that are alike, nearest to the middle
    for (std::size_t peer = 0; peer < peers.size(); ++peer) {
        const double pace = paces[peer].value_or(0) / middle;
        made.paces.push_back(pace);
        if (paces[peer] && std::abs(pace - 1) <= kOtherPace) {
            ++made.alike;
            if (!typical || std::abs(pace - 1) < std::abs(made.paces[*typical] - 1))
                typical = peer;
        } else if (static_cast<int>(peer) != m_shown) {
            made.outliers.push_back(static_cast<int>(peer));
        }
    }
    const bool shownIsAlike
        = std::abs(made.paces[static_cast<std::size_t>(m_shown)] - 1) <= kOtherPace;
    if (!shownIsAlike && typical)
        made.outliers.insert(std::upper_bound(made.outliers.begin(), made.outliers.end(),
                                              static_cast<int>(*typical)),
                             static_cast<int>(*typical));
    if (!shownIsAlike || made.alike < 2)
        return made;
    for (const plan::Span& span : own)
        made.spread.push_back({span.end, span.end});
    for (std::size_t peer = 0; peer < peers.size(); ++peer)
        if (paces[peer] && std::abs(made.paces[peer] - 1) <= kOtherPace)
            widen(made.spread, peers[peer]);
    return made;
}

int PeerWork::alike(int place) const
{
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].alike : m_each;
}

const std::vector<int>& PeerWork::outliers(int place) const
{
    static const std::vector<int> kNone;
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].outliers : kNone;
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
    return peer == m_shown || at >= m_spans.size() || of >= m_spans[at].size() ? nullptr
                                                                               : &m_spans[at][of];
}

const std::vector<EndSpread>& PeerWork::spread(int place) const
{
    static const std::vector<EndSpread> kNone;
    const auto at = static_cast<std::size_t>(place);
    return at < m_places.size() ? m_places[at].spread : kNone;
}

} // namespace gui

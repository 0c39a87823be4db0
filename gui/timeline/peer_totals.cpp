#include "gui/timeline/peer_totals.h"

#include <algorithm>

namespace gui {
namespace {

constexpr double kLater = 0.01;  // than the middle pipeline: somebody is waited for
constexpr double kSlower = 0.05; // than the middle one of a place: it is that one

Spread spreadOf(std::vector<Nanoseconds>& times)
{
    if (times.empty())
        return {};
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    return {*least, *middle, *most};
}

double ratio(Nanoseconds time, Nanoseconds to)
{
    return to <= Nanoseconds{0}
        ? 1
        : static_cast<double>(time.count()) / static_cast<double>(to.count());
}

} // namespace

PeerTotals::PeerTotals(int each, std::vector<PeerTotal> ranks)
    : m_each(each)
    , m_ranks(std::move(ranks))
{
    const auto size = static_cast<std::size_t>(each);
    for (std::size_t first = 0; first + size <= m_ranks.size(); first += size)
        m_places.push_back(totalsOf(first, size));
    m_all = totalsOf(0, m_ranks.size());
    m_heldUpBy = findCulprit();
}

PlaceTotals PeerTotals::totalsOf(std::size_t first, std::size_t count) const
{
    PlaceTotals made;
    std::vector<Nanoseconds> ends;
    std::vector<Nanoseconds> idles;
    std::vector<Nanoseconds> ops;
    Nanoseconds longest{-1};
    for (std::size_t peer = 0; peer < count; ++peer) {
        const PeerTotal& rank = m_ranks[first + peer];
        if (rank.known != PeerTotal::Known::Nothing)
            ends.push_back(rank.end);
        if (!rank.hasWork())
            continue;
        idles.push_back(rank.idle);
        ops.push_back(rank.ops);
        if (rank.ops > longest) {
            longest = rank.ops;
            made.slowest = static_cast<int>(peer);
        }
    }
    made.told = static_cast<int>(ends.size());
    made.worked = static_cast<int>(ops.size());
    made.end = spreadOf(ends);
    made.idle = spreadOf(idles);
    made.ops = spreadOf(ops);
    return made;
}

const PeerTotal* PeerTotals::of(int place, int peer) const
{
    return place < 0 || place >= places() || peer < 0 || peer >= m_each
        ? nullptr
        : &m_ranks[static_cast<std::size_t>(place * m_each + peer)];
}

const PlaceTotals& PeerTotals::ofPlace(int place) const
{
    static const PlaceTotals kNone;
    return place < 0 || place >= places() ? kNone : m_places[static_cast<std::size_t>(place)];
}

std::optional<PeerTotals::Culprit> PeerTotals::findCulprit() const
{
    std::vector<Nanoseconds> lasts; // [peer] of the last op of its pipeline
    for (int peer = 0; peer < m_each; ++peer) {
        Nanoseconds last{};
        for (int place = 0; place < places(); ++place)
            last = std::max(last, of(place, peer)->lastOp);
        lasts.push_back(last);
    }
    const auto latest = std::max_element(lasts.begin(), lasts.end());
    std::vector<Nanoseconds> known;
    std::copy_if(lasts.begin(), lasts.end(), std::back_inserter(known),
                 [](Nanoseconds last) { return last > Nanoseconds{0}; });
    if (known.size() < 2 || ratio(*latest, spreadOf(known).median) < 1 + kLater)
        return {};
    Culprit found{.peer = static_cast<int>(latest - lasts.begin())};
    Nanoseconds most{-1};
    for (int place = 0; place < places(); ++place) {
        const PeerTotal& rank = *of(place, found.peer);
        const Nanoseconds longer = rank.ops - ofPlace(place).ops.median;
        if (!rank.hasWork() || longer <= most)
            continue;
        most = longer;
        found.place = place;
        found.pace = ratio(rank.ops, ofPlace(place).ops.median);
    }
    return found.pace < 1 + kSlower ? std::nullopt : std::optional(found);
}

} // namespace gui

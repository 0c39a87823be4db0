// What every rank of a run came to in one step, whether its ops are known or not: how far those
// that share a place of the pipeline are spread, and which of them holds the step up.

#pragma once

#include "gui/timeline/time_axis.h"

#include <optional>
#include <vector>

namespace gui {

// Times count from the beginning of the step.
struct PeerTotal {
    enum class Known {
        Nothing,
        Length,  // how long its step took, and nothing else
        Summary, // all of this, but none of its ops
        Ops,
    };
    Nanoseconds ops{};    // that its ops took
    Nanoseconds lastOp{}; // end of the last one
    Nanoseconds end{};    // of all that it did
    Nanoseconds idle{};   // of the step: neither ops nor its end
    Known known = Known::Nothing;

    bool hasWork() const { return known == Known::Summary || known == Known::Ops; }
    bool operator==(const PeerTotal&) const = default;
};

struct Spread {
    Nanoseconds least{};
    Nanoseconds median{};
    Nanoseconds most{};

    bool operator==(const Spread&) const = default;
};

// Of the ranks of one place.
struct PlaceTotals {
    int told = 0;   // how long their step took; 0: `end` is of nothing
    int worked = 0; // what they did in it; 0: nor is what follows
    Spread end{};
    Spread idle{};
    Spread ops{};     // of the time that ops took
    int slowest = -1; // the peer whose ops took longest
};

// Immutable once made; any thread.
class PeerTotals {
public:
    // [place * each + peer]. Precondition: each >= 1 and divides their number.
    PeerTotals(int each, std::vector<PeerTotal> ranks);

    int each() const { return m_each; }
    int places() const { return static_cast<int>(m_places.size()); }
    // Null outside of them.
    const PeerTotal* of(int place, int peer) const;
    // Nothing of a place that is not there.
    const PlaceTotals& ofPlace(int place) const;

    // The rank for which all others wait: of the pipeline whose last op ends last, at least a
    // hundredth later than that of the middle one, the one that took the most longer for its ops
    // than its peers did, at least a twentieth. Nothing where no rank stands out so.
    struct Culprit {
        int place = 0;
        int peer = 0;
        double pace = 1; // what its ops took, those of the middle one of its place taking 1
    };
    const std::optional<Culprit>& heldUpBy() const { return m_heldUpBy; }

    // Of the whole step: how long it took every rank, and how much of it that idled.
    const PlaceTotals& ofAll() const { return m_all; }

private:
    std::optional<Culprit> findCulprit() const;
    PlaceTotals totalsOf(std::size_t first, std::size_t count) const;

    int m_each = 1;
    std::vector<PeerTotal> m_ranks;
    std::vector<PlaceTotals> m_places;
    PlaceTotals m_all;
    std::optional<Culprit> m_heldUpBy;
};

} // namespace gui

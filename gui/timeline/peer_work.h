// The ranks of a run that share a place of the pipeline (replicas of data, ranks of tensor and
// context): what each of them ran, how far their ends are spread, and which of them stand out.

#pragma once

#include "engine/plan/timeline.h"
#include "gui/timeline/peer_totals.h"

#include <memory>
#include <vector>

namespace gui {

// When the peers that are alike ended one op.
struct EndSpread {
    Nanoseconds first{};
    Nanoseconds last{}; // >= first

    bool operator==(const EndSpread&) const = default;
};

// The row of one peer of a rank.
struct PeerRow {
    int rank = 0;
    int peer = 0;

    auto operator<=>(const PeerRow&) const = default;
};

// Immutable once made; any thread. A place is a rank of the track's timeline.
class PeerWork {
public:
    using Spans = std::vector<std::vector<std::vector<plan::Span>>>; // [place][peer], by start
    using TotalsPtr = std::shared_ptr<const PeerTotals>;
    // That stand out and have a row without being asked for, of a place: the worst ones.
    static constexpr std::size_t kMostProminent = 3;

    // `each` peers at every place, which all do exactly what the timeline says. Precondition: >= 1.
    explicit PeerWork(int each)
        : m_each(each)
    {
    }

    // As measured: `timeline` is of the peer `shown`, whose own lists are empty. `live`: of a step
    // under way, of which peers are compared as far as both have come. Linear in the spans.
    // Of a peer without spans `totals` may say how long its ops took; null: it is taken to have run
    // none.
    PeerWork(int shown, std::shared_ptr<const Spans> spans, const plan::Timeline& timeline,
             bool live, TotalsPtr totals = nullptr);
    PeerWork(int shown, Spans spans, const plan::Timeline& timeline, bool live)
        : PeerWork(shown, std::make_shared<const Spans>(std::move(spans)), timeline, live)
    {
    }

    int each() const { return m_each; }
    int shown() const { return m_shown; }
    bool isExact() const { return !m_spans; }            // all do what the timeline says
    const TotalsPtr& totals() const { return m_totals; } // null: nothing but ops is known

    // How many of a place are alike, the one shown counted where it is one of them.
    int alike(int place) const;
    // Of how many it is not known what they did: they sent no ops, and no more than how long their
    // step took.
    int silent(int place) const;
    // The others, rising: those that ran other ops, or took a tenth more or less time for them than
    // most did. Where that is the one shown, one of those that are alike stands here for them.
    const std::vector<int>& outliers(int place) const;
    // The worst of those, rising: kMostProminent at most.
    const std::vector<int>& prominent(int place) const;
    // What that peer took for its ops, the middle one of its place taking 1; 0: it ran others.
    double pace(int place, int peer) const;

    // Null: the same that the timeline says, or nothing is known of its ops; see hasOps().
    const std::vector<plan::Span>* spans(int place, int peer) const;
    // Its ops were recorded, or are those that the timeline says.
    bool hasOps(int place, int peer) const;
    // [span] of those that are alike; empty where nothing is known of others.
    const std::vector<EndSpread>& spread(int place) const;

    Nanoseconds end() const { return m_end; } // of the last op of any peer

private:
    struct Place {
        int alike = 1;
        int silent = 0;
        std::vector<int> outliers;
        std::vector<int> prominent;
        std::vector<double> paces; // [peer]
        std::vector<EndSpread> spread;
    };
    enum class Likeness { Unknown, Comparable, Other };
    // How a peer compares with the one shown: what it took in all, that one taking 1.
    struct Compared {
        Likeness is = Likeness::Unknown;
        double pace = 0;
    };

    Place compare(const std::vector<plan::Span>& own, int place, bool live) const;
    std::vector<Compared> compareEach(const std::vector<plan::Span>& own, int place,
                                      bool live) const;

    int m_each = 1;
    int m_shown = 0;
    std::shared_ptr<const Spans> m_spans;
    TotalsPtr m_totals;
    std::vector<Place> m_places;
    Nanoseconds m_end{};
};

} // namespace gui

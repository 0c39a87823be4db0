// The ranks of a run that share a place of the pipeline (replicas of data, ranks of tensor and
// context): what each of them ran, how far their ends are spread, and which of them stand out.

#pragma once

#include "engine/plan/timeline.h"
#include "gui/timeline/time_axis.h"

#include <vector>

namespace gui {

// When the peers that are alike ended one op.
struct EndSpread {
    Nanoseconds first{};
    Nanoseconds last{}; // >= first

    bool operator==(const EndSpread&) const = default;
};

// Immutable once made; any thread. A place is a rank of the track's timeline.
class PeerWork {
public:
    using Spans = std::vector<std::vector<std::vector<plan::Span>>>; // [place][peer], by start

    // `each` peers at every place, which all do exactly what the timeline says. Precondition: >= 1.
    explicit PeerWork(int each)
        : m_each(each)
    {
    }

    // As measured: `timeline` is of the peer `shown`, whose own lists are empty. `live`: of a step
    // under way, of which peers are compared as far as both have come. Linear in the spans.
    PeerWork(int shown, Spans spans, const plan::Timeline& timeline, bool live);

    int each() const { return m_each; }
    int shown() const { return m_shown; }
    bool isExact() const { return m_spans.empty(); } // all do what the timeline says

    // How many of a place are alike, the one shown counted where it is one of them.
    int alike(int place) const;
    // The others, rising: those that ran other ops, or took a tenth more or less time for them than
    // most did. Where that is the one shown, one of those that are alike stands here for them.
    const std::vector<int>& outliers(int place) const;
    // What that peer took for its ops, the middle one of its place taking 1.
    double pace(int place, int peer) const;

    // Null: the same that the timeline says.
    const std::vector<plan::Span>* spans(int place, int peer) const;
    // [span] of those that are alike; empty where nothing is known of others.
    const std::vector<EndSpread>& spread(int place) const;

    Nanoseconds end() const { return m_end; } // of the last op of any peer

private:
    struct Place {
        int alike = 1;
        std::vector<int> outliers;
        std::vector<double> paces; // [peer]
        std::vector<EndSpread> spread;
    };

    Place compare(const std::vector<plan::Span>& own, std::size_t place, bool live) const;

    int m_each = 1;
    int m_shown = 0;
    Spans m_spans;
    std::vector<Place> m_places;
    Nanoseconds m_end{};
};

} // namespace gui

// One search: what it may still spend, and the best order so far.
//
// What is spent is counted in simulated ops, not in time, so that a search finds the same order on
// every machine. Every stage of the search offers its candidates here and asks whether to go on.

#pragma once

#include "engine/plan/zb_auto/evaluate.h"
#include "engine/plan/zb_auto/order_search.h"

#include <optional>

namespace plan::zb_auto {

// Of an order: the objective, then the other measure, then memory. Less is better.
struct Standing {
    Ticks value = 0;
    Ticks other = 0;
    long long memory = 0; // (microbatch, stage) pairs held, the ranks' peaks added up

    auto operator<=>(const Standing&) const = default;
};

class Run {
public:
    // Borrows all three, which must outlive it.
    Run(const AutoRequest& request, const AutoLimits& limits, const OnAutoProgress& onProgress);

    // What is searched for, and of a score the measure that is the objective, and the other one.
    AutoObjective objective() const { return m_request.objective; }
    Ticks valueOf(const Score& score) const
    {
        return objective() == AutoObjective::Makespan ? score.makespan : score.span;
    }
    Ticks otherOf(const Score& score) const
    {
        return objective() == AutoObjective::Makespan ? score.span : score.makespan;
    }

    // Counts a candidate that took so many simulated ops, and reports progress now and then.
    // False: the search is over.
    bool spend(long long ops);
    // Nothing more is to be tried: the limit is reached, or the search has ended.
    bool over() const { return m_ended || m_progress.ops >= m_limits.ops; }
    // By the callback, or because the best order reaches the lower bound and so is optimal.
    bool ended() const { return m_ended; }
    // Of the limit. May be over 1, as the start candidates of the catalogue are all tried.
    double spentShare() const { return double(m_progress.ops) / double(m_limits.ops); }
    // In simulated ops.
    long long limit() const { return m_limits.ops; }

    // Takes the order if it is better than the best so far; says whether it did. `origin` is where
    // it comes from, as in AutoProgress::origin. The orders must be legal and within the caps.
    bool offer(const Problem& problem, const Orders& orders, const Score& score,
               std::string_view origin);
    bool offer(Schedule schedule, const Score& score, std::string_view origin);

    // To be called for every placement that is tried, before the first candidate. The smallest
    // bound counts: the best order may have any of the placements.
    void addBounds(Ticks lowerBound);

    // Precondition: an order was taken.
    AutoResult result() &&;
    const std::optional<AutoResult>& best() const { return m_best; }

private:
    void tell(); // calls the callback, whose answer may end the search

    const AutoRequest& m_request;
    const AutoLimits& m_limits;
    const OnAutoProgress& m_onProgress;
    std::optional<AutoResult> m_best;
    Standing m_bestStanding;
    AutoProgress m_progress;
    std::optional<Ticks> m_lowerBound;
    long long m_told = 0; // ops spent when the callback was last called
    bool m_ended = false;
    bool m_stopped = false; // ended by the callback
};

} // namespace plan::zb_auto

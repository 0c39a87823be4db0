// One search: what it may still spend, and the best order so far.

#pragma once

#include "engine/plan/zb_auto/evaluate.h"
#include "engine/plan/zb_auto/order_search.h"

#include <optional>

namespace plan::zb_auto {

// Of an order: the objective, then the other measure, then memory. Less is better.
struct Standing {
    Ticks value = 0;
    Ticks other = 0;
    long long memory = 0; // pairs held, the ranks' peaks added up

    auto operator<=>(const Standing&) const = default;
};

class Run {
public:
    Run(const AutoRequest& request, const AutoLimits& limits, const OnAutoProgress& onProgress);

    AutoObjective objective() const { return m_request.objective; }
    Ticks valueOf(const Score& score) const
    {
        return objective() == AutoObjective::Makespan ? score.makespan : score.span;
    }
    Ticks otherOf(const Score& score) const
    {
        return objective() == AutoObjective::Makespan ? score.span : score.makespan;
    }

    // Counts a candidate. False: the search is over.
    bool spend(long long ops);
    // By the limits, or ended.
    bool over() const { return m_ended || m_progress.ops >= m_limits.ops; }
    // By the callback, or because the best is proven to be.
    bool ended() const { return m_ended; }
    // Of the limit, in [0, 1].
    double spentShare() const { return double(m_progress.ops) / double(m_limits.ops); }
    long long limit() const { return m_limits.ops; }

    // Takes the order if it is better than the best so far.
    bool offer(const Problem& problem, const Orders& orders, const Score& score,
               std::string_view origin);
    bool offer(Schedule schedule, const Score& score, std::string_view origin);

    // Of every placement that is tried; before the first candidate.
    void addBounds(Ticks lowerBound);

    AutoResult result() &&;
    const std::optional<AutoResult>& best() const { return m_best; }

private:
    void tell();

    const AutoRequest& m_request;
    const AutoLimits& m_limits;
    const OnAutoProgress& m_onProgress;
    std::optional<AutoResult> m_best;
    Standing m_bestStanding;
    AutoProgress m_progress;
    std::optional<Ticks> m_lowerBound;
    long long m_told = 0; // ops by then
    bool m_ended = false;
    bool m_stopped = false;
};

} // namespace plan::zb_auto

// Runs orders again and again, faster than simulate(): buffers are kept, and nothing but
// the times that the search asks for is noted.
//
// A search runs thousands of orders of one shape, so what an Evaluator allocates is used again by
// every run. It is the one place where the time of a search goes.

#pragma once

#include "engine/plan/ready_ranks.h"
#include "engine/plan/zb_auto/problem.h"

#include <optional>

namespace plan::zb_auto {

// What an order takes, in ticks. Which of the two is less is better depends on the objective.
struct Score {
    Ticks makespan = 0; // with the tails
    Ticks span = 0;     // the longest from a rank's first op to the end of its last

    bool operator==(const Score&) const = default;
};

class Evaluator {
public:
    // `problem` must outlive it.
    explicit Evaluator(const Problem& problem);

    // nullopt for a deadlock. Agrees with simulate() to the nanosecond.
    //
    // Precondition: every op of the shape stands once, on its rank, backwards in two parts.
    std::optional<Score> run(const Orders& orders);

    // Of the last run: [rank], the start of every op of its order.
    const std::vector<std::vector<Ticks>>& starts() const { return m_starts; }

private:
    // How far a rank has come.
    struct Cursor {
        std::size_t next = 0; // index of its next op
        Ticks free = 0;       // end of the op before that
    };

    // Runs the rank as far as it goes; true: to its end.
    bool runRank(std::size_t rank, const std::vector<Op>& order);
    // As OpSlots: an index for each output, its gradient being the input's.
    std::size_t slot(int stage, int microbatch, bool gradient) const
    {
        return 2
            * (static_cast<std::size_t>(stage) * m_microbatches
               + static_cast<std::size_t>(microbatch))
            + (gradient ? 1U : 0U);
    }
    // Whether the op's input is there; moves `start` to when it is. Else notes the wait.
    bool awaitInput(const Op& op, std::size_t rank, Ticks& start);
    // Notes when the op's output is there, and wakes the rank that waits for it.
    void finish(const Op& op, Ticks end);

    const Problem& m_problem;
    std::size_t m_microbatches;
    std::vector<Ticks> m_ends; // [slot]: end, or who waits
    std::vector<Cursor> m_cursors;
    ReadyRanks m_ready;
    std::vector<std::vector<Ticks>> m_starts;
};

// Whether every rank's order stays within its memory: the caps in pairs, of which a pair whose
// weight gradient is deferred takes Problem::deferredUnits. Whole backwards may stand in it.
bool fits(const Problem& problem, const Orders& orders);
bool fits(const Problem& problem, const std::vector<Op>& order, std::size_t rank);

} // namespace plan::zb_auto

// Which ranks of a world take longer for their ops than those that do the same work beside them:
// the other ranks at their place of the pipeline. It needs neither a prediction nor a history, and
// no ops, only what each rank's step came to; so it holds from the first step on, and for every
// rank.

#pragma once

#include "engine/measured/step_assembler.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace measured {

struct SlowReplica {
    int rank = 0;               // of the world
    double factor = 1;          // what its ops take, those of the middle one of its place taking 1
    int since = 0;              // the first slow step
    std::optional<int> until{}; // the first step in which it was not; empty: it is slow
};

// A rank is slow once its ops took over kSlow times what those of the middle one of its place took,
// in kSteps steps in a row, and well again once they took less than halfway to that in as many.
// Where fewer than kFewest ranks of a place say what they did, nothing is said. Not thread-safe.
class ReplicaWatch {
public:
    static constexpr double kSlow = 1.15;
    static constexpr int kSteps = 3;
    static constexpr int kFewest = 3;
    static constexpr std::size_t kMaxFound = 256;

    // Steps in order; one that is not whole, or of one replica, says nothing. Linear in the ranks.
    void add(const Step& step, int replicas);

    // By when they were found; of more than kMaxFound the newest.
    const std::deque<SlowReplica>& found() const { return m_found; }

private:
    struct Rank {
        int slow = 0;  // steps in a row
        int well = 0;  // likewise, of one that was found
        int since = 0; // the first of them
        double factors = 0;
        int counted = 0;
        bool isFound = false;
    };
    void judge(int number, double factor, int step); // of that rank
    SlowReplica* entryOf(int rank);

    std::map<int, Rank> m_ranks; // that were slow in the last step, or were found
    std::deque<SlowReplica> m_found;
};

} // namespace measured

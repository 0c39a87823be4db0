// Whether the ranks of a schedule, each running its ops in order, wait for each other
// for ever; and if so, who waits for whom, all the way round.

#pragma once

#include "engine/plan/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace plan {

// What one rank waits for.
struct Wait {
    enum class For : std::uint8_t {
        Output, // the rank is at op `at`, whose input `needs` has not run on rank `of`
        Room,   // it has run `at` and cannot send it before rank `of` receives `needs`
    };

    int rank = 0;
    Op at;
    Op needs;
    int of = 0;
    For what = For::Output;

    bool operator==(const Wait&) const = default;
};

// Each wait is for the rank of the next one, the last for the rank of the first, whose
// number is the smallest. On that rank what is needed stands behind what it waits at.
struct Deadlock {
    std::vector<Wait> cycle;
    int stuckRanks = 0; // that cannot finish: those of the cycle, and who waits for them

    bool operator==(const Deadlock&) const = default;
};

// "rank 0 waits at 4F0 for 3F0 of rank 3, which stands behind 3F4, which waits for 2F4
// of rank 2, which stands behind ..., which waits for 0F1 of rank 0, which stands behind
// 4F0". Of a long cycle the waits in the middle are only counted.
std::string toSentence(const Deadlock& deadlock);

// The same cycle, beginning with the wait of that rank, if it has one there.
Deadlock startingAt(Deadlock deadlock, int rank);

// With room for any number of messages. An input that stands nowhere in the order is
// taken for one that is there, so that an order under construction can be asked too.
// Linear in the ops.
//
// Precondition: no op of the schedule is wrong (validate.h); ops may be missing.
std::optional<Deadlock> findDeadlock(const Schedule& schedule);

// With room for `buffers` messages from one rank to another that the receiver has not
// asked for; 0: a send ends when its receive has begun (rendezvous). A rank sends after
// an op what the op made, and asks for messages right before the op that needs them,
// in the order of lower(); what it sends and asks for between two ops begins together.
//
// Precondition of this and the next: the schedule is legal. Linear in the ops, but for
// the logarithm of the ranks.
std::optional<Deadlock> findDeadlock(const Schedule& schedule, int buffers);

// The smallest number of `buffers` with which the schedule runs to its end.
int channelBuffersNeeded(const Schedule& schedule);

} // namespace plan

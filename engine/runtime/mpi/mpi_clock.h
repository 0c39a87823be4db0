// Sets the clocks of a pipeline's ranks against rank 0's.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock_sync.h"
#include "engine/runtime/waiting.h"

#include <mpi.h>

#include <vector>

namespace engine {

// This rank's clock against rank 0's. `comm` and `waiting` must outlive it.
//
// All ranks of `comm` call open(), and later measureAgain(), together. Ranks with rank 0's
// boot id share its clock; the others exchange messages with rank 0, one after the other
// while the rest sleep, for milliseconds each, on busy machines for a second at most. A wait
// for a message ends after `patience`, one for a turn after what those before may take, too.
class MpiClock {
public:
    // `measureAnyway` exchanges messages with every rank and reports what they say.
    static plan::Result<MpiClock> open(MPI_Comm comm, Waiting& waiting, Nanoseconds patience,
                                       bool measureAnyway = false);

    // By all measurements that are kept: the offset when it was last measured, and the drift.
    const RankClock& get() const { return m_clock; }

    // Between steps, every minute or so: the ranks of other machines are asked one by one,
    // some milliseconds each. Sends nothing where all ranks are of one machine.
    plan::Outcome measureAgain();

private:
    MpiClock(MPI_Comm comm, Waiting& waiting, Nanoseconds patience);
    plan::Outcome measure(int exchanges);

    MPI_Comm m_comm;
    Waiting* m_waiting;
    Nanoseconds m_patience;
    std::vector<int> m_asking;           // the ranks that exchange messages with rank 0
    std::vector<ClockOffset> m_measured; // the latest
    RankClock m_clock;
};

} // namespace engine

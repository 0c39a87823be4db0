// Ranks that idle although their input is there, since a transfer of theirs is not through yet.
//
// Many programs post the transfers around an op together and go on when all are through: a rank
// then stands still until the rank that it exchanges with comes to its side of them, between two
// ops of its own. A timeline does not name such waits, but shows them: the rank begins as soon
// after the moment at which the other goes on as what they exchange takes. A simulation has none.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstddef>
#include <vector>

namespace plan {

class HeldRanks {
public:
    // All three must outlive it. Precondition: that of account() (ledger.h).
    HeldRanks(const Schedule& schedule, const Timeline& timeline, const Costs& costs);

    struct Held {
        Nanoseconds until{}; // when `byRank` came to it; the gap's begin where nobody held it
        int byRank = -1;
    };

    // Of the time from `begin` until that span of the rank begins.
    Held before(std::size_t rank, std::size_t span, Nanoseconds begin);

private:
    void noteStarts();
    // What is under way between a rank and another around a gap.
    struct Exchange {
        std::size_t with = 0;
        Nanoseconds lasts{}; // all of it one after the other, as on one link
    };
    void add(std::vector<Exchange>& exchanges, std::size_t rank, const Op& here,
             const Op& there) const;
    // When the rank last came from one op to the next: an end or a start of a span, at most
    // `until`; negative where none is.
    Nanoseconds lastTurn(std::size_t rank, Nanoseconds until) const;

    const Schedule& m_schedule;
    const Timeline& m_timeline;
    const Costs& m_costs;
    const OpSlots m_slots;
    std::vector<Nanoseconds> m_starts; // by m_slots, once asked for; negative: no such span
};

} // namespace plan

// When the ranks of a world entered the tail of a step.
//
// On a real device the tail ends in a sum over all ranks, the norm of the gradients: no rank
// leaves it before the last one is there. What a rank waits in it until then is idle time, a
// bubble; only from then on it is collective time. A rank tells of its tail as one span,
// whatever it reduces with its copies before the norm, so the moment at which the last rank of
// the world has entered is the begin of the collective of all: right for the step as a whole,
// though copies that were all there earlier may have reduced a part of it before.
//
// On the emulated device, as in a prediction, a rank reduces with nobody but its copies, and
// they are there when it is: nothing is waited for, and none of this applies.

#pragma once

#include "engine/plan/timeline.h"
#include "telemetry/wire.h"

#include <cstdint>
#include <map>
#include <optional>

namespace measured {

class TailEntries {
public:
    // Spans, summaries and marks of the ranks of the world may come in any order.
    void add(std::uint32_t rank, const telemetry::SpanRecord& span);
    void add(std::uint32_t rank, const telemetry::StepSummary& summary);
    void add(std::uint32_t rank, const telemetry::StepMark& mark);

    // It has told the end of the step.
    bool hasEnded(std::uint32_t rank) const;

    // No rank of those that have said anything has more to say of it.
    bool complete() const { return m_settled == m_ranks.size(); }

    // How much later `other`, of a later step, began: on the clock of the rank for which that
    // is longest; nothing where no rank is known to have begun both.
    std::optional<plan::Nanoseconds> until(const TailEntries& other) const;

    // From the step's zero; nothing where no rank is known to have entered. A rank enters
    // with its collective, or where it told of none with the end of its last op.
    std::optional<plan::Nanoseconds> last() const;

private:
    struct Rank {
        std::optional<std::int64_t> zeroNs;       // all times on the rank's clock
        std::optional<std::int64_t> collectiveNs; // begin of its first one in the tail
        std::optional<std::int64_t> lastOpNs;
        std::optional<std::uint32_t> spans; // that it recorded, once it has ended
        std::uint32_t seen = 0;

        // Nothing more of it is waited for.
        bool isSettled() const
        {
            // A rank has entered when its collective was seen; one without is known only once all
            // its spans are here.
            return zeroNs && (collectiveNs || (spans && seen >= *spans));
        }
    };
    template <class Change>
    void change(std::uint32_t number, const Change& change);

    std::map<std::uint32_t, Rank> m_ranks; // a world may be far larger than those that speak
    std::size_t m_settled = 0;             // of those, so that no frame asks all of them
};

// The tail as it counts: its collective begins once the last rank has entered, at
// `lastEntry`. Whatever the clocks say, within the collective.
plan::Tail onceAllAreIn(plan::Tail tail, plan::Nanoseconds lastEntry);

} // namespace measured

// How far the clocks of a step's ranks are apart, as the ops themselves show it: none can
// begin before its input was made. See traced_step.h for what is taken for granted.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// What is known of the clocks of a step beside what its ops show.
struct KnownClocks {
    // [rank] Ranks of one number count from one moment of one clock. Empty: each is on its own.
    std::vector<int> clocks;
    // [rank] Between which what is to be added to a rank's times lies, against the first rank,
    // where that is known. Empty: of none.
    struct Range {
        Nanoseconds least{};
        Nanoseconds most{};
    };
    std::vector<std::optional<Range>> ranges;
};

struct RankClocks {
    // [rank] What to add to the times of each rank; none makes a time negative.
    std::vector<Nanoseconds> moves;
    // [rank] By how much that can be wrong either way, against the first rank: half of what the ops
    // leave open.
    std::vector<Nanoseconds> halfWidths;
    // [rank] The middle of it, against the first rank; as `moves`, but for one and the same time.
    std::vector<Nanoseconds> middles;
    // By how much ops contradict each other, whatever the clocks; 0: they do not.
    Nanoseconds contradiction{};
};

// Every message between two ranks bounds the one's clock against the other's; the bounds of all
// pairs together leave each rank a range, whose middle is taken. Two clocks that the ops contradict
// by themselves are moved by half each, as if a hop took as long forward as back.
//
// Precondition: the timeline has every op of the schedule; its times are >= 0.
RankClocks clocksOf(const plan::Schedule& schedule, const plan::Timeline& timeline,
                    const KnownClocks& known = {});

// Ops that begin before another rank has made their input.
struct EarlyOps {
    std::size_t count = 0;
    Nanoseconds most{};
};

// Precondition: likewise.
EarlyOps earlyOps(const plan::Schedule& schedule, const plan::Timeline& timeline);

} // namespace measured

// Where the time of some ranks went between two moments: what the ledger says of a whole step, of
// any part of it.

#pragma once

#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/time_area.h"

#include <QString>

#include <array>
#include <functional>
#include <vector>

namespace gui {

enum class AreaLine : std::uint8_t {
    Forward,
    Backward,
    InputGrad,
    WeightGrad,
    Recompute,
    Transfer,   // exposed: nothing is computed meanwhile
    Collective, //
    Optimizer,
    WarmUpBubble,
    SteadyBubble,
    CoolDownBubble,
    NoData,  // spans were lost, or nothing accounts for a gap
    Outside, // before the step or after it; of a step under way, what has not happened yet
};

inline constexpr std::size_t kAreaLines = 13;

constexpr bool isBubble(AreaLine line)
{
    return line >= AreaLine::WarmUpBubble && line <= AreaLine::CoolDownBubble;
}

using AreaTimes = std::array<Nanoseconds, kAreaLines>; // by AreaLine

// The sum of the lines is exactly the length of the area times those of its ranks that the track
// has. An op that the area cuts gives its share of recomputation and communication; of a whole step
// the lines are those of the track's ledger. Linear in the spans in the area, and in those of a
// rank where the track has no ledger. `stop` is asked now and then; the answer is of no use once it
// has said true.
//
// Precondition: the track has a timeline.
AreaTimes areaTimes(const TrackData& track, const TimeArea& area,
                    const std::function<bool()>& stop = {});

// The ops of one kind that lie in an area, wholly or in part.
struct AreaOps {
    std::int64_t count = 0;
    Nanoseconds total{}; // what they take as whole ops

    Nanoseconds mean() const { return count > 0 ? total / count : Nanoseconds{0}; }
};

struct AreaLedger {
    struct Track {
        QString title;
        QString source; // where its numbers come from; translated, empty: not said
        bool measured = false;
        int ranks = 0; // of the area; > 0
        AreaTimes times{};
        std::array<AreaOps, 4> ops{}; // by plan::OpKind
    };
    TimeArea area;
    std::vector<Track> tracks; // by slot; those that have ranks of the area
};

// Pure; any thread.
AreaLedger areaLedger(const Tracks& tracks, const TimeArea& area,
                      const std::function<bool()>& stop = {});

} // namespace gui

// What lanes say in words: what happens at a moment, why a rank waits, and the numbers by which
// tracks are compared.

#pragma once

#include "gui/lanes/lane_track.h"
#include "gui/lanes/why_walk.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

// In which times are counted: that of one forward; nothing: in units of time.
using LaneUnit = std::optional<Nanoseconds>;

// "12.5 u"
QString laneTime(Nanoseconds time, LaneUnit unit);

// "1B0"
QString opText(const plan::Op& op);

// One sentence about what happens at that moment: of `rank`, or where that is -1 of the rank with
// which something happened last, rather one that waits. Precondition: the track has a timeline.
QString tickSentence(const TrackData& track, Nanoseconds at, LaneUnit unit, int rank = -1);

// What the last link that was walked says; of none what the walk would be about. Empty where no
// walk is on.
QString whySentence(const WhyWalk& walk, LaneUnit unit);

struct LaneFact {
    QString name;
    QString value;
};

// The step, its three bubbles by name, most in flight, and messages.
std::vector<LaneFact> factsOf(const lesson::Planned& planned, LaneUnit unit);

} // namespace gui

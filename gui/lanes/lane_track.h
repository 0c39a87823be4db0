// A planned step as lanes show it: its track, what is held and what is on its way at a moment.

#pragma once

#include "engine/lesson/planned.h"
#include "gui/timeline/track_data.h"

#include <QString>

#include <vector>

namespace gui {

// Precondition: `planned` has a timeline.
struct LaneTrack {
    QString title; // that of a state; plain
    lesson::PlannedPtr planned;
    std::vector<int> cap{}; // [rank], or one for all: most in flight; empty: none is drawn

    int ranks() const { return static_cast<int>(planned->timeline().spans.size()); }
    int capOf(int rank) const; // 0: any number
    bool operator==(const LaneTrack&) const = default;
};

// With its ledger, its causes and its critical path, as every picture of a lesson has it.
TrackData trackOf(const QString& title, const lesson::PlannedPtr& planned);

// The forwards whose activations the rank holds at that moment, those it has held longest first. A
// forward holds from its begin on, until the last part of its backward has ended: at most
// plan::peakInFlight() of them.
std::vector<plan::Op> heldOn(const plan::Timeline& timeline, int rank, Nanoseconds at);

// What one rank makes and another one consumes.
struct LaneMessage {
    plan::Op of;
    int from = 0;
    int to = 0;
    Nanoseconds sent{};
    Nanoseconds arrives{}; // >= sent
};

// In the order in which they are sent. Precondition: the track has an explainer.
std::vector<LaneMessage> messagesOf(const TrackData& track);

// When anything begins or ends, with the begin and the end of the step: rising, each once.
std::vector<Nanoseconds> eventsOf(const plan::Timeline& timeline);

// [stage] which of its rank's stages it is, from 0.
std::vector<int> chunksOfStages(const plan::Placement& placement);

} // namespace gui

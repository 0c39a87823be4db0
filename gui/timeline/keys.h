// Which key asks the timeline for what. A pure function of the event, so it is tested without a
// widget; TimelineNavigator does what is asked. The table of keys for people is in
// timeline_panel.h.

#pragma once

#include <QKeyEvent>

#include <optional>

namespace gui {

// Times are those of the timeline on show, ranks the rows from top to bottom.
enum class TimelineCommand {
    ZoomIn, // at the pointer
    ZoomOut,
    Earlier, // pan
    Later,
    RankAbove, // selects the op nearest in time there
    RankBelow,
    Focus,  // the op under the pointer, or the one selected, fills the view
    FitAll, // the whole step
    Deselect,
    NextOp, // of the same rank, in time
    PreviousOp,
    Consumer, // the op that waits for the one selected
    Producer, // the op that the one selected waits for
    Marker,   // times are measured from there
    Back,     // through the ranges that were visible before
    Forward,
};

// Nothing where the key means something else, or is not the timeline's.
std::optional<TimelineCommand> commandOf(const QKeyEvent& event);

} // namespace gui

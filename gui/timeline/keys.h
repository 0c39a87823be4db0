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
    Consumer,      // the op that waits for the one selected
    Producer,      // the op that the one selected waits for
    Marker,        // times are measured from there
    LastingMarker, // likewise, until it is removed
    RemoveMarker,
    AreaOfAll,  // the area is the whole step of all ranks,
    AreaOfOp,   // what the op selected takes of its rank,
    AreaWithOp, // or what it was and that, too
    Pin,        // the rank stands on top, or no longer
    Fold,       // its peers have rows of their own, or no longer
    Find,
};

// Nothing where the key means something else, or is not the timeline's.
std::optional<TimelineCommand> commandOf(const QKeyEvent& event);

} // namespace gui

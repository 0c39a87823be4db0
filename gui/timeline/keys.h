// Which key asks the timeline for what. Pure.

#pragma once

#include <QKeyEvent>

#include <optional>

namespace gui {

enum class TimelineCommand {
    ZoomIn,
    ZoomOut,
    Earlier,
    Later,
    RankAbove,
    RankBelow,
    Focus,
    FitAll,
    Deselect,
    NextOp,
    PreviousOp,
    Consumer,
    Producer,
    Marker,
    Back,
    Forward,
};

std::optional<TimelineCommand> commandOf(const QKeyEvent& event);

} // namespace gui

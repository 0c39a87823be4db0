#include "gui/timeline/keys.h"

namespace gui {

std::optional<TimelineCommand> commandOf(const QKeyEvent& event)
{
    // Shift is left out, since '+' takes it on many keyboards; so are the marks of the number pad
    // and of a layout that was switched.
    const auto modifiers
        = event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier | Qt::GroupSwitchModifier);
    const bool shift = event.modifiers() & Qt::ShiftModifier;
    if (modifiers == Qt::ControlModifier && !shift && event.key() == Qt::Key_A)
        return TimelineCommand::AreaOfAll;
    if (modifiers != Qt::NoModifier)
        return {}; // the window's shortcuts
    switch (event.key()) {
    case Qt::Key_P:
        return shift ? std::optional(TimelineCommand::Pin) : std::nullopt;
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return TimelineCommand::ZoomIn;
    case Qt::Key_S:
    case Qt::Key_Minus:
        return TimelineCommand::ZoomOut;
    case Qt::Key_A:
    case Qt::Key_Left:
        return TimelineCommand::Earlier;
    case Qt::Key_D:
    case Qt::Key_Right:
        return TimelineCommand::Later;
    case Qt::Key_Up:
        return TimelineCommand::RankAbove;
    case Qt::Key_Down:
        return TimelineCommand::RankBelow;
    case Qt::Key_F:
        return TimelineCommand::Focus;
    case Qt::Key_0:
    case Qt::Key_Home:
        return TimelineCommand::FitAll;
    case Qt::Key_Escape:
        return TimelineCommand::Deselect;
    case Qt::Key_Period:
        return TimelineCommand::NextOp;
    case Qt::Key_Comma:
        return TimelineCommand::PreviousOp;
    case Qt::Key_BracketRight:
        return TimelineCommand::Consumer;
    case Qt::Key_BracketLeft:
        return TimelineCommand::Producer;
    case Qt::Key_M:
        return shift ? TimelineCommand::LastingMarker : TimelineCommand::Marker;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        return TimelineCommand::RemoveMarker;
    case Qt::Key_R:
        return shift ? TimelineCommand::AreaWithOp : TimelineCommand::AreaOfOp;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return TimelineCommand::Fold;
    case Qt::Key_Slash:
        return TimelineCommand::Find;
    default:
        return {};
    }
}

} // namespace gui

// One gesture of the user on the strategy, undone and redone as a whole: typing a number, turning a
// wheel over it, or pressing a button. Holds both states, so neither way can fail.

#pragma once

#include "engine/strategy/strategy.h"

#include <QUndoCommand>

#include <functional>

namespace gui {

class StrategyEdit : public QUndoCommand {
public:
    // Called with the strategy to show; `undone` tells whether the change was taken back.
    using Apply = std::function<void(const strategy::Strategy&, bool undone)>;

    // `gesture` >= 0: edits with the same one merge into one command. `text` names the change in
    // the history. `apply` is called by every redo(), the first when the edit is pushed, and by
    // every undo(); what it refers to must outlive the undo stack.
    StrategyEdit(const QString& text, int gesture, strategy::Strategy before,
                 strategy::Strategy after, Apply apply);

    void undo() override;
    void redo() override;
    int id() const override { return m_gesture; }
    // Always true for another edit of the same gesture. An edit that then changes nothing any more
    // removes itself from the history.
    bool mergeWith(const QUndoCommand* other) override;

private:
    int m_gesture = 0; // >= 0
    strategy::Strategy m_before;
    strategy::Strategy m_after;
    Apply m_apply;
};

} // namespace gui

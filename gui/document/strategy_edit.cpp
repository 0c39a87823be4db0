#include "gui/document/strategy_edit.h"

namespace gui {

StrategyEdit::StrategyEdit(const QString& text, int gesture, strategy::Strategy before,
                           strategy::Strategy after, Apply apply)
    : QUndoCommand(text)
    , m_gesture(gesture)
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_apply(std::move(apply))
{
}

void StrategyEdit::undo() { m_apply(m_before, true); }

void StrategyEdit::redo() { m_apply(m_after, false); }

bool StrategyEdit::mergeWith(const QUndoCommand* other)
{
    // The stack only offers commands with our id, which are all of this class.
    const auto* next = static_cast<const StrategyEdit*>(other);
    m_after = next->m_after;
    setObsolete(m_after == m_before); // the gesture ended where it began
    return true;
}

} // namespace gui

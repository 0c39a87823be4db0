#include "gui/inputs/undo_keys.h"

#include <QKeyEvent>
#include <QWidget>

namespace gui {
namespace {

class UndoKeys : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject*, QEvent* event) override { return isLeftToWindow(event); }
};

} // namespace

bool isLeftToWindow(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo))
        return false;
    event->ignore(); // an input that took it would keep it from the window
    return true;
}

void leaveUndoToWindow(QWidget* input) { input->installEventFilter(new UndoKeys(input)); }

} // namespace gui

// Where the docks of the main window stand at first, for windows of any size. Later the user's own
// layout is restored.

#pragma once

#include <QSize>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace gui {

// All of them; no dock may be null.
struct Docks {
    QDockWidget* editor = nullptr; // left
    QDockWidget* run = nullptr;    // right
    QDockWidget* chart = nullptr;  // under it, and the next two beside or under that
    QDockWidget* loss = nullptr;
    QDockWidget* throughput = nullptr;
    QDockWidget* ledger = nullptr;  // under the timeline
    QDockWidget* memory = nullptr;  // behind the ledger, or beside it
    QDockWidget* devices = nullptr; // behind the throughput, and shown only where `devicesCount`
    bool devicesCount = false;      // a run is shown whose devices have counters
};

// 1280 x 800, or what the screen has.
QSize firstWindowSize();

// Shows every dock in its first place, with sizes that suit the window's; that of the devices only
// where they count.
void placeDocks(QMainWindow& window, const Docks& docks);

// The small buttons of a dock's title have no words; a screen reader needs them.
void nameTitleButtons(QDockWidget* dock);

// A column that may be higher than its dock, never wider. Takes the content.
QWidget* scrolled(QWidget* content);

} // namespace gui

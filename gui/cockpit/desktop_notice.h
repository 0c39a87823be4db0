// The notices of the desktop, by org.freedesktop.Notifications.

#pragma once

#include "gui/cockpit/alarm_notices.h"

class QWidget;

namespace gui {

// Asks for attention to `window` in the task bar, and shows a notice where a service for them runs
// already: none is started, and nothing happens where there is no session bus. Never waits. A
// notice takes the place of the one before. `window` must outlive what is returned.
ShowNotice desktopNotices(QWidget& window);

} // namespace gui

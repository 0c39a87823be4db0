// A window whose words and pictures are those of what it shows.

#pragma once

#include "gui/timeline/timeline_panel.h"
#include "gui/window/layout.h"

#include <QCoreApplication>
#include <QWidget>

namespace gui::test {

inline void settle(QWidget& window)
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    for (auto* panel : window.findChildren<TimelinePanel*>())
        if (panel->isVisible())
            panel->finishFrame();
    QCoreApplication::processEvents();
    settleLayouts();
}

} // namespace gui::test

#include "gui/inputs/focus_in_sight.h"

#include <QApplication>
#include <QScrollArea>

namespace gui {

void keepFocusInSight(QScrollArea& area)
{
    QObject::connect(qApp, &QApplication::focusChanged, &area,
                     [&area](const QWidget*, QWidget* now) {
                         // What the mouse chose is in sight, and nothing moves under the pointer.
                         if (now && area.widget() && area.widget()->isAncestorOf(now)
                             && QGuiApplication::mouseButtons() == Qt::NoButton)
                             area.ensureWidgetVisible(now);
                     });
}

} // namespace gui

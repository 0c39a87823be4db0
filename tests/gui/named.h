// A widget by what a screen reader calls it.

#pragma once

#include <QString>
#include <QWidget>

namespace gui::test {

// Null where there is none.
template <class Widget>
Widget* named(const QWidget& within, const QString& accessibleName)
{
    for (Widget* widget : within.findChildren<Widget*>())
        if (widget->accessibleName() == accessibleName)
            return widget;
    return nullptr;
}

} // namespace gui::test

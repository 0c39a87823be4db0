// Colours of one part of the window that are not those of the palette around it.

#pragma once

#include <QPalette>
#include <QWidget>

namespace gui {

// Gives the widget, and what stands on it, a ground and letters of its own. All other colours stay
// those of its parent: a copy of its whole palette would keep them when the theme changes.
inline void setOwnColours(QWidget& widget, const QColor& ground, const QColor& text)
{
    const QPalette& now = widget.palette();
    if (now.color(QPalette::Window) == ground && now.color(QPalette::WindowText) == text)
        return;
    QPalette own;
    own.setColor(QPalette::Window, ground);
    own.setColor(QPalette::WindowText, text);
    widget.setPalette(own);
}

} // namespace gui

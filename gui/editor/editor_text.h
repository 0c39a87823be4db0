// A text of the editor in the language of the window.

#pragma once

#include <QCoreApplication>
#include <QString>

namespace gui {

inline QString editorText(const char* source)
{
    return QCoreApplication::translate("Editor", source);
}

} // namespace gui

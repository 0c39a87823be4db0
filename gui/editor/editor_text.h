// Texts of the editor in the language of the window, all in the translation context "Editor".

#pragma once

#include <QCoreApplication>
#include <QString>

namespace gui {

// EditorText::tr("…") for a text that stands where it is shown.
struct EditorText {
    Q_DECLARE_TR_FUNCTIONS(Editor)
};

// For one that stands in a table, where QT_TRANSLATE_NOOP("Editor", …) marks it.
inline QString editorText(const char* source)
{
    return QCoreApplication::translate("Editor", source);
}

} // namespace gui

// Texts about a run in the language of the window.

#pragma once

#include <QCoreApplication>
#include <QString>

namespace gui {

// `source`: in English, marked with QT_TRANSLATE_NOOP in the context "Run". Where there is no
// translation it comes back as it is.
inline QString runText(const char* source) { return QCoreApplication::translate("Run", source); }

} // namespace gui

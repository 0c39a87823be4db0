// A text about a run in the language of the window.

#pragma once

#include <QCoreApplication>
#include <QString>

namespace gui {

inline QString runText(const char* source) { return QCoreApplication::translate("Run", source); }

} // namespace gui

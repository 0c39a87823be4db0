// The language of the interface: its texts and the way it writes numbers.

#pragma once

#include <QString>

class QCoreApplication;

namespace gui {

// "zh_CN" or "en"; empty: what the system's locale asks for, English where it is neither. To be
// called before any window is made. False if the texts are missing from the program.
bool useLanguage(QCoreApplication& application, const QString& language);

} // namespace gui

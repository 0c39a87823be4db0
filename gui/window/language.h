// The language of the interface: its texts, the way it writes numbers, and what it writes them in.

#pragma once

#include <QString>

class QCoreApplication;

namespace gui {

// "zh_CN" or "en", or "pseudo" (pseudo_language.h), which no menu offers; empty: what the system's
// locale asks for, English where it is neither. Windows that were made before keep their texts.
// False if the texts are missing from the program.
bool useLanguage(QCoreApplication& application, const QString& language);

} // namespace gui

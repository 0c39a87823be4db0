// The words that a field takes one of, as a person reads them. A file has them in English.

#pragma once

#include <QString>

namespace gui {

// "none" in the language of the window; as it is where it is a name, "bf16", or not known.
QString choiceWord(const QString& word);

} // namespace gui

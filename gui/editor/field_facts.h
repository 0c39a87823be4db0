// What is to be known of a field in short: unit, range, and what it is where nothing is given.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

namespace gui {

// "devices · 1 to 16384 · default 1", in the language of the window; parts that there are not are
// left out. `unit`: that of the input, where it shows one. `standard`: in place of the default of
// that field, in whole words: "0 = auto: 300 GB/s".
QString fieldFacts(const QString& key, const QString& unit = {}, const QString& standard = {});

// "0 = auto: 300 GB/s", of what an input shows for 0; empty for an empty text.
QString zeroFact(const QString& zeroText);

} // namespace gui

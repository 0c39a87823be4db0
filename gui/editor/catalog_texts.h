// The catalogue of schedules speaks English; what a person reads of it is translated by its own
// words, which it marks for the translators itself (engine/plan/translatable.h).

#pragma once

#include <QString>

#include <string_view>

namespace gui {

// The text in the language of the window; as it is where no translation is known, as of formulas.
QString catalogText(std::string_view text);

} // namespace gui

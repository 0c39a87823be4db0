// The catalogue of schedules speaks English; what a person reads of it is translated by its own
// words, which it marks for the translators itself (engine/plan/translatable.h).

#pragma once

#include <QString>

#include <string_view>

namespace gui {

// The text in the language of the window; as it is where no translation is known, as of formulas.
QString catalogText(std::string_view text);

// "1F1B" of "1F1B (PipeDream-Flush)", for a line with little room; the name itself where the
// catalogue does not have it.
QString scheduleTitle(std::string_view name);

} // namespace gui

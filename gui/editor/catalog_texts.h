// The catalogue of schedules speaks English; what a person reads of it is translated by its own
// words.

#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace gui {

// The text in the language of the window; as it is where no translation is known.
QString catalogText(std::string_view text);

// Every text that is known to be translated, for the tests.
std::span<const char* const> catalogTexts();

} // namespace gui

// Texts of a lesson with their numbers in.
//
// <gpipe.makespan> stands for the value of that measure, in the unit in which the lesson counts;
// <gpipe.makespan ms> for the same in milliseconds. **Bold** stands out. Anything else is what it
// is: "a < b" and "x -> y" are no measures.

#pragma once

#include "engine/lesson/condition.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct TextPiece {
    std::string text; // as it is written; of a number what stands between < and >
    bool bold = false;
    std::optional<Measure> measure{};
    std::optional<Unit> unit{}; // that is asked for
};

struct ParsedText {
    std::vector<TextPiece> pieces;
    std::vector<std::string> problems; // a sentence for each number that is none
};

ParsedText parseText(std::string_view text, std::span<const std::string_view> states);

// A number as it is shown; "…" where nobody knows it yet.
std::string shownNumber(const TextPiece& piece, const Ask& ask, std::optional<plan::Nanoseconds> u);

// All of it in one, without marks.
std::string filled(std::string_view text, std::span<const std::string_view> states, const Ask& ask,
                   std::optional<plan::Nanoseconds> u);

} // namespace lesson

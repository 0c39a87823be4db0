#include "engine/lesson/filled_text.h"

#include <algorithm>

namespace lesson {
namespace {

constexpr std::string_view kBold = "**";
constexpr std::string_view kUnknown = "…";

bool isOfName(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')
        || (letter >= 'A' && letter <= 'Z') || letter == '.' || letter == '_' || letter == '-';
}

// What stands between < and > where that can be a measure, perhaps with a unit.
std::optional<std::string_view> numberAt(std::string_view text)
{
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos || end < 2)
        return std::nullopt;
    const std::string_view inside = text.substr(1, end - 1);
    const std::string_view name = inside.substr(0, inside.find(' '));
    const bool isName = !name.empty() && std::all_of(name.begin(), name.end(), isOfName);
    const bool hasUnit
        = name.size() == inside.size() || unitOf(inside.substr(name.size() + 1)).has_value();
    return isName && hasUnit ? std::optional(inside) : std::nullopt;
}

// The number's piece, and what is wrong with it.
TextPiece numberPiece(std::string_view inside, std::span<const std::string_view> states,
                      std::vector<std::string>& problems)
{
    TextPiece piece{.text = std::string(inside)};
    const std::size_t space = inside.find(' ');
    const auto measure = measureOf(inside.substr(0, space), states);
    if (!measure) {
        problems.push_back(measure.error().message);
        return piece;
    }
    piece.measure = *measure;
    if (space == std::string_view::npos)
        return piece;
    piece.unit = unitOf(inside.substr(space + 1));
    if (!fits(*piece.unit, dimensionOf(*measure)))
        problems.push_back("'" + toText(*measure) + "' cannot be written in "
                           + std::string(inside.substr(space + 1)));
    return piece;
}

} // namespace

ParsedText parseText(std::string_view text, std::span<const std::string_view> states)
{
    ParsedText parsed;
    TextPiece plain;
    const auto endPlain = [&] {
        if (!plain.text.empty())
            parsed.pieces.push_back(plain);
        plain.text.clear();
    };
    while (!text.empty()) {
        if (text.starts_with(kBold)) {
            endPlain();
            plain.bold = !plain.bold;
            text.remove_prefix(kBold.size());
        } else if (const auto inside = text.front() == '<' ? numberAt(text) : std::nullopt) {
            endPlain();
            TextPiece number = numberPiece(*inside, states, parsed.problems);
            number.bold = plain.bold;
            parsed.pieces.push_back(std::move(number));
            text.remove_prefix(inside->size() + 2);
        } else {
            plain.text += text.front();
            text.remove_prefix(1);
        }
    }
    endPlain();
    return parsed;
}

std::string shownNumber(const TextPiece& piece, const Ask& ask, std::optional<plan::Nanoseconds> u)
{
    if (!piece.measure)
        return std::string(kUnknown);
    const auto value = ask(*piece.measure);
    if (!value)
        return std::string(kUnknown);
    // What a clock measured is told in its own unit.
    const bool ofClock
        = piece.measure->id == MeasureId::Measured && value->dimension == Dimension::Time;
    const Unit usual = ofClock ? Unit::Milliseconds : usualUnit(value->dimension, u);
    return toText(*value, piece.unit.value_or(usual), u);
}

std::string filled(std::string_view text, std::span<const std::string_view> states, const Ask& ask,
                   std::optional<plan::Nanoseconds> u)
{
    std::string all;
    for (const TextPiece& piece : parseText(text, states).pieces)
        all += piece.measure ? shownNumber(piece, ask, u) : piece.text;
    return all;
}

} // namespace lesson

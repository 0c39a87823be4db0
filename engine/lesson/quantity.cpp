#include "engine/lesson/quantity.h"

#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lesson {
namespace {

constexpr double kGiB = double(std::uint64_t{1} << 30);
constexpr double kOfLiteral = 1e-9; // relative: of sums of floating point numbers

struct UnitWord {
    Unit unit;
    std::string_view word;
    Dimension dimension;
    double scale; // 0: told by the lesson
};

constexpr std::array<UnitWord, 9> kUnits{{{Unit::None, "", Dimension::Count, 1},
                                          {Unit::U, "u", Dimension::Time, 0},
                                          {Unit::Microseconds, "us", Dimension::Time, 1e3},
                                          {Unit::Milliseconds, "ms", Dimension::Time, 1e6},
                                          {Unit::Seconds, "s", Dimension::Time, 1e9},
                                          {Unit::Percent, "%", Dimension::Share, 0.01},
                                          {Unit::Points, "points", Dimension::Share, 0.01},
                                          {Unit::GiB, "GiB", Dimension::Memory, kGiB},
                                          {Unit::TokensPerSecond, "tokens/s", Dimension::Rate, 1}}};

const UnitWord& entryOf(Unit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

// Digits, perhaps with a point and digits behind it; how many stand behind it.
std::optional<int> decimalsOf(std::string_view digits)
{
    const std::size_t point = digits.find('.');
    const std::string_view whole = digits.substr(0, point);
    const std::string_view rest
        = point == std::string_view::npos ? std::string_view{} : digits.substr(point + 1);
    const auto areDigits
        = [](std::string_view text) { return text.find_first_not_of("0123456789") == text.npos; };
    if (whole.empty() || !areDigits(whole) || !areDigits(rest)
        || (point != std::string_view::npos && rest.empty()) || digits.size() > 18)
        return std::nullopt;
    return static_cast<int>(rest.size());
}

} // namespace

Quantity time(plan::Nanoseconds time) { return {Dimension::Time, double(time.count())}; }
Quantity share(double share) { return {Dimension::Share, share}; }
Quantity count(double count) { return {Dimension::Count, count}; }
Quantity memory(double bytes) { return {Dimension::Memory, bytes}; }
Quantity rate(double tokensPerSecond) { return {Dimension::Rate, tokensPerSecond}; }
Quantity loss(double loss) { return {Dimension::Loss, loss}; }
Quantity truth(bool holds) { return {Dimension::Truth, holds ? 1.0 : 0.0}; }
Quantity word(std::string word) { return {Dimension::Word, 0, std::move(word)}; }

std::string_view toText(Unit unit) { return entryOf(unit).word; }

std::optional<Unit> unitOf(std::string_view text)
{
    for (const UnitWord& entry : kUnits)
        if (entry.word == text)
            return entry.unit;
    return std::nullopt;
}

Unit usualUnit(Dimension dimension, std::optional<plan::Nanoseconds> u)
{
    switch (dimension) {
    case Dimension::Time:
        return u ? Unit::U : Unit::Seconds;
    case Dimension::Share:
        return Unit::Percent;
    case Dimension::Memory:
        return Unit::GiB;
    case Dimension::Rate:
        return Unit::TokensPerSecond;
    case Dimension::Count:
    case Dimension::Loss:
    case Dimension::Truth:
    case Dimension::Word:
        break;
    }
    return Unit::None;
}

bool fits(Unit unit, Dimension dimension)
{
    if (dimension == Dimension::Loss || dimension == Dimension::Truth
        || dimension == Dimension::Word)
        return unit == Unit::None;
    return entryOf(unit).dimension == dimension;
}

double scaleOf(Unit unit, std::optional<plan::Nanoseconds> u)
{
    return unit == Unit::U ? double(u->count()) : entryOf(unit).scale;
}

plan::Result<Literal> literalOf(std::string_view text)
{
    Literal literal;
    const std::size_t space = text.find(' ');
    const std::string_view digits = text.substr(0, space);
    const auto unit
        = unitOf(space == std::string_view::npos ? std::string_view{} : text.substr(space + 1));
    const auto decimals = decimalsOf(digits);
    if (!unit || !decimals)
        return plan::Error{"is no number: '" + strategy::shown(text)
                           + "'; write 33 u, 27.27 %, 165 ms, 30.6 GiB or 8"};
    literal.unit = *unit;
    literal.decimals = *decimals;
    std::from_chars(digits.data(), digits.data() + digits.size(), literal.number,
                    std::chars_format::fixed);
    return literal;
}

std::string toText(const Quantity& quantity, Unit unit, std::optional<plan::Nanoseconds> u)
{
    if (quantity.dimension == Dimension::Word)
        return quantity.word;
    if (quantity.dimension == Dimension::Truth)
        return quantity.value != 0 ? "yes" : "no";
    if (quantity.dimension == Dimension::Loss)
        return fmt::format("{:.4f}", quantity.value);
    const double number = quantity.value / scaleOf(unit, u);
    const double steps = quantity.dimension == Dimension::Rate ? 1 : 100;
    const std::string digits = strategy::decimalText(std::round(number * steps) / steps);
    return unit == Unit::None ? digits : digits + ' ' + std::string(toText(unit));
}

bool equals(const Quantity& quantity, const Literal& literal, std::optional<plan::Nanoseconds> u)
{
    const double number = quantity.value / scaleOf(literal.unit, u);
    const double off = std::abs(number - literal.number);
    const double floating = kOfLiteral * std::max(1.0, std::abs(literal.number));
    const double rounding = literal.decimals == 0 ? 0 : 0.5 * std::pow(10.0, -literal.decimals);
    return off <= rounding + floating;
}

} // namespace lesson

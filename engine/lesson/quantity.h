// The numbers of a lesson: what they measure, how they are written, and when two are the same.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lesson {

enum class Dimension : std::uint8_t {
    Time,   // nanoseconds
    Share,  // of a whole: 0.25 is 25 %
    Count,  // of things, with fractions where they are p-ths of a model
    Memory, // bytes
    Rate,   // tokens per second
    Loss,   // of a training, in nats
    Truth,  // 1: yes, 0: no
    Word,   // ops, ranks or layers, in `word`
};

struct Quantity {
    Dimension dimension = Dimension::Count;
    double value = 0;
    std::string word{}; // "1B0"; of several with a space between them

    bool operator==(const Quantity&) const = default;
};

Quantity time(plan::Nanoseconds time);
Quantity share(double share);
Quantity count(double count);
Quantity memory(double bytes);
Quantity rate(double tokensPerSecond);
Quantity loss(double loss);
Quantity truth(bool holds);
Quantity word(std::string word);

enum class Unit : std::uint8_t {
    None, // of counts and losses
    U,    // the time of one forward of a rank's share of the model (Lesson::unit)
    Microseconds,
    Milliseconds,
    Seconds,
    Percent,
    Points, // of a share: percentage points
    GiB,
    TokensPerSecond,
};

// "u", "us", "ms", "s", "%", "points", "GiB", "tokens/s"; nothing for Unit::None.
std::string_view toText(Unit unit);
std::optional<Unit> unitOf(std::string_view text);

// In which a quantity of that dimension is written where nothing else is asked for. Times are
// written in u where a lesson has that unit.
Unit usualUnit(Dimension dimension, std::optional<plan::Nanoseconds> u);
// Whether a quantity of that dimension can be written in that unit.
bool fits(Unit unit, Dimension dimension);

// How much of the quantity's own scale one of that unit is: 1e6 for milliseconds, 0.01 for percent.
// Precondition: `u` is there for Unit::U.
double scaleOf(Unit unit, std::optional<plan::Nanoseconds> u);

// A number as it is written, with its unit: "33 u", "27.27 %", "8".
struct Literal {
    double number = 0;
    Unit unit = Unit::None;
    int decimals = 0; // digits that stand behind the point
};

// Fails with a sentence: "is no number: '33 uu'; write 33 u, 27.27 %, 165 ms or 8".
plan::Result<Literal> literalOf(std::string_view text);

// With as many decimals as the digits need, at most two, of a rate none: "28.5 u", "9.68 %",
// "3.96 s". A loss has four, as in reports: "0.9980". A truth is "yes" or "no", a
// word itself.
std::string toText(const Quantity& quantity, Unit unit, std::optional<plan::Nanoseconds> u);

// A number written with decimals stands for all that round to it; one without is exact, but for the
// last bits of floating point.
bool equals(const Quantity& quantity, const Literal& literal, std::optional<plan::Nanoseconds> u);

} // namespace lesson

// "gpipe.makespan = 33 u": what a pin, a right option or a step that is passed says of states.

#pragma once

#include "engine/lesson/measure.h"
#include "engine/lesson/quantity.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lesson {

enum class Relation { Equal, Less, AtMost, More, AtLeast };

struct Condition {
    Measure measure;
    Relation relation = Relation::Equal;
    // What it is held against: a number, or another measure, perhaps times a factor.
    struct Scaled {
        double factor = 1;
        Measure measure;
    };
    std::variant<Literal, Scaled> than{};
    std::string text{}; // as it is written
    int line = 0;
};

// MEASURE, then = < <= > or >=, then NUMBER [UNIT] or [FACTOR] MEASURE; or MEASURE alone, which
// must be a truth, or not MEASURE. Fails with a sentence, where the two sides measure different
// things, too. `u`: whether the lesson has that unit.
plan::Result<Condition> conditionOf(std::string_view text, std::span<const std::string_view> states,
                                    bool u);

// Asks for the value of a measure.
using Ask = std::function<plan::Result<Quantity>(const Measure&)>;

// Whether it holds; fails where a value cannot be told.
plan::Result<bool> holds(const Condition& condition, const Ask& ask,
                         std::optional<plan::Nanoseconds> u);

// Of one that compares and does not hold: what is, beside what it would have to be.
struct Missed {
    Measure measure;
    Relation relation = Relation::Equal;
    std::string is;    // "33 u"
    std::string limit; // "32 u", in the same unit
};

// Fails with a sentence where a value cannot be told. Precondition: it is of no truth.
plan::Result<Missed> missed(const Condition& condition, const Ask& ask,
                            std::optional<plan::Nanoseconds> u);

// For those who write lessons: "gpipe.makespan is 33 u, not 32 u", of one that does not hold.
std::string whyNot(const Condition& condition, const Ask& ask, std::optional<plan::Nanoseconds> u);

} // namespace lesson

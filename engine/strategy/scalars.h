// The values a scalar of the file may stand for, read strictly: what looks like a
// number of another notation is refused, never guessed at.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/strategy/document.h"
#include "engine/strategy/fields.h"

#include <span>

namespace strategy {

// Each fails with a sentence that says what is expected, never with one about YAML. A number may
// have an exponent, as 6e-05, which means the same digits without one.

// Decimal digits, perhaps after a minus sign, without a leading zero; any int, 1e3 too. The
// range is only named: check() tells what lies outside it but fits an int.
plan::Result<int> integerOf(const Node& node, const Range& range);

// The same for any 64-bit number, which must lie in the range.
plan::Result<std::int64_t> wholeOf(const Node& node, const Range& range);

// Likewise without an exponent, which other frameworks do not read as a whole number.
plan::Result<std::int64_t> digitsOf(const Node& node, const Range& range);

plan::Result<bool> booleanOf(const Node& node);

plan::Result<std::string> textOf(const Node& node);

// Digits, perhaps with a point and more digits; finite.
plan::Result<double> decimalOf(const Node& node, const DecimalRange& range);

// Microseconds with up to three digits after the point, exactly; 0 to kMaxCost.
plan::Result<plan::Nanoseconds> microsecondsOf(const Node& node);

// The inverse: the shortest text, "5000" or "0.1". Precondition: time >= 0.
std::string microsecondsText(plan::Nanoseconds time);

// The shortest text that decimalOf() reads back as the same number.
std::string decimalText(double value);

// "must be one of none, optimizer, all, not 'al'".
std::string wordSentence(std::span<const std::string_view> words, std::string_view found);

// "; did you mean 'all'?" for a word that is near to one of them, else nothing.
std::string suggestion(std::span<const std::string_view> words, std::string_view found);

// "must be a whole number from 1 to 3, not 7"; and for a value of any look.
std::string rangeSentence(const Range& range, std::string_view value);
std::string rangeSentence(const DecimalRange& range, std::string_view value);

} // namespace strategy

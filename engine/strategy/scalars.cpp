#include "engine/strategy/scalars.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace strategy {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

// What the sentence says was found instead.
std::string found(const Node& node)
{
    switch (node.kind) {
    case Node::Kind::Null:
        return "nothing";
    case Node::Kind::List:
        return "a list";
    case Node::Kind::Map:
        return "a mapping";
    case Node::Kind::Scalar:
        break;
    }
    return node.plain ? shown(node.text) : "the quoted text \"" + shown(node.text) + '"';
}

bool isPlain(const Node& node) { return node.kind == Node::Kind::Scalar && node.plain; }

// "0.100" without its sign is whole digits and at most `places` digits of fraction.
struct DecimalParts {
    std::string_view whole;
    std::string_view fraction;
};

std::optional<DecimalParts> decimalParts(std::string_view text)
{
    const std::size_t point = text.find('.');
    const DecimalParts parts{text.substr(0, point),
                             point == text.npos ? std::string_view{} : text.substr(point + 1)};
    const bool leadingZero = parts.whole.size() > 1 && parts.whole.front() == '0';
    if (!allDigits(parts.whole) || leadingZero
        || (point != text.npos && !allDigits(parts.fraction)))
        return std::nullopt;
    return parts;
}

// As JSON and YAML write numbers that are very small or very large: 6e-05, 1.5e3, 1E+4.
constexpr int kMostExponent = 330; // more than a double has

// The same number in digits alone, exactly: "0.00006". As it stands where there is no exponent, and
// where what looks like a number is none.
std::string unfolded(std::string_view text)
{
    const std::string_view sign = text.substr(0, text.starts_with('-') ? 1 : 0);
    const std::size_t mark = text.find_first_of("eE");
    if (mark == text.npos)
        return std::string(text);
    const auto parts = decimalParts(text.substr(sign.size(), mark - sign.size()));
    std::string_view digits = text.substr(mark + 1);
    const bool isNegative = digits.starts_with('-');
    if (isNegative || digits.starts_with('+'))
        digits.remove_prefix(1);
    int exponent = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (!parts || !allDigits(digits) || read.ec != std::errc{} || exponent > kMostExponent)
        return std::string(text);
    std::string all = std::string(parts->whole) + std::string(parts->fraction);
    auto point
        = static_cast<std::ptrdiff_t>(parts->whole.size()) + (isNegative ? -exponent : exponent);
    if (point < 1) {
        all.insert(0, static_cast<std::size_t>(1 - point), '0');
        point = 1;
    }
    all.resize(std::max(all.size(), static_cast<std::size_t>(point)), '0');
    std::string whole = all.substr(0, static_cast<std::size_t>(point));
    std::string fraction = all.substr(static_cast<std::size_t>(point));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    return std::string(sign) + whole + (fraction.empty() ? "" : '.' + fraction);
}

} // namespace

std::string wordSentence(std::span<const std::string_view> words, std::string_view found)
{
    return "must be one of " + listed(words) + ", not '" + shown(found) + '\'';
}

std::string suggestion(std::span<const std::string_view> words, std::string_view found)
{
    const std::string_view near = nearest(found, words);
    return near.empty() ? "" : "; did you mean '" + std::string(near) + "'?";
}

std::string rangeSentence(const Range& range, std::string_view value)
{
    return "must be a whole number from " + std::to_string(range.low) + " to "
        + std::to_string(range.high) + ", not " + std::string(value);
}

std::string rangeSentence(const DecimalRange& range, std::string_view value)
{
    return "must be a number from " + decimalText(range.low) + " to " + decimalText(range.high)
        + ", in decimal digits, not " + std::string(value);
}

namespace {

// Of any 64-bit number; the range is only named.
plan::Result<std::int64_t> anyWholeOf(const Node& node, const Range& range, const std::string& text)
{
    const plan::Error wrong{rangeSentence(range, found(node))};
    if (!isPlain(node))
        return wrong;
    std::string_view digits = text;
    if (digits.starts_with('-'))
        digits.remove_prefix(1);
    if (!allDigits(digits))
        return wrong;
    // Octal to some readers of YAML and decimal to others: refused, as either could be meant.
    if (digits.size() > 1 && digits.front() == '0')
        return plan::Error{wrong.message + "; write it without leading zeros"};
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{})
        return wrong;
    return value;
}

} // namespace

plan::Result<int> integerOf(const Node& node, const Range& range)
{
    const auto value = anyWholeOf(node, range, unfolded(node.text));
    if (!value)
        return value.error();
    if (*value < std::numeric_limits<int>::min() || *value > std::numeric_limits<int>::max())
        return plan::Error{rangeSentence(range, found(node))};
    return static_cast<int>(*value);
}

plan::Result<std::int64_t> wholeOf(const Node& node, const Range& range)
{
    return digitsOf({node.kind, node.plain, node.line, unfolded(node.text), {}}, range);
}

plan::Result<std::int64_t> digitsOf(const Node& node, const Range& range)
{
    const auto value = anyWholeOf(node, range, node.text);
    if (value && (*value < range.low || *value > range.high))
        return plan::Error{rangeSentence(range, found(node))};
    return value;
}

plan::Result<bool> booleanOf(const Node& node)
{
    if (isPlain(node) && node.text == "true")
        return true;
    if (isPlain(node) && node.text == "false")
        return false;
    return plan::Error{"must be true or false, not " + found(node)};
}

plan::Result<std::string> textOf(const Node& node)
{
    if (node.kind != Node::Kind::Scalar)
        return plan::Error{"must be a text, not " + found(node)};
    return node.text;
}

plan::Result<double> decimalOf(const Node& node, const DecimalRange& range)
{
    const plan::Error wrong{rangeSentence(range, found(node))};
    const std::string text = unfolded(node.text);
    if (!isPlain(node) || !decimalParts(text))
        return wrong;
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != end)
        return wrong;
    return value;
}

plan::Result<plan::Nanoseconds> microsecondsOf(const Node& node)
{
    const plan::Error wrong{"must be a number of microseconds from 0 to 1000000000000, in decimal "
                            "digits, not "
                            + found(node)};
    if (!isPlain(node))
        return wrong;
    const std::string text = unfolded(node.text);
    const auto parts = decimalParts(text);
    if (!parts)
        return wrong;
    if (parts->fraction.size() > 3)
        return plan::Error{"must have at most three digits after the point, not " + found(node)
                           + ": the smallest step is one nanosecond"};

    std::string digits(parts->whole);
    digits += parts->fraction;
    // As nanoseconds in digits: a double would round what a file states exactly.
    digits.append(3 - parts->fraction.size(), '0');
    std::int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc{} || value > kMaxCost.count())
        return wrong;
    return plan::Nanoseconds{value};
}

std::string microsecondsText(plan::Nanoseconds time)
{
    std::string text = std::to_string(time.count() / 1000);
    const auto fraction = time.count() % 1000;
    if (fraction == 0)
        return text;
    const std::string digits = std::to_string(1000 + fraction);
    text += '.' + digits.substr(1);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

std::string decimalText(double value)
{
    // Room for the largest double in full: fixed notation has over 300 digits.
    char buffer[512];
    const auto written
        = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
    return {buffer, written.ptr};
}

} // namespace strategy

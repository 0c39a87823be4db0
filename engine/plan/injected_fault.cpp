#include "engine/plan/injected_fault.h"

#include <charconv>

namespace plan {

namespace {

// The number before the next colon, which is taken off.
std::optional<int> takeNumber(std::string_view& text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto used = static_cast<std::size_t>(read.ptr - text.data());
    if (read.ec != std::errc{} || number < 0 || used >= text.size() || text[used] != ':')
        return std::nullopt;
    text.remove_prefix(used + 1);
    return number;
}

} // namespace

std::optional<BitFlip> parseBitFlip(std::string_view text)
{
    const auto rank = takeNumber(text);
    const auto step = rank ? takeNumber(text) : std::nullopt;
    const auto op = parseOp(text);
    if (!step || !op)
        return std::nullopt;
    return BitFlip{*rank, *step, *op};
}

std::string toText(const BitFlip& flip)
{
    return std::to_string(flip.rank) + ':' + std::to_string(flip.step) + ':' + toText(flip.op);
}

std::optional<Slowdown> parseSlowdown(std::string_view text)
{
    const auto rank = takeNumber(text);
    const auto step = rank ? takeNumber(text) : std::nullopt;
    Slowdown slow{.rank = rank.value_or(0), .step = step.value_or(0)};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, slow.factor, std::chars_format::fixed);
    if (!step || read.ec != std::errc{} || read.ptr != end
        || !(slow.factor > 1 && slow.factor <= kMostSlowness))
        return std::nullopt;
    return slow;
}

std::string toText(const Slowdown& slow)
{
    char digits[32]; // room for the shortest form of any factor in range
    const auto written
        = std::to_chars(digits, digits + sizeof digits, slow.factor, std::chars_format::fixed);
    return std::to_string(slow.rank) + ':' + std::to_string(slow.step) + ':'
        + std::string(digits, written.ptr);
}

} // namespace plan

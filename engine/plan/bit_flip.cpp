#include "engine/plan/bit_flip.h"

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

} // namespace plan

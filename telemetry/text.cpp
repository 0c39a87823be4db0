#include "telemetry/text.h"

#include <cstdint>

namespace telemetry {
namespace {

// Bytes of the valid, printable UTF-8 character at the start of `text`; 0: none.
// Refuses overlong forms, surrogates, values past U+10FFFF, and control characters.
std::size_t characterBytes(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return first == '\t' || (first >= 0x20 && first != 0x7f) ? 1 : 0;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size)
        return 0;
    std::uint32_t value = first & (0xffu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
        value = (value << 6) | (byte(i) & 0x3fu);
    }
    const std::uint32_t smallest = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0xa0;
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return value >= smallest && value <= 0x10ffff && !surrogate ? size : 0;
}

} // namespace

bool isCleanText(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t size = characterBytes(text);
        if (size == 0)
            return false;
        text.remove_prefix(size);
    }
    return true;
}

std::size_t cleanTextInto(std::string_view text, char* to, std::size_t maxBytes)
{
    std::size_t used = 0;
    while (!text.empty() && used < maxBytes) {
        const std::size_t size = characterBytes(text);
        if (size == 0) {
            to[used++] = text[0] == '\n' || text[0] == '\r' ? ' ' : '?';
            text.remove_prefix(1);
            continue;
        }
        if (used + size > maxBytes)
            break;
        for (std::size_t i = 0; i < size; ++i)
            to[used++] = text[i];
        text.remove_prefix(size);
    }
    return used;
}

std::string cleanText(std::string_view text, std::size_t maxBytes)
{
    std::string clean(text.size() < maxBytes ? text.size() : maxBytes, '\0');
    clean.resize(cleanTextInto(text, clean.data(), clean.size()));
    return clean;
}

} // namespace telemetry

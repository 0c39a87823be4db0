#include "engine/plan/printable.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace plan {

namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1;
    bool valid = false;
};

// As Unicode defines UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
Character firstOf(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
        return {};
    std::uint32_t code = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (code < kLeast[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {};
    return {code, bytes, true};
}

// Whether a terminal or a viewer would do something at the character instead of showing it: move,
// change colours, turn the direction of the text, break the line.
bool acts(std::uint32_t code)
{
    const bool control
        = (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7f && code < 0xa0);
    const bool direction = code == 0x061c || code == 0x200e || code == 0x200f
        || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || direction || code == 0x2028 || code == 0x2029;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstOf(text);
        char escape[16] = {};
        if (!character.valid)
            std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(text[0]));
        else if (acts(character.code) && !text.starts_with("\r\n"))
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character.code));
        if (escape[0] != '\0')
            shown += escape;
        else
            shown += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes);
    }
    return shown;
}

} // namespace plan

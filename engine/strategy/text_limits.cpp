#include "engine/strategy/text_limits.h"

namespace strategy {
namespace {

constexpr std::string_view kMarks = "[]{},:\n\r-?&*!|>\"'";

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Decodes a character of two to four bytes; 0 if it is not one, or is written
// longer than need be, or is half of a surrogate pair.
char32_t decode(std::string_view text, std::size_t length)
{
    if (text.size() < length)
        return 0;
    char32_t code = static_cast<unsigned char>(text[0]) & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text[i]))
            return 0;
        code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < kSmallest[length] || code > 0x10FFFF || surrogate ? 0 : code;
}

bool isHidden(char32_t code)
{
    const bool control = code >= 0x80 && code < 0xA0;
    const bool override = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool lineEnd = code == 0x2028 || code == 0x2029;
    const bool notACharacter = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
    return control || override || lineEnd || notACharacter || code == 0xFEFF;
}

} // namespace

std::size_t characterLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80)
        return (first >= 0x20 && first != 0x7F) || first == '\t' || first == '\n' || first == '\r';
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const char32_t code = decode(text, length);
    return code == 0 || isHidden(code) ? 0 : length;
}

bool isOneLine(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const char first = text.front();
        if (length == 0 || first == '\n' || first == '\r' || first == '\t')
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::optional<Problem> firstLimitBroken(std::string_view text)
{
    if (text.size() > kMaxFileBytes)
        return Problem{1, "file",
                       "has " + std::to_string(text.size()) + " bytes; it may have at most "
                           + std::to_string(kMaxFileBytes)};
    int line = 1;
    std::size_t marks = 0;
    const char* run = text.data(); // where the characters since the last mark begin
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0)
            return Problem{line, "file",
                           "has a byte that is not printable UTF-8 text ("
                               + shown(text.substr(0, 1))
                               + "); save it as UTF-8 without control characters"};
        if (length == 1 && kMarks.find(text.front()) != std::string_view::npos) {
            if (++marks > kMaxMarks)
                return Problem{line, "file",
                               "has more items than it may hold; the limit is "
                                   + std::to_string(kMaxMarks)
                                   + " characters that begin, end or part items"};
            line += text.front() == '\n' ? 1 : 0;
            run = text.data();
        }
        text.remove_prefix(length);
        if (text.data() - run > static_cast<std::ptrdiff_t>(kMaxScalarBytes))
            return Problem{line, "file",
                           "has a text or comment longer than " + std::to_string(kMaxScalarBytes)
                               + " bytes"};
    }
    return std::nullopt;
}

} // namespace strategy

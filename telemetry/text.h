// Text from outside made safe to send, log and print.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace telemetry {

// True for UTF-8 without control characters (tab is allowed).
bool isCleanText(std::string_view text);

// `text` with every invalid byte and control character replaced by '?' and line
// ends by a space, cut to at most `maxBytes` between characters.
std::string cleanText(std::string_view text, std::size_t maxBytes);

// The same into `to`, without allocating. Returns the bytes written, at most `maxBytes`.
std::size_t cleanTextInto(std::string_view text, char* to, std::size_t maxBytes);

// Fills a fixed text field of a record: clean, NUL-terminated, zero-padded.
template <std::size_t N>
void copyText(char (&field)[N], std::string_view text)
{
    const std::size_t used = cleanTextInto(text, field, N - 1);
    for (std::size_t i = used; i < N; ++i)
        field[i] = '\0';
}

// The text of a fixed field, up to its NUL.
template <std::size_t N>
std::string_view textOf(const char (&field)[N])
{
    const std::string_view whole(field, N);
    return whole.substr(0, whole.find('\0'));
}

} // namespace telemetry

// Text from outside made safe to send, log and print: a host name or a message of a library may
// hold escape sequences, or be cut within a character. UTF-8 is as in RFC 3629: no overlong forms,
// no surrogates, nothing beyond U+10FFFF.

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

// The same into `to`, without allocating, for the thread that must not. Returns the bytes written,
// at most `maxBytes`; no NUL is added.
std::size_t cleanTextInto(std::string_view text, char* to, std::size_t maxBytes);

// Fills a fixed text field of a record: clean, NUL-terminated, zero-padded.
template <std::size_t N>
void copyText(char (&field)[N], std::string_view text)
{
    const std::size_t used = cleanTextInto(text, field, N - 1);
    for (std::size_t i = used; i < N; ++i)
        field[i] = '\0';
}

// The text of a fixed field, up to its NUL, or all of it where it has none. The view holds as long
// as the field.
template <std::size_t N>
std::string_view textOf(const char (&field)[N])
{
    const std::string_view whole(field, N);
    return whole.substr(0, whole.find('\0'));
}

} // namespace telemetry

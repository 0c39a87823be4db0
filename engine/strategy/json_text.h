// Pieces of JSON for texts that are too large to be built as a tree of values first: a trace or a
// timeline can have ten million of them. What has fewer is built and written by the library.

#pragma once

#include <string>
#include <string_view>

namespace strategy {

// `text` as a JSON string with its quotes. The library escapes it; bytes that are no UTF-8 become
// U+FFFD. Plain ASCII, as almost all of it is, goes along as it stands, which takes a tenth of the
// time.
void appendJsonString(std::string& out, std::string_view text);

// The shortest number that reads back as the same; null for infinities and not-a-number.
void appendJsonNumber(std::string& out, double value);

} // namespace strategy

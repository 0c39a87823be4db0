// Which format a text is of, told by what stands in it: by the keys and flags that only files of
// that format have.

#pragma once

#include "engine/strategy/convert/format.h"

#include <string_view>

namespace strategy {

// The format that the text most likely is of, of those that can be read; nullptr where it has too
// little of any. A file that is recognised may still not be sound: its import tells. Takes time
// linear in the text.
const Format* recogniseFormat(std::string_view text);

} // namespace strategy

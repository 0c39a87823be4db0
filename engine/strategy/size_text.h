// Sizes of memory and of messages for people.

#pragma once

#include <string>

namespace strategy {

// "1.23 GiB", "640 B": three digits, in the unit that needs no more before the point. `bytes` may
// be below 0.
std::string sizeText(double bytes);

} // namespace strategy

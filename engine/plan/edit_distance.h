// How far two words are from each other in spelling, to offer the one that was meant.

#pragma once

#include <cstddef>
#include <string_view>

namespace plan {

// Letters to insert, delete or replace to get from one word to the other (Levenshtein). Time is
// the product of their lengths.
std::size_t editDistance(std::string_view from, std::string_view to);

} // namespace plan

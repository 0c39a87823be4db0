// Numbers of things in sentences.

#pragma once

#include <string>
#include <string_view>

namespace plan {

// "1 rank", "4 ranks", "0 microbatches": `what` in English, in the singular, with a regular plural.
std::string counted(long long number, std::string_view what);

} // namespace plan

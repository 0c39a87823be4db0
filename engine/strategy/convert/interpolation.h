// ${key} in the YAML files that OmegaConf reads: what only refers is followed, what computes is
// not, but for ${multiply:a, b}. Internal to this folder.

#pragma once

#include "engine/strategy/convert/settings.h"

#include <string>
#include <vector>

namespace strategy {

struct Unfollowed {
    int line = 0;
    std::string key;
    std::string text; // "${oc.env:HOME}"
};

// Values that are wholly a reference take what they refer to; others that hold one are left as
// they stand. A reference that cannot be followed is null then, and among the result. What is
// written back (Setting::written) stays the reference.
std::vector<Unfollowed> followReferences(Settings& settings);

} // namespace strategy

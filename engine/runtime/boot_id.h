// Which boot of which kernel this process runs under. Processes of one boot share
// CLOCK_MONOTONIC.

#pragma once

#include <string>

namespace engine {

// 36 characters. Empty where the system does not say.
std::string bootId();

} // namespace engine

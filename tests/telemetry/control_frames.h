// The run, key and addresses of the frames that the tests of control make.

#pragma once

#include "telemetry/control.h"

namespace telemetry::test {

inline constexpr std::uint64_t kRun = 77;
inline constexpr ControlKey kKey{std::byte{7}, std::byte{1}, std::byte{250}};

inline ControlAddress address(std::uint64_t number) { return {kKey, kRun, number}; }

} // namespace telemetry::test

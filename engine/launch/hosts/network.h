// The network that an address of this host is in.

#pragma once

#include <string>

namespace launch {

// "10.77.0.0/24" for 10.77.0.2 where an interface of this host has that address with that mask;
// empty for an address that no interface has, and for IPv6, which MPI's settings do not take.
std::string networkOf(const std::string& address);

} // namespace launch

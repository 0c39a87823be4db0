// A machine that ranks run on, as it is named and as it is asked to carry ranks.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launch {

// Bounds of what may be asked for.
inline constexpr int kMaxNodes = 100'000;
inline constexpr int kMaxRanksPerNode = 256;

struct Host {
    std::string name;
    int slots = 0; // ranks it may take, >= 1; 0: not said

    bool operator==(const Host&) const = default;
};

using Hosts = std::vector<Host>;

// Letters, digits, '.', '_', '-' and ':', the first no '-': what an argument list or a file of a
// launcher can carry as a name and as nothing else.
bool isHostName(std::string_view name);

// This machine's own name, as the system has it.
std::string ownHostName();

// The name means this machine: its own, or one of its loopback interface.
bool isThisMachine(std::string_view name);

// "n1, n2 and 14 more", at most `most` by name.
std::string listOf(const std::vector<std::string>& names, std::size_t most = 4);

} // namespace launch

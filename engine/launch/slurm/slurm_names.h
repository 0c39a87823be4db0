// What Slurm takes for a name and for a size: asked of whatever a person has typed, on a command
// line or in the window.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launch {

inline constexpr int kMaxGpusPerNode = 1024; // that may be asked for

// 1 to 128 of letters, digits and ._-+@:/=, the first a letter or a digit: what names of
// partitions, accounts and jobs are made of.
bool isSlurmName(std::string_view name);

// The same with commas between names.
std::vector<std::string> slurmNamesIn(std::string_view list); // empty: one of them is no name

// "512M", "100G": up to nine digits and one of K, M, G and T; "0": all of a node.
bool isSlurmMemory(std::string_view size);

} // namespace launch

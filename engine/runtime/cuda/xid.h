// The errors that NVIDIA's driver reports of a GPU by number.

#pragma once

#include <string>

namespace gpu {

// What an Xid of that number means and what to do, as the second half of a sentence. By NVIDIA's
// catalogue, docs.nvidia.com/deploy/xid-errors.
std::string xidInWords(unsigned long long number);

} // namespace gpu

#include "engine/runtime/cuda/nccl_environment.h"

#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace gpu {

void pretendOwnHost(int localRank)
{
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    setenv("NCCL_HOSTID", fmt::format("{}-{}", host.data(), localRank).c_str(), 0);
}

} // namespace gpu

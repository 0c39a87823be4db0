#include "engine/runtime/cuda/nccl_environment.h"

#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace gpu {

void prepareNcclEnvironment()
{
    constexpr int kLeaveAsItIs = 0;
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", kLeaveAsItIs);
    setenv("NCCL_RUNTIME_CONNECT", "0", kLeaveAsItIs);
    setenv("CUDA_MODULE_LOADING", "EAGER", kLeaveAsItIs);
}

void pretendOwnHost(int localRank)
{
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    setenv("NCCL_HOSTID", fmt::format("{}-{}", host.data(), localRank).c_str(), 0);
}

} // namespace gpu

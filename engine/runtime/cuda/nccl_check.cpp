#include "engine/runtime/cuda/nccl_check.h"

#include <string>

#include <fmt/format.h>

namespace gpu {

namespace {

// From this one on a communicator's blocks can be limited and all its calls made without waiting.
constexpr int kOldest = NCCL_VERSION(2, 18, 1);

} // namespace

std::optional<plan::Error> ncclError(ncclResult_t result, std::string_view what,
                                     ncclComm_t communicator)
{
    if (result == ncclSuccess || result == ncclInProgress)
        return std::nullopt;
    const char* const last = ncclGetLastError(communicator);
    const std::string more = last != nullptr && *last != '\0' ? ": " + std::string(last) : "";
    return plan::Error{fmt::format("NCCL cannot {}: {}{}", what, ncclGetErrorString(result), more)};
}

std::string ncclVersionText(int version)
{
    // Until 2.8 a version had one digit for its minor number.
    const int major = version < 10'000 ? version / 1000 : version / 10'000;
    const int rest = version < 10'000 ? version % 1000 : version % 10'000;
    return fmt::format("{}.{}.{}", major, rest / 100, rest % 100);
}

plan::Outcome checkNcclVersion()
{
    int version = 0;
    if (auto error = ncclError(ncclGetVersion(&version), "say its version"))
        return *error;
    if (version < kOldest)
        return plan::Error{fmt::format("NCCL {} is here, and GPUs need {} or later to exchange "
                                       "what they compute: install a newer libnccl2",
                                       ncclVersionText(version), ncclVersionText(kOldest))};
    return plan::done();
}

} // namespace gpu

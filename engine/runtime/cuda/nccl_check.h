// Errors of NCCL, as sentences.

#pragma once

#include "engine/plan/result.h"

#include <optional>
#include <string_view>

#include <nccl.h>

namespace gpu {

// "NCCL cannot make the communicator tp: unhandled system error: Call to connect failed". None
// where all is well, or still under way. `communicator`: which one knows more; may be null.
std::optional<plan::Error> ncclError(ncclResult_t result, std::string_view what,
                                     ncclComm_t communicator = nullptr);

// Fails where the library that was found is older than the engine needs, or there is none.
plan::Outcome checkNcclVersion();

// "2.28.9"
std::string ncclVersionText(int version);

} // namespace gpu

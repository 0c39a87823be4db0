// The keys of DeepSpeed's configuration for the buffers that it reduces and gathers in, of which a
// strategy has parallel.reduce_bucket and gather_bucket. Internal to this folder.

#pragma once

#include "engine/strategy/convert/importing.h"

#include <string_view>

namespace strategy {

inline constexpr std::string_view kReduceBucketKey = "zero_optimization.reduce_bucket_size";

// Of ZeRO-3 how many numbers it fetches ahead; before, how many it gathers at a time.
constexpr std::string_view gatherBucketKey(int zero)
{
    return zero == 3 ? "zero_optimization.stage3_prefetch_bucket_size"
                     : "zero_optimization.allgather_bucket_size";
}

// Reads both, where the configuration has them as numbers; the key of the other stages is ignored.
// Behind parallel.zero.
void importBuckets(Importing& importing);

} // namespace strategy

#include "engine/strategy/convert/deepspeed_buckets.h"

#include <algorithm>
#include <cmath>

namespace strategy {
namespace {

// "auto" is told as that by whoever reads the file.
bool hasSize(Importing& importing, std::string_view key)
{
    const Setting* setting = importing.has(key) ? importing.take(key) : nullptr;
    return setting != nullptr && setting->value.text != "auto";
}

void importBucket(Importing& importing, std::string_view field, std::string_view key,
                  double& numbers)
{
    if (!hasSize(importing, key))
        return;
    importing.standsFor(field, key);
    const auto given = importing.decimal(key, kBucketRange);
    if (!given)
        return;
    if (*given != std::floor(*given))
        return importing.problem(key, "must be a whole number of elements, like 5e8");
    // A bucket of none has one tensor at a time; in a strategy 0 stands for the usual size.
    numbers = std::max(1.0, *given);
}

} // namespace

void importBuckets(Importing& importing)
{
    Parallel& parallel = importing.strategy.parallel;
    importBucket(importing, "parallel.reduce_bucket", kReduceBucketKey, parallel.reduceBucket);
    importBucket(importing, "parallel.gather_bucket", gatherBucketKey(parallel.zero),
                 parallel.gatherBucket);
    const std::string_view other = gatherBucketKey(parallel.zero == 3 ? 0 : 3);
    if (hasSize(importing, other))
        importing.ignore(other,
                         parallel.zero == 3
                             ? "is of ZeRO-1 and -2; ZeRO-3 has stage3_prefetch_bucket_size"
                             : "is of ZeRO-3, which is not chosen");
}

} // namespace strategy

#include "engine/strategy/strategy.h"

#include "engine/plan/cost/message_size.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strategy {
namespace {

constexpr std::size_t kBytesWithoutModel = 64u << 10;

int clampedToInt(long long value)
{
    return static_cast<int>(std::clamp<long long>(value, 1, std::numeric_limits<int>::max()));
}

// Of an activation between stages. Under fp8 only the multiplications are 8 bits wide.
int bytesOfElement(const Precision& precision)
{
    return precision.compute == Compute::Fp32 ? 4 : 2;
}

} // namespace

int dataParallel(const Strategy& strategy)
{
    const Parallel& parallel = strategy.parallel;
    if (parallel.data > 0)
        return parallel.data;
    // Of unchecked fields, whose product may pass an int.
    const double perReplica = double(parallel.tensor) * parallel.pipeline * parallel.context;
    if (perReplica < 1 || strategy.cluster.devices < perReplica)
        return 1;
    return static_cast<int>(strategy.cluster.devices / static_cast<long long>(perReplica));
}

int deviceCount(const Strategy& strategy)
{
    const Parallel& parallel = strategy.parallel;
    long long devices = 1;
    // Bounded on the way, so that no product overflows.
    for (const int size :
         {parallel.tensor, parallel.pipeline, parallel.context, dataParallel(strategy)})
        devices = clampedToInt(devices * std::max(size, 1));
    return static_cast<int>(devices);
}

int microbatches(const Strategy& strategy)
{
    if (strategy.batch.global <= 0)
        return std::max(1, strategy.parallel.pipeline);
    const long long perMicrobatch
        = std::max(1LL, static_cast<long long>(strategy.batch.micro) * dataParallel(strategy));
    return clampedToInt(strategy.batch.global / perMicrobatch);
}

plan::Shape shapeOf(const Strategy& strategy)
{
    const int chunks = strategy.parallel.chunks;
    return plan::shapeOf(strategy.schedule.name, strategy.parallel.pipeline,
                         chunks > 0 ? std::optional(chunks) : std::nullopt, microbatches(strategy));
}

long long stagesOf(const Strategy& strategy)
{
    const plan::Shape shape = shapeOf(strategy);
    return static_cast<long long>(shape.ranks) * shape.chunks / shape.directions;
}

plan::Costs costsOf(const Strategy& strategy)
{
    return strategy.costs ? *strategy.costs : plan::Costs::unit();
}

std::size_t activationBytes(const Strategy& strategy)
{
    if (!strategy.model)
        return kBytesWithoutModel;
    const auto factor = [](int field) { return static_cast<double>(std::max(1, field)); };
    const Parallel& parallel = strategy.parallel;
    const plan::MessageSize message{
        .whole = plan::wholeMessage(factor(strategy.batch.micro), factor(strategy.model->sequence),
                                    factor(parallel.context), factor(strategy.model->hidden),
                                    bytesOfElement(strategy.precision)),
        .tensor = std::max(1, parallel.tensor),
        .isShared = parallel.sequence && parallel.tensor > 1};
    constexpr auto kMost = static_cast<double>(std::numeric_limits<std::int64_t>::max());
    return message.held() < kMost ? std::max<std::size_t>(1, std::llround(message.held()))
                                  : std::numeric_limits<std::size_t>::max();
}

} // namespace strategy

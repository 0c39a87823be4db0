#include "engine/runtime/rank_hello.h"

#include "engine/runtime/boot_id.h"
#include "telemetry/text.h"

#include <unistd.h>

#include <bit>

namespace engine {

namespace {

std::string hostName()
{
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

} // namespace

telemetry::Hello helloOf(const RecorderOptions& options)
{
    telemetry::Hello hello;
    hello.ranks = static_cast<std::uint32_t>(options.ranks);
    hello.pipelineRanks = static_cast<std::uint32_t>(options.shape.ranks);
    hello.chunks = static_cast<std::uint32_t>(options.shape.chunks);
    hello.directions = static_cast<std::uint8_t>(options.shape.directions);
    hello.microbatches = static_cast<std::uint32_t>(options.shape.microbatches);
    hello.pid = static_cast<std::uint32_t>(getpid());
    hello.flags = options.emulated ? telemetry::kFlagEmulated : std::uint16_t{0};
    if (options.takesTurns)
        hello.flags |= telemetry::kFlagTakesTurns;
    hello.detail = options.detail;
    hello.timeScaleBits = options.emulated ? std::bit_cast<std::uint32_t>(options.timeScale) : 0;
    telemetry::copyText(hello.schedule, options.schedule);
    telemetry::copyText(hello.device, options.device);
    telemetry::copyText(hello.host, hostName());
    telemetry::copyText(hello.bootId, bootId());
    return hello;
}

} // namespace engine

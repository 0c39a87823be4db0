#include "engine/launch/message_memory.h"

#include "engine/plan/program.h"
#include "engine/plan/validate/rank_buffers.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

namespace {

std::string gibibytes(double bytes) { return fmt::format("{:.1f} GiB", bytes / (1 << 30)); }

} // namespace

std::uint64_t machineMemory()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    std::uint64_t memory = pages > 0 && pageBytes > 0
        ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes)
        : UINT64_MAX;
    // A container has less than its machine, and its kernel ends whoever takes more.
    std::ifstream file("/sys/fs/cgroup/memory.max"); // "max" where there is no limit
    if (std::uint64_t limit = 0; file >> limit)
        memory = std::min(memory, limit);
    return memory;
}

plan::Outcome checkMessageMemory(int ranks, std::size_t held, std::size_t messageBytes,
                                 std::uint64_t memory)
{
    const auto bytes = static_cast<double>(messageBytes);
    constexpr const char* kLower = "lower batch.micro, model.sequence or model.hidden";
    if (messageBytes > kMostMessageBytes)
        return plan::Error{fmt::format("the activation of one microbatch is a message of {}, and "
                                       "one message must stay under 2 GiB; {} to run it",
                                       gibibytes(bytes), kLower)};
    // In doubles: three large factors may be beyond 64 bits.
    const double needed = bytes * ranks * static_cast<double>(held);
    if (needed > static_cast<double>(memory))
        return plan::Error{
            fmt::format("the messages of {} ranks, {} of {} for each, need up to {}, "
                        "and this machine has {}; {}, or parallel.pipeline",
                        ranks, held, gibibytes(bytes), gibibytes(needed),
                        gibibytes(static_cast<double>(memory)), kLower)};
    return plan::done();
}

plan::Outcome checkMessageMemory(const plan::Schedule& schedule, std::size_t messageBytes,
                                 std::uint64_t memory)
{
    const std::size_t needed = plan::rankBuffersNeeded(plan::lower(schedule), schedule.shape);
    return checkMessageMemory(schedule.shape.ranks, std::max(needed, kFewestMessagesHeld),
                              messageBytes, memory);
}

} // namespace launch

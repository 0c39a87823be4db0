#include "engine/runtime/collective.h"

#include "engine/runtime/waiting.h"

#include <cstdio>
#include <numeric>

namespace engine {

namespace {

std::string sizeText(std::size_t bytes)
{
    constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB"};
    if (bytes < 1000)
        return std::to_string(bytes) + " bytes";
    auto size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    // What would be rounded to 1000.0 is the next unit's 1.0.
    for (; size >= 999.95 && unit + 1 < std::size(kUnits); ++unit)
        size /= 1000;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", size, kUnits[unit]);
    return text;
}

plan::Error mismatch(const GroupMember& group, CollectiveKind kind, const std::string& reason)
{
    return {memberText(group) + ": the " + toText(kind) + " was not started: " + reason};
}

} // namespace

std::string toText(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce:
        return "all-reduce";
    case CollectiveKind::AllGather:
        return "all-gather";
    case CollectiveKind::ReduceScatter:
        return "reduce-scatter";
    case CollectiveKind::AllToAll:
        return "all-to-all";
    case CollectiveKind::Broadcast:
        return "broadcast";
    case CollectiveKind::Shift:
        return "shift";
    }
    return {};
}

std::string memberText(const GroupMember& group)
{
    return std::string(group.name) + " (rank " + std::to_string(group.rank) + " of "
        + std::to_string(group.size) + ")";
}

std::string collectiveText(const GroupMember& group, CollectiveKind kind, std::size_t bytes)
{
    return operationText(group, toText(kind), bytes);
}

std::string operationText(const GroupMember& group, std::string_view what, std::size_t bytes)
{
    return memberText(group) + ": the " + std::string(what) + " of " + sizeText(bytes);
}

plan::Error notOver(const std::string& what, plan::Nanoseconds patience)
{
    return {what + " was not over within " + durationText(patience)
            + "; a rank of the group is stuck or gone"};
}

plan::Outcome checkBlocks(const GroupMember& group, CollectiveKind kind, std::size_t own,
                          std::size_t all)
{
    const auto size = static_cast<std::size_t>(group.size);
    // Divided rather than multiplied: own * size may not fit.
    if (all / size == own && all % size == 0)
        return plan::done();
    return mismatch(group, kind,
                    std::to_string(all) + " bytes are not a block of " + std::to_string(own)
                        + " for each rank");
}

plan::Outcome checkAllToAll(const GroupMember& group, std::size_t send,
                            std::span<const std::size_t> sendBytes, std::size_t receive,
                            std::span<const std::size_t> receiveBytes)
{
    constexpr auto kKind = CollectiveKind::AllToAll;
    const auto size = static_cast<std::size_t>(group.size);
    if (sendBytes.size() != size || receiveBytes.size() != size)
        return mismatch(group, kKind, "one block for each rank is needed, even if it is empty");
    const auto sum = [](std::span<const std::size_t> bytes) {
        return std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
    };
    if (sum(sendBytes) != send || sum(receiveBytes) != receive)
        return mismatch(group, kKind, "the blocks do not add up to the data");
    const auto own = static_cast<std::size_t>(group.rank);
    if (sendBytes[own] != receiveBytes[own])
        return mismatch(group, kKind, "the block for this rank itself has two lengths");
    return plan::done();
}

plan::Outcome checkBroadcast(const GroupMember& group, int root)
{
    if (root >= 0 && root < group.size)
        return plan::done();
    return mismatch(group, CollectiveKind::Broadcast,
                    "its root, " + std::to_string(root) + ", is not in the group");
}

plan::Outcome checkShift(const GroupMember& group, std::size_t send, std::size_t receive)
{
    if (send == receive)
        return plan::done();
    return mismatch(group, CollectiveKind::Shift,
                    std::to_string(send) + " bytes go, but " + std::to_string(receive)
                        + " are to come");
}

} // namespace engine

// What the communicators of all transports say and check alike.

#pragma once

#include "engine/plan/costs.h"
#include "engine/runtime/host_communicator.h"

#include <string_view>

namespace engine {

// Named as MPI and NCCL name them; Shift passes a block around the ring by one member.
enum class CollectiveKind { AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast, Shift };

std::string toText(CollectiveKind kind); // "all-reduce"

// Who speaks: this rank's end of a group of ranks, or of their devices. Made of either; a view.
struct GroupMember {
    template <class Group>
    GroupMember(const Group& group)
        : name(group.name())
        , rank(group.rank())
        , size(group.size())
    {
    }

    std::string_view name;
    int rank = 0;
    int size = 1;
};

// "tp (rank 1 of 2)"
std::string memberText(const GroupMember& group);

// "tp (rank 1 of 2): the all-reduce of 1.2 MB"; bytes of this rank's own data.
std::string collectiveText(const GroupMember& group, CollectiveKind kind, std::size_t bytes);
std::string operationText(const GroupMember& group, std::string_view what, std::size_t bytes);

// "<what> was not over within 30.0 s; a rank of the group is stuck or gone"
plan::Error notOver(const std::string& what, plan::Nanoseconds patience);

// Whether the arguments of a collective fit together and fit the group; the error says which do
// not. These look at the arguments of this rank alone, whose sizes are bytes. That the members
// agree shows when their data meet.
plan::Outcome checkBlocks(const GroupMember& group, CollectiveKind kind, std::size_t own,
                          std::size_t all);
plan::Outcome checkAllToAll(const GroupMember& group, std::size_t send,
                            std::span<const std::size_t> sendBytes, std::size_t receive,
                            std::span<const std::size_t> receiveBytes);
plan::Outcome checkBroadcast(const GroupMember& group, int root);
plan::Outcome checkShift(const GroupMember& group, std::size_t send, std::size_t receive);

} // namespace engine

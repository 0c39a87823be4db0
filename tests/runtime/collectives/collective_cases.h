// What every communicator must do, whatever carries it: one case an operation, with values
// that a formula gives for any group. Each returns "" or what was wrong.

#pragma once

#include "engine/runtime/host_communicator.h"

#include <string>

namespace engine::test {

// What a group does beyond what all do.
struct Cases {
    bool inOrder = true; // sums have the bits of a sum member after member
    bool broadcasts = true;
};

// Run by all members of `group` at once, in this order, or by groups that share no member.
std::string checkAllReduce(HostCommunicator& group, const Cases& cases = {}); // and that it repeats
std::string checkAllGather(HostCommunicator& group);                          // also in place
std::string checkReduceScatter(HostCommunicator& group, const Cases& cases = {});
std::string checkAllToAll(HostCommunicator& group);  // with blocks of no bytes
std::string checkBroadcast(HostCommunicator& group); // from each root
std::string checkShift(HostCommunicator& group);
std::string checkOverlap(HostCommunicator& group,
                         const Cases& cases = {}); // several at once, waited for in turn
std::string checkMisfits(HostCommunicator& group,
                         const Cases& cases = {}); // arguments that do not fit are refused

// Members of both groups start one in each and wait in different orders.
std::string checkTwoGroups(HostCommunicator& first, HostCommunicator& second,
                           const Cases& cases = {});

// All of the above but the last.
std::string checkAll(HostCommunicator& group, const Cases& cases = {});

} // namespace engine::test

// What every communicator must do, whatever carries it: one case an operation, with values
// that a formula gives for any group. Each returns "" or what was wrong.

#pragma once

#include "engine/runtime/communicator.h"

#include <string>

namespace engine::test {

// Run by all members of `group` at once, in this order, or by groups that share no member.
std::string checkAllReduce(Communicator& group); // its bits, and that they repeat
std::string checkAllGather(Communicator& group); // also in place
std::string checkReduceScatter(Communicator& group);
std::string checkAllToAll(Communicator& group);  // with blocks of no bytes
std::string checkBroadcast(Communicator& group); // from each root
std::string checkShift(Communicator& group);
std::string checkOverlap(Communicator& group); // several at once, waited for in turn
std::string checkMisfits(Communicator& group); // arguments that do not fit are refused

// Members of both groups start one in each and wait in different orders.
std::string checkTwoGroups(Communicator& first, Communicator& second);

// All of the above but the last.
std::string checkAll(Communicator& group);

} // namespace engine::test

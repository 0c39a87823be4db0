// A schedule made complete: what one rank does, in order, with the transfers
// written out. This is all the engine ever executes.

#pragma once

#include "engine/plan/schedule.h"

#include <string>
#include <string_view>
#include <vector>

namespace plan {

struct Instruction {
    enum class Kind : std::uint8_t { Compute, Send, Receive };

    Kind kind = Kind::Compute;
    Op op;         // what to compute; or whose output moves
    int peer = -1; // Send, Receive: the other rank
    // Send, Receive: starts together with the transfer before it (one fused
    // group, as ncclGroupStart/End or a batched isend/irecv). Compute: runs as one
    // with the compute before it, when the inputs of both are here.
    bool fused = false;

    bool operator==(const Instruction&) const = default;
};

// Of one rank. A Receive starts a transfer and returns; the Compute that consumes
// it waits for it. A Send starts after the Compute before it and is waited for
// only at the end of the step.
using Program = std::vector<Instruction>;

// "2F0" computes; "2F0>3" sends to rank 3; "1F0<0" receives from rank 0; a
// transfer that starts together with the one before it is joined by '+', and so is a
// compute that runs as one with the compute before it: "2F0>3+3B1<3", "0F7+7B3". Words
// are separated by spaces.
std::string toText(const Instruction& instruction);
std::string toText(const Program& program);
Result<Program> parseProgram(std::string_view text);

// Adds the sends and receives a schedule implies, one program a rank, and fuses
// neighbours: what a rank sends after one op starts with what it receives for the
// next. Every send has exactly one receive, with the same op, on the other side,
// and two ranks exchange their messages in one order on both sides.
//
// Precondition: `schedule` is legal (see validate.h).
std::vector<Program> lower(const Schedule& schedule);

// Messages of one step, of all ranks.
std::size_t sendsIn(const std::vector<Program>& programs);

} // namespace plan

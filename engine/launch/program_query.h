// Asks another program one question: starts it, reads what it says to its end, and ends it where it
// does not answer.

#pragma once

#include "engine/launch/child_process.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace launch {

struct ProgramAnswer {
    std::string output; // what it wrote to stdout, and to stderr unless that went elsewhere; of it
                        // at most 1 MiB
    int status = 0;     // as waitpid() has it

    // It ended by itself, with exit code 0.
    bool isGood() const { return status == 0; }
};

// Why there is no answer.
struct NoAnswer {
    std::string why; // a sentence; empty where it has not answered in time
    bool isLate() const { return why.empty(); }
};

// `child`: without its output, which is read here.
std::variant<ProgramAnswer, NoAnswer> askProgram(ChildProcess child,
                                                 std::chrono::milliseconds patience);

// `arguments`: as ChildProcess has them, and `environment` is all that the program gets. What it
// has started itself is not looked after. No process of it is left, but for one that the kernel
// cannot end.
std::variant<ProgramAnswer, NoAnswer> askProgram(const std::vector<std::string>& arguments,
                                                 const Environment& environment,
                                                 std::chrono::milliseconds patience);

} // namespace launch

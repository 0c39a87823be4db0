// What bubblescope-run says to the one that called it. Scripts rely on the numbers, and the help
// tells them: none may change its meaning.

#pragma once

namespace launch {

enum class ExitCode {
    Good = 0,       // what was asked for is done
    WorkFailed = 1, // the run or the command failed on its way, or its result could not be written
    BadInput = 2,   // wrong usage, or an input that cannot be used: nothing was begun
};

} // namespace launch

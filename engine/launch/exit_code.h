// What the program says to the one that called it.

#pragma once

namespace launch {

enum class ExitCode {
    Good = 0,
    WorkFailed = 1,
    BadInput = 2, // or wrong usage
};

} // namespace launch

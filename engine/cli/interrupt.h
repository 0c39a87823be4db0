// Ctrl+C as a wish to end with the best so far: for searches that have a result at any time.

#pragma once

#include <csignal>

namespace cli {

// While an object of it lives, Ctrl+C (SIGINT) is only noted; a second one ends the program as
// usual. One object at a time; the handler before it comes back with its end.
class InterruptNoted {
public:
    InterruptNoted();
    ~InterruptNoted();
    InterruptNoted(const InterruptNoted&) = delete;
    InterruptNoted& operator=(const InterruptNoted&) = delete;

    // True once SIGINT has come since this was made. From any thread; costs no more than a read.
    bool interrupted() const;

private:
    struct sigaction m_before {};
};

} // namespace cli

// Ctrl+C as a wish to end with the best so far.

#pragma once

#include <csignal>

namespace cli {

// While it stands, Ctrl+C only takes note; a second one ends the program as usual.
class InterruptNoted {
public:
    InterruptNoted();
    ~InterruptNoted();
    InterruptNoted(const InterruptNoted&) = delete;
    InterruptNoted& operator=(const InterruptNoted&) = delete;

    bool interrupted() const; // from any thread

private:
    struct sigaction m_before {};
};

} // namespace cli

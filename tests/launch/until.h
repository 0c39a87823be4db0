// Waiting for an event itself, not for a time in which it should happen.

#pragma once

#include <chrono>
#include <thread>

namespace launch_test {

// Asks until `holds` says true; false after a limit that only a hanging program reaches.
template <class Condition>
bool until(Condition holds, std::chrono::seconds limit = std::chrono::seconds(90))
{
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

} // namespace launch_test

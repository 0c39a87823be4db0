// Waiting for what another process does.

#pragma once

#include <chrono>
#include <thread>

namespace launch_test {

// Asks again and again until `condition` holds. The limit is for what never comes: no test waits
// that long for anything that does, however busy the machine is.
inline bool eventually(const auto& condition,
                       std::chrono::seconds limit = std::chrono::seconds(90))
{
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

} // namespace launch_test

// Asks a device for its counters at a fixed period, on a thread of its own, and keeps the answers
// until the rank takes them.
//
// The rank never waits for the device: take() and processes() hold a lock that is never held while
// the device is asked. Memory is bounded: what nobody takes is dropped, the oldest first, and
// counted. A device that does not answer at all costs no more than this thread, which is then left
// behind when the sampler ends.

#pragma once

#include "engine/runtime/device_counters.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace engine {

struct DeviceSamplerOptions {
    std::chrono::milliseconds period{100}; // >= 1 ms
    std::size_t capacity = 1024;           // readings kept, >= 1; of faults a sixteenth, >= 1
    int processesEvery = 10; // periods between two looks at who holds the device, >= 1
    std::chrono::milliseconds patience{1000}; // for an answer that is awaited when the sampler ends
};

// What was gathered since the rank last took it.
struct DeviceNews {
    std::vector<DeviceReading> readings{}; // in order of time
    std::vector<std::string> faults{};     // see DeviceCounters::faults()
    std::uint64_t dropped = 0;             // readings and faults for which there was no room
};

class DeviceSampler {
public:
    // Starts at once, with a first reading. Throws std::system_error where the system has no thread
    // left.
    explicit DeviceSampler(std::unique_ptr<DeviceCounters> counters,
                           const DeviceSamplerOptions& options = {});
    DeviceSampler(const DeviceSampler&) = delete;
    DeviceSampler& operator=(const DeviceSampler&) = delete;
    // Waits as long as the options say for the question under way. The counters end with the
    // thread.
    ~DeviceSampler();

    DeviceNews take();
    // The same once the device was asked anew, which it may take the options' patience to answer.
    DeviceNews lookAgain();
    // Those that held the device when it was last looked at.
    std::vector<DeviceProcess> processes() const;

private:
    struct State;
    std::shared_ptr<State> m_state; // the thread's, too: it may outlive this
};

} // namespace engine

// What the made-up management library says. The test finds it by name in the library it has loaded,
// and sets it while nobody asks, or through the atomics. The library of whole programs is told by
// their environment; see tests/cuda/fakes/machine.h.

#pragma once

#include <array>
#include <atomic>
#include <string>
#include <vector>

namespace fake {

// NVML's own number, for a function that is to fail.
inline constexpr int kNotSupported = 3;
inline constexpr int kGpuIsLost = 15;

struct Process {
    unsigned pid = 0;
    unsigned long long bytes = 0;
};

struct Event {
    unsigned long long type = 0;
    unsigned long long data = 0;
};

struct Nvml {
    std::string busId = "0000:3B:00.0";
    int initResult = 0;
    int memoryResult = 0;
    int utilizationResult = 0;
    int powerResult = 0;
    int eccResult = 0;
    int registerBothResult = 0; // where Xid and ECC events are asked for together
    unsigned long long total = 85899345920;
    unsigned long long used = 1073741824;
    unsigned gpuPercent = 97;
    unsigned memoryPercent = 41;
    unsigned milliwatts = 412345;
    unsigned limit = 700000;
    std::array<unsigned, 4> megahertz{1410, 1980, 2619, 1200}; // graphics, SM, memory, video
    unsigned celsius = 63;
    unsigned long long reasons = 0;
    unsigned long long ecc = 2;
    unsigned mig = 0;
    std::string part{}; // UUID of a part of it; empty: it has none
    unsigned long long partTotal = 10737418240;
    unsigned long long partUsed = 536870912;
    std::vector<Process> processes;
    std::vector<Event> events; // taken from the front

    // A call for the memory stays within the library while this is set.
    std::atomic<bool> hangs{false};
    std::atomic<int> asked{0};   // such calls begun
    std::atomic<int> running{0}; // init() less shutdown()
    std::atomic<int> eventSets{0};
};

} // namespace fake

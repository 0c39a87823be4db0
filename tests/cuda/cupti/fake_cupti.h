// What the made-up CUPTI does. The test finds it by name in the library that it has loaded.

#pragma once

#include "tests/cuda/fakes/activity.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fake {

class Cupti : public Watcher {
public:
    // How it answers; CUPTI's own numbers.
    int enableResult = 0;
    unsigned version = 0;
    // Its clock is ahead of steady_clock by so much. Once set, `timestamp` is what it says instead.
    std::int64_t ahead = 1'000'000'000'000'000;
    std::uint64_t timestamp = 0;
    bool takesBuffers = true; // else it finds none, and drops all

    struct Ran {
        Activity activity{};
        std::string around{}; // what `where` said when it was queued
    };
    std::vector<Ran> ran{}; // by call, from 1
    std::string (*where)() = nullptr;
    int enabled = 0; // kinds of records
};

} // namespace fake

// What a fake device runs, told to whoever watches it as CUPTI does.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fake {

struct Activity {
    enum class Kind : std::uint8_t { Kernel, CopyIn, CopyOut, Copy, Fill };

    Kind kind = Kind::Kernel;
    std::string name{}; // of a kernel
    std::uint32_t stream = 0;
    std::size_t bytes = 0;
};

// Called on the thread of the device.
class Watcher {
public:
    virtual ~Watcher() = default;

    // The host queues it; returns the number of the call.
    virtual std::uint32_t queued(const Activity& activity) = 0;
    // It is over, and began and ended at these times of steady_clock, in nanoseconds.
    virtual void done(const Activity& activity, std::uint32_t call, std::int64_t start,
                      std::int64_t end)
        = 0;
};

// An activity that somebody may watch, from where it is queued. A value.
struct Watched {
    Watcher* watcher = nullptr; // null: nobody does
    Activity activity{};
    std::uint32_t call = 0;
    std::int64_t start = 0;

    void begin();
    void end() const;
};

} // namespace fake

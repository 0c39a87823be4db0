// A collective under way, in whatever memory and over whatever transport.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/lanes.h"

#include <memory>
#include <optional>

namespace engine {

// What is made of the numbers that the ranks bring, element by element.
enum class ReduceOp { Sum, Max };

// Its buffers stay where they are, untouched, until wait() has returned; destroying it before that
// waits until it is over, and ignores the result. Used by one thread.
class Work {
public:
    virtual ~Work() = default;

    // Moves it on; true once it is over.
    virtual plan::Result<bool> test() = 0;

    // The moment in its lane when it will be over, on a device that queues collectives; none where
    // the host does them, which knows when it sees it. After wait() a group may know it that did
    // not before.
    virtual std::optional<Mark> end() const { return std::nullopt; }

    // Returns when it is over, or when the patience of the communicator is at its end: the
    // error then names the group, the collective and the time.
    //
    // A device that queues collectives in a lane of the group may return before: then the
    // buffers may be touched by what is queued in a lane that waits for that one (see Lanes).
    virtual plan::Outcome wait() = 0;
};

using Started = plan::Result<std::unique_ptr<Work>>;

// Starts and waits.
plan::Outcome finish(Started started);

} // namespace engine

// What the communicators of a rank were last doing, kept for the case that one of them hangs: the
// rank that is stuck and the operation that it is stuck in are the first questions then, and
// nobody is left to answer them.

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/standing.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace gpu {

// What an operation between two ranks of a pipeline is called.
inline constexpr const char* kMessage = "message";

struct FlightOperation {
    std::uint64_t number = 0; // of its communicator, from 1
    std::string what;         // "all-reduce"
    std::size_t bytes = 0;    // of this rank's own data
    int step = 0;
    engine::Nanoseconds queued{}; // on the rank's clock: when the host began to queue it
    engine::Mark start{};         // in its lane
    engine::Mark end{};           // default until it is queued as a whole
    bool whole = false;           // it is
    std::optional<engine::Nanoseconds> seen{}; // when it was first seen to have begun
};

// The last operations of one communicator, and all that are not known to be over: a rank queues a
// whole step of them before the first begins. Used by one thread.
class FlightLog {
public:
    static constexpr std::size_t kKept = 64; // of those that are over

    void begin(FlightOperation operation); // numbers it
    void end(engine::Mark mark);           // of the last

    const std::deque<FlightOperation>& operations() const { return m_operations; }
    std::uint64_t count() const { return m_count; } // that were begun

    // The first that is not known to be over; none where all are.
    FlightOperation* oldestOpen(engine::Lanes& lanes);

private:
    std::deque<FlightOperation> m_operations;
    std::uint64_t m_count = 0;
    std::uint64_t m_over = 0; // of those, from the first
};

struct FlightMember {
    std::string name;
    std::string identity; // the same for all members, and of no other communicator
    int rank = 0;         // within the communicator
    int size = 1;
    const FlightLog* log = nullptr;
};

// Whose record it is.
struct FlightHead {
    int rank = 0;
    std::string reason;                         // why it gave up
    bool late = false;                          // something was not over in time
    std::optional<engine::Standing> standing{}; // where it was then
};

// Writes FOLDER/flight-rank-RANK.json, for this user alone: where the rank was, and of each
// communicator the operations that are kept, whether each is queued, has started or is over, and
// when, as far as `lanes` knows. bubblescope-run compares those of all ranks once a run has failed,
// and so does replay. Returns where it lies; the error is the file system's.
plan::Result<std::filesystem::path> writeFlightRecord(const std::filesystem::path& folder,
                                                      const FlightHead& head,
                                                      std::span<const FlightMember> members,
                                                      engine::Lanes& lanes);

} // namespace gpu

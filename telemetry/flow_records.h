// What live processes tell each other beside the records: who has what, and how much more may come.
// Control: never logged, outside the ranks' sequences. Read it through wire.h, which says what
// holds for all records.

#pragma once

#include <cstdint>
#include <type_traits>

namespace telemetry {

// Sent twice a second, in order with the data frames, so that its echo proves which of them arrived
// (see outbox.h). Counts are of records, as in Bye.
struct Heartbeat {
    std::uint64_t number = 0; // from 1, rising
    std::uint64_t produced = 0;
    std::uint64_t dropped = 0;
};

// What the receiver has and how much more may come. A rank gets it for its frames, of which one may
// leave before the first credit; a viewer gives it for the messages of its subscription.
struct Credit {
    std::uint64_t acknowledged = 0; // frames (messages, for a viewer) below this arrived
    std::uint64_t echo = 0;         // number of the last Heartbeat seen; 0: none
    std::uint32_t window = 0;       // may be sent beyond `acknowledged`, [0, 4096]
    std::uint32_t batchMs = 0;      // records may wait so long, [0, 1000]; 0: as their sender likes
};

// From the log's first byte, from its end (after the Hello frames of all ranks), or from the offset
// that the viewer gives.
enum class SubscribeFrom : std::uint8_t { Start = 0, Live = 1, Offset = 2 };

// A viewer's wish, which starts its subscription or starts it over. The header's epoch numbers the
// subscriptions and comes back in every Served.
struct Subscribe {
    std::uint64_t offset = 0; // where from is Offset: a Served::offset received earlier
    std::uint32_t window = 0; // as Credit::window with acknowledged = 0
    SubscribeFrom from = SubscribeFrom::Start;
    std::uint8_t reserved[3] = {};
};

// Stands at the head of every message to a viewer, and says how far the viewer and the log are.
struct Served {
    std::uint64_t offset = 0;   // of the log byte after the frames in this message
    std::uint64_t logBytes = 0; // written so far: logBytes - offset is how far behind
    std::uint64_t sent = 0;     // totals of the collector; see Totals
    std::uint64_t logged = 0;
    std::uint64_t dropped = 0;
    std::uint64_t unlogged = 0;
    std::uint64_t badFrames = 0;
    std::uint64_t gaps = 0;
    std::uint8_t ended = 0; // 1: nothing will follow once offset == logBytes
    std::uint8_t reserved[7] = {};
};

// Stands at the head of a message between an aggregator and the collector, either way, and says
// what of the ranks follows: their frames as they made them, or the Credits for them. Alone, with
// no frames, from an aggregator to a rank: it is there. The header's `origin` is the aggregator's
// number, `hop` 1.
struct Bundle {
    std::uint32_t frames = 0; // that follow, [0, kMaxBundleFrames]
    std::uint32_t bytes = 0;  // of them all together, [0, kMaxBundleBytes]
    std::uint32_t bad = 0;    // messages that were no frames, left out since the last bundle
    std::uint32_t reserved = 0;
};
inline constexpr std::uint32_t kMaxBundleFrames = 4096;
inline constexpr std::uint32_t kMaxBundleBytes = 256 * 1024;

static_assert(sizeof(Heartbeat) == 24 && sizeof(Credit) == 24 && sizeof(Subscribe) == 16);
static_assert(sizeof(Served) == 72 && sizeof(Bundle) == 16);
static_assert(std::has_unique_object_representations_v<Heartbeat>);
static_assert(std::has_unique_object_representations_v<Credit>);
static_assert(std::has_unique_object_representations_v<Subscribe>);
static_assert(std::has_unique_object_representations_v<Served>);
static_assert(std::has_unique_object_representations_v<Bundle>);

} // namespace telemetry

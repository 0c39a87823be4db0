// Follows the sequence numbers of every rank in a stream of frames: what comes again is left
// out, what is missing is named. A frame that comes late, after ones that follow it, fills its
// hole. Memory: some 150 bytes per rank and hole. Not thread-safe.

#pragma once

#include "telemetry/codec.h"

#include <map>
#include <optional>
#include <vector>

namespace telemetry {

// Frames of one rank that are not there, one after the other.
struct FrameGap {
    std::uint32_t rank = 0;
    std::uint32_t epoch = 0; // see FrameHeader::epoch
    std::uint64_t first = 0; // sequence number
    std::uint64_t count = 0; // frames, at least 1
    // The last step that the rank spoke of before, the first one after; empty: of none.
    std::optional<std::int32_t> stepBefore{};
    std::optional<std::int32_t> stepAfter{};

    bool operator==(const FrameGap&) const = default;
};

// For a person, without a full stop: "rank 2 lacks frames 17 to 19, of steps 5 to 6".
std::string toText(const FrameGap& gap);

// Takes the frames of all ranks in the order in which they are read. Every rank and epoch has a
// sequence of its own, so frames of different ranks may be mixed at will.
class GapCounter {
public:
    // `fromStart` false: the stream begins in the middle, after the Hello frames; the
    // first number of each rank is then taken as it comes.
    explicit GapCounter(bool fromStart)
        : m_fromStart(fromStart)
    {
    }

    // False: seen before, so the caller leaves the frame out. Precondition: isData() of the frame's
    // kind.
    bool take(const Frame& frame);

    std::uint64_t gaps() const { return m_missing; }      // frames missing
    std::uint64_t repeated() const { return m_repeated; } // frames that came again

    // The holes that are open now, sorted by rank, epoch and number. What is missing at the end of
    // a rank's sequence is not among them, as nothing after it tells of it.
    std::vector<FrameGap> missing() const;

private:
    // Numbers that were passed over, from the map's key on.
    struct Hole {
        std::uint64_t end = 0; // the first number behind it
        std::optional<std::int32_t> stepBefore;
        std::optional<std::int32_t> stepAfter;
    };
    struct Place {
        std::uint64_t next = 0; // one more than the highest number seen
        bool sure = true;       // `next` is known
        std::optional<std::int32_t> lastStep;
        std::map<std::uint64_t, Hole> holes; // by first number
    };
    // True: the number lay in a hole, which is now smaller, split or gone.
    bool fill(Place& place, std::uint64_t sequence);

    bool m_fromStart;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Place> m_places; // by rank and epoch
    std::uint64_t m_missing = 0;
    std::uint64_t m_repeated = 0;
};

} // namespace telemetry

// Follows the sequence numbers of every rank in a stream of frames, to count what is
// missing and to leave out what came before.

#pragma once

#include "telemetry/codec.h"

#include <unordered_map>

namespace telemetry {

class GapCounter {
public:
    // `fromStart` false: the stream begins in the middle, after the Hello frames; the
    // first number of each rank is then taken as it comes.
    explicit GapCounter(bool fromStart)
        : m_fromStart(fromStart)
    {
    }

    // False: seen before. Otherwise adds to gaps() what is missing before this frame.
    bool take(const FrameHeader& header)
    {
        auto [entry, isNew] = m_ranks.try_emplace(header.rank, Place{header.epoch, 0, m_fromStart});
        Place& place = entry->second;
        if (header.epoch < place.epoch)
            return false;
        if (header.epoch > place.epoch)
            place = {header.epoch, 0, true};
        if (header.sequence < place.next)
            return false;
        m_gaps += place.sure ? header.sequence - place.next : 0;
        place.next = header.sequence + 1;
        place.sure = place.sure || header.kind != FrameKind::Hello;
        return true;
    }

    std::uint64_t gaps() const { return m_gaps; }

private:
    struct Place {
        std::uint32_t epoch = 0;
        std::uint64_t next = 0;
        bool sure = true; // `next` is known
    };
    bool m_fromStart;
    std::unordered_map<std::uint32_t, Place> m_ranks;
    std::uint64_t m_gaps = 0;
};

} // namespace telemetry

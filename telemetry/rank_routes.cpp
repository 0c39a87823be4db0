#include "telemetry/rank_routes.h"

#include <cstring>

namespace telemetry {

std::optional<FrameHeader> RankRoutes::take(const std::string& from, ByteView message)
{
    if (frameBytes(message) != message.size() || message.empty())
        return std::nullopt;
    FrameHeader header;
    std::memcpy(&header, message.data(), sizeof header);
    if (header.run != m_run || header.rank >= m_ranks
        || (!isData(header.kind) && header.kind != FrameKind::Heartbeat))
        return std::nullopt;
    Rank& rank = m_known[header.rank];
    rank.name = from;
    if (header.epoch > rank.epoch) { // its process was started again
        m_ended -= rank.ended ? 1 : 0;
        rank = {.name = from, .epoch = header.epoch, .bye = {}, .ended = false};
    }
    if (header.kind == FrameKind::Bye && header.epoch == rank.epoch)
        rank.bye = header.sequence;
    return header;
}

const std::string* RankRoutes::routeOf(ByteView frame)
{
    const auto decoded = decode(frame, m_ranks);
    const auto* told = std::get_if<Frame>(&decoded);
    const auto* credit = told == nullptr ? nullptr : std::get_if<Credit>(&told->body);
    if (credit == nullptr || told->header.run != m_run)
        return nullptr;
    const auto found = m_known.find(told->header.rank);
    if (found == m_known.end())
        return nullptr;
    Rank& rank = found->second;
    if (rank.bye && !rank.ended && credit->acknowledged > *rank.bye) {
        rank.ended = true;
        ++m_ended;
    }
    return &rank.name;
}

} // namespace telemetry

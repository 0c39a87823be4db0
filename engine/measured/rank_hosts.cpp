#include "engine/measured/rank_hosts.h"

#include "telemetry/text.h"

namespace measured {

void RankHosts::add(const telemetry::Frame& frame)
{
    const auto* hello = std::get_if<telemetry::Hello>(&frame.body);
    const std::string name = hello ? std::string(telemetry::textOf(hello->host)) : std::string();
    if (name.empty())
        return;
    const auto [found, isNew] = m_hostOf.try_emplace(name, hosts());
    if (isNew)
        m_names.push_back(name);
    const auto [rank, isFirst] = m_ofRank.try_emplace(frame.header.rank, found->second);
    if (!isFirst && rank->second == found->second)
        return;
    rank->second = found->second;
    ++m_revision;
}

void RankHosts::clear()
{
    const std::uint64_t next = m_revision + 1;
    *this = {};
    m_revision = next;
}

int RankHosts::hostOf(int rank) const
{
    const auto found = m_ofRank.find(static_cast<std::uint32_t>(rank));
    return found == m_ofRank.end() ? -1 : found->second;
}

} // namespace measured

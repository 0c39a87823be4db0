#include "engine/measured/run_hosts.h"

#include "telemetry/text.h"

#include <fmt/format.h>

namespace measured {
namespace {

constexpr std::size_t kNamed = 8; // hosts, and stretches of ranks of one

// "0-3, 8"
std::string rangesText(const std::vector<std::uint32_t>& ranks)
{
    std::string text;
    std::size_t named = 0;
    for (std::size_t i = 0; i < ranks.size(); ++named) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        if (named == kNamed)
            return text + " and more";
        text += (i > 0 ? ", " : "") + std::to_string(ranks[i])
            + (last > i ? '-' + std::to_string(ranks[last]) : std::string());
        i = last + 1;
    }
    return text;
}

} // namespace

void RunHosts::add(const telemetry::Frame& frame)
{
    const auto* hello = std::get_if<telemetry::Hello>(&frame.body);
    if (hello == nullptr)
        return;
    const auto name = telemetry::textOf(hello->host);
    if (!name.empty())
        m_hosts[frame.header.rank] = std::string(name);
}

std::vector<RunHosts::Host> RunHosts::hosts() const
{
    std::vector<Host> hosts;
    std::map<std::string_view, std::size_t> places;
    for (const auto& [rank, name] : m_hosts) {
        const auto [place, isNew] = places.emplace(name, hosts.size());
        if (isNew)
            hosts.push_back({name, {}});
        hosts[place->second].ranks.push_back(rank);
    }
    return hosts;
}

std::vector<int> RunHosts::ofPipeline(const RunInfo& info) const
{
    std::vector<int> hosts;
    std::map<std::string_view, int> numbers;
    for (int rank = 0; rank < info.shape.ranks; ++rank) {
        const auto said = m_hosts.find(static_cast<std::uint32_t>(info.worldRank(rank)));
        if (said == m_hosts.end())
            return {};
        hosts.push_back(
            numbers.emplace(said->second, static_cast<int>(numbers.size())).first->second);
    }
    if (numbers.size() < 2)
        return {};
    return hosts;
}

std::string toText(const RunHosts& hosts)
{
    std::string text;
    std::size_t named = 0;
    const auto all = hosts.hosts();
    for (const RunHosts::Host& host : all) {
        const std::string ranks = rangesText(host.ranks);
        if (named++ == kNamed)
            return text + fmt::format(", and so on, {} hosts in all", all.size());
        if (!text.empty())
            text += fmt::format(", {} on {}", ranks, host.name);
        else if (host.ranks.size() == 1)
            text += fmt::format("rank {} on {}", ranks, host.name);
        else
            text += fmt::format("ranks {} on {}", ranks, host.name);
    }
    return text;
}

} // namespace measured

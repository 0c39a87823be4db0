#include "engine/measured/run_hosts.h"

#include <fmt/format.h>

#include <map>

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

std::vector<HostRanks> ranksByHost(const RankHosts& hosts)
{
    std::vector<HostRanks> all;
    std::map<int, std::size_t> places;
    for (const auto& [rank, host] : hosts.byRank()) {
        const auto [place, isNew] = places.emplace(host, all.size());
        if (isNew)
            all.push_back({hosts.nameOf(host), {}});
        all[place->second].ranks.push_back(rank);
    }
    return all;
}

std::vector<int> hostsOfPipeline(const RankHosts& hosts, const RunInfo& info)
{
    std::vector<int> numbers;
    std::map<int, int> numberOf;
    for (int rank = 0; rank < info.shape.ranks; ++rank) {
        const int host = hosts.hostOf(info.worldRank(rank));
        if (host < 0)
            return {};
        numbers.push_back(numberOf.emplace(host, static_cast<int>(numberOf.size())).first->second);
    }
    if (numberOf.size() < 2)
        return {};
    return numbers;
}

std::string toText(const RankHosts& hosts)
{
    std::string text;
    std::size_t named = 0;
    const auto all = ranksByHost(hosts);
    for (const HostRanks& host : all) {
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

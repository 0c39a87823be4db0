#include "engine/launch/hosts/rank_hosts.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>

namespace launch {

namespace {

// How many ranks each host is asked to take at most.
plan::Result<std::vector<int>> roomOf(int ranks, const Hosts& hosts, int perHost)
{
    const auto said = [](const Host& host) { return host.slots > 0; };
    std::vector<int> room(hosts.size(), perHost);
    if (perHost > 0)
        return room;
    if (std::none_of(hosts.begin(), hosts.end(), said)) {
        const int count = static_cast<int>(hosts.size());
        room.assign(hosts.size(), (ranks + count - 1) / count);
        return room;
    }
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (!said(hosts[i]))
            return plan::Error{fmt::format("{} says no slots and other hosts do; give slots=N for "
                                           "each, or --ranks-per-node N for all",
                                           hosts[i].name)};
        room[i] = hosts[i].slots;
    }
    return room;
}

} // namespace

plan::Result<Hosts> placeRanks(int ranks, const Hosts& hosts, int perHost)
{
    const auto room = roomOf(ranks, hosts, perHost);
    if (!room)
        return room.error();
    Hosts placed;
    int left = ranks;
    for (std::size_t i = 0; i < hosts.size() && left > 0; ++i) {
        placed.push_back({hosts[i].name, std::min((*room)[i], left)});
        left -= placed.back().slots;
    }
    if (left > 0)
        return plan::Error{fmt::format(
            "{} ranks need more room than {} {} for {}: name more hosts, or allow more ranks on "
            "each with --ranks-per-node N",
            ranks, hosts.size(), hosts.size() == 1 ? "host has" : "hosts have",
            std::accumulate(room->begin(), room->end(), 0))};
    return placed;
}

plan::Result<Hosts> firstOf(const Hosts& hosts, int number)
{
    if (static_cast<std::size_t>(number) > hosts.size())
        return plan::Error{fmt::format("--nodes {}: there {} only {} here", number,
                                       hosts.size() == 1 ? "is" : "are", hosts.size())};
    return Hosts(hosts.begin(), hosts.begin() + number);
}

std::string textOf(const Hosts& placed)
{
    std::vector<std::string> parts;
    int first = 0;
    for (const Host& host : placed) {
        const int last = first + host.slots - 1;
        const std::string word = first > 0    ? ""
            : placed.size() == 1 && last == 0 ? "rank "
                                              : "ranks ";
        parts.push_back(fmt::format(
            "{}{} on {}", word,
            first == last ? std::to_string(first) : fmt::format("{}-{}", first, last), host.name));
        first = last + 1;
    }
    return listOf(parts);
}

std::size_t hostOf(int rank, const Hosts& placed)
{
    std::size_t host = 0;
    for (; rank >= placed[host].slots; ++host) {
        rank -= placed[host].slots;
        assert(host + 1 < placed.size());
    }
    return host;
}

} // namespace launch

#include "engine/launch/slurm/partition.h"

#include "engine/launch/slurm/slurm_time.h"
#include "engine/plan/counted.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace launch {

namespace {

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= 0
        ? std::optional(number)
        : std::nullopt; // UNLIMITED
}

// Calls `take` with what stands between the separators; nothing of nothing.
template <class Take>
void split(std::string_view text, char separator, const Take& take)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0)
            take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::vector<std::string> wordsOfList(std::string_view text)
{
    std::vector<std::string> list;
    if (text != "ALL" && text != "(null)" && text != "NONE")
        split(text, ',', [&](std::string_view word) { list.emplace_back(word); });
    return list;
}

void readKey(Partition& partition, std::string_view key, std::string_view value)
{
    if (key == "PartitionName")
        partition.name = value;
    else if (key == "Default")
        partition.isDefault = value == "YES";
    else if (key == "State")
        partition.state = value;
    else if (key == "TotalNodes")
        partition.nodes = numberOf(value).value_or(0);
    else if (key == "MinNodes")
        partition.minNodes = numberOf(value).value_or(0);
    else if (key == "MaxNodes")
        partition.maxNodes = numberOf(value);
    else if (key == "MaxTime")
        partition.maxTime = parseSlurmTime(value);
    else if (key == "AllowAccounts")
        partition.accounts = wordsOfList(value);
    else if (key == "DenyAccounts")
        partition.deniedAccounts = wordsOfList(value);
    else if (key == "AllowQos")
        partition.qos = wordsOfList(value);
}

bool isAmong(const std::vector<std::string>& list, const std::string& word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

// "a, b, c"; of many the first.
std::string namesOf(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? fmt::format("{}, and {} more", text, names.size() - kMost) : text;
}

// Why this one will never take so many nodes; nullopt: it may.
std::optional<std::string> whyNotSoManyNodes(const Partition& partition, std::int64_t nodes)
{
    constexpr const char* kFewer = "ask for fewer with --nodes, or put more ranks on each with "
                                   "--ranks-per-node";
    if (partition.maxNodes && nodes > *partition.maxNodes && *partition.maxNodes < partition.nodes)
        return fmt::format("partition {} gives a job at most {}, and the job asks for {}; {}",
                           partition.name, plan::counted(*partition.maxNodes, "node"), nodes,
                           kFewer);
    if (nodes > partition.nodes)
        return fmt::format("partition {} has {}, and the job asks for {}; {}", partition.name,
                           plan::counted(partition.nodes, "node"), nodes, kFewer);
    if (nodes < partition.minNodes)
        return fmt::format("partition {} takes jobs of {} and more, and the job asks for {}; name "
                           "another with --partition, or ask for more with --nodes",
                           partition.name, plan::counted(partition.minNodes, "node"), nodes);
    return std::nullopt;
}

// The same for the job.
std::optional<std::string> whyNot(const Partition& partition, const PartitionWish& wish)
{
    const std::string& name = partition.name;
    if (partition.state != "UP")
        return fmt::format("partition {} starts no jobs, as it is {}; name another with "
                           "--partition",
                           name, partition.state);
    if (auto nodes = whyNotSoManyNodes(partition, wish.nodes))
        return nodes;
    if (wish.time && partition.maxTime && *wish.time > *partition.maxTime)
        return fmt::format("partition {} lets a job run for {}, and the job asks for {}; ask for "
                           "--time {} or less",
                           name, toText(*partition.maxTime), toText(*wish.time),
                           toSlurmTime(*partition.maxTime));
    if (!partition.accounts.empty() && !isAmong(partition.accounts, wish.account))
        return fmt::format("partition {} is for some accounts only; name one of them with "
                           "--account: {}",
                           name, namesOf(partition.accounts));
    if (isAmong(partition.deniedAccounts, wish.account))
        return fmt::format("partition {} is closed to account {}; name another with --account",
                           name, wish.account);
    if (!partition.qos.empty() && !wish.qos.empty() && !isAmong(partition.qos, wish.qos))
        return fmt::format("partition {} takes no jobs of qos {}; name one of these with --qos: {}",
                           name, wish.qos, namesOf(partition.qos));
    return std::nullopt;
}

} // namespace

std::vector<Partition> parsePartitions(std::string_view output)
{
    std::vector<Partition> partitions;
    split(output, '\n', [&](std::string_view line) {
        if (!line.starts_with("PartitionName="))
            return;
        Partition partition;
        split(line, ' ', [&](std::string_view word) {
            if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
                readKey(partition, word.substr(0, equals), word.substr(equals + 1));
        });
        partitions.push_back(std::move(partition));
    });
    return partitions;
}

std::optional<std::string> whyNoPartition(const std::vector<Partition>& all,
                                          const PartitionWish& wish)
{
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Partition& partition : all)
        names.push_back(partition.name);
    std::vector<Partition> asked;
    for (const std::string& name : wish.partitions) {
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const Partition& one) { return one.name == name; });
        if (found == all.end())
            return fmt::format("there is no partition {}; name one of these with --partition: {}",
                               name, namesOf(names));
        asked.push_back(*found);
    }
    if (wish.partitions.empty())
        std::copy_if(all.begin(), all.end(), std::back_inserter(asked),
                     [](const Partition& one) { return one.isDefault; });
    if (asked.empty())
        return fmt::format("no partition takes jobs that name none; name one with --partition: {}",
                           namesOf(names));
    std::optional<std::string> first;
    for (const Partition& partition : asked) {
        const auto why = whyNot(partition, wish);
        if (!why)
            return std::nullopt; // one is enough
        if (!first)
            first = why;
    }
    return first;
}

} // namespace launch

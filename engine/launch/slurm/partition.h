// A partition of Slurm: a set of nodes with limits for the jobs on them.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

struct Partition {
    std::string name;
    bool isDefault = false;                        // takes the jobs that name none
    std::string state;                             // Slurm's own word: UP, DOWN, DRAIN or INACTIVE
    std::int64_t nodes = 0;                        // it has, whether they are up or not
    std::int64_t minNodes = 0;                     // of one job
    std::optional<std::int64_t> maxNodes{};        // likewise; none: as many as it has
    std::optional<std::chrono::seconds> maxTime{}; // likewise; none: unlimited
    std::vector<std::string> accounts{};           // that alone may use it; empty: all
    std::vector<std::string> deniedAccounts{};     // that may not
    std::vector<std::string> qos{};                // that alone may use it; empty: all

    bool operator==(const Partition&) const = default;
};

// What `scontrol show partition --oneliner` has printed. Lines that are none of a partition are
// skipped, keys that are not known here, too.
std::vector<Partition> parsePartitions(std::string_view output);

// What a job asks of a partition.
struct PartitionWish {
    std::vector<std::string> partitions{}; // one of which is to take it; empty: the default
    std::string account{};                 // empty: the user's own
    std::string qos{};                     // likewise
    std::int64_t nodes = 1;
    std::optional<std::chrono::seconds> time{}; // none: as long as the partition gives
};

// Why none of the partitions will ever take such a job, as a sentence with what to do; nullopt: one
// may. Slurm accepts many of these jobs, and leaves them waiting for ever.
std::optional<std::string> whyNoPartition(const std::vector<Partition>& all,
                                          const PartitionWish& wish);

} // namespace launch

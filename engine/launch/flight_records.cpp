#include "engine/launch/flight_records.h"

#include "engine/launch/flight_file.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace launch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMessage = "message";

// "all-reduce 3 of tp"
std::string shortText(const FlightGroup& group, const FlightOperation& operation)
{
    return fmt::format("{} {} of {}", operation.what, operation.number, group.name);
}

// "all-reduce 3 of tp (rank 0 of 2), of 400 bytes in step 7"
std::string operationText(const FlightGroup& group, const FlightOperation& operation)
{
    return fmt::format("{} (rank {} of {}), of {} bytes in step {}", shortText(group, operation),
                       group.rank, group.size, operation.bytes, operation.step);
}

void addRecord(int rank, const FlightRecord& record, std::vector<std::string>& sentences)
{
    sentences.push_back(fmt::format("rank {} gave up: {}", rank, record.reason));
    const std::size_t before = sentences.size();
    for (const FlightGroup& group : record.groups)
        if (const FlightOperation* const open = group.open())
            sentences.push_back(
                fmt::format("rank {} was in {}: it {}", rank, operationText(group, *open),
                            open->state == "started" ? "had started"
                                                     : "waited for what was computed before it"));
    if (sentences.size() == before)
        sentences.push_back(fmt::format("rank {} had nothing under way in its groups", rank));
}

// A rank that another one waited for, and for what.
struct Awaited {
    int rank = 0;
    std::string what;
    bool differs = false; // it is in something else: so it need not be asked whom it waits for
};

class Comparison {
public:
    Comparison(std::map<int, FlightRecord> records, int ranks)
        : m_records(std::move(records))
        , m_ranks(ranks)
    {
    }

    std::optional<HeldUp> from(int first) const
    {
        std::set<int> seen{first};
        std::optional<Awaited> last;
        int waiting = first;
        int rank = first;
        for (auto next = awaitedBy(rank); next; next = awaitedBy(rank)) {
            if (!seen.insert(next->rank).second)
                return std::nullopt; // each waits for the next, and so who is the cause does not
                                     // show
            waiting = rank;
            rank = next->rank;
            last = std::move(next);
            if (last->differs)
                break;
        }
        if (!last)
            return stuckTogether(first);
        HeldUp held{.rank = rank, .why = fmt::format("held up rank {}: ", waiting)};
        const auto own = m_records.find(rank);
        held.leftNoRecord = own == m_records.end();
        if (held.leftNoRecord) {
            held.why += last->what
                + "; it left no record of what it did, as one that is stuck in a call of the "
                  "driver";
            return held;
        }
        held.step = own->second.step;
        held.op = own->second.op;
        held.why += held.op.empty()
            ? last->what
            : fmt::format("its GPU did not end {}; {}", held.op, last->what);
        return held;
    }

private:
    // Whom that rank waited for; none: nobody, or that does not show.
    std::optional<Awaited> awaitedBy(int rank) const
    {
        const auto found = m_records.find(rank);
        if (found == m_records.end())
            return std::nullopt;
        const FlightRecord& record = found->second;
        if (record.awaits && *record.awaits < m_ranks)
            return Awaited{*record.awaits, fmt::format("its message {} never came", record.op)};
        for (const FlightGroup& group : record.groups) {
            const FlightOperation* const open = group.open();
            // A receive is posted long before its message is due.
            if (open == nullptr || open->state != "started" || open->what == kMessage)
                continue;
            if (auto missing = missingIn(group, *open))
                return missing;
        }
        return std::nullopt;
    }

    // All members of a group have come to an operation, and none got through.
    std::optional<HeldUp> stuckTogether(int rank) const
    {
        const auto found = m_records.find(rank);
        if (found == m_records.end())
            return std::nullopt;
        for (const FlightGroup& group : found->second.groups) {
            const FlightOperation* const open = group.open();
            if (open == nullptr || open->state != "started" || open->what == kMessage
                || group.identity.empty() || membersOf(group) < group.size)
                continue;
            return HeldUp{.rank = rank,
                          .step = found->second.step,
                          .why = fmt::format("all {} ranks of {} had come to {} {}, and none got "
                                             "through: look at what connects their GPUs",
                                             group.size, group.name, open->what, open->number)};
        }
        return std::nullopt;
    }

    std::uint64_t membersOf(const FlightGroup& group) const
    {
        std::uint64_t members = 0;
        for (const auto& [rank, record] : m_records)
            members += static_cast<std::uint64_t>(
                std::count_if(record.groups.begin(), record.groups.end(),
                              [&](const auto& other) { return other.identity == group.identity; }));
        return members;
    }

    // The first member that has not come to the operation.
    std::optional<Awaited> missingIn(const FlightGroup& group,
                                     const FlightOperation& operation) const
    {
        if (group.identity.empty())
            return std::nullopt;
        for (const auto& [rank, record] : m_records)
            for (const FlightGroup& other : record.groups) {
                if (other.identity != group.identity)
                    continue;
                const FlightOperation* const there = other.find(operation.number);
                if (there == nullptr && other.count >= operation.number)
                    continue; // so long over that it is not kept
                if (there == nullptr)
                    return Awaited{rank, "it had not queued " + shortText(group, operation)};
                if (there->what != operation.what || there->bytes != operation.bytes)
                    return Awaited{rank,
                                   fmt::format("it was in {} of {} bytes instead of {} of {}",
                                               shortText(other, *there), there->bytes,
                                               operation.what, operation.bytes),
                                   true};
                if (there->state == "queued")
                    return Awaited{rank, "its GPU had not come to " + shortText(group, operation)};
            }
        if (membersOf(group) >= group.size)
            return std::nullopt;
        // Of those without a record nobody knows who is in which group, unless there is but one.
        std::vector<int> silent;
        for (int rank = 0; rank < m_ranks; ++rank)
            if (!m_records.contains(rank))
                silent.push_back(rank);
        if (silent.size() != 1)
            return std::nullopt;
        return Awaited{silent.front(),
                       fmt::format("{} was waited for", shortText(group, operation))};
    }

    const std::map<int, FlightRecord> m_records;
    const int m_ranks;
};

} // namespace

std::vector<std::string> flightSentences(const fs::path& folder, int ranks)
{
    std::vector<std::string> sentences;
    std::map<int, FlightRecord> records;
    for (const auto& [rank, path] : flightFilesIn(folder)) {
        auto record = readFlightFile(path);
        if (!record) {
            sentences.push_back(record.error().message);
            continue;
        }
        addRecord(rank, *record, sentences);
        records.emplace(rank, *std::move(record));
    }
    const auto late = std::find_if(records.begin(), records.end(),
                                   [](const auto& one) { return one.second.late; });
    if (late == records.end() || late->first >= ranks)
        return sentences;
    const int first = late->first;
    if (const auto held = Comparison(std::move(records), ranks).from(first))
        sentences.push_back(fmt::format("rank {} {}", held->rank, held->why));
    return sentences;
}

std::optional<HeldUp> whoHeldUp(const fs::path& folder, int first, int ranks)
{
    std::map<int, FlightRecord> records;
    for (const auto& [rank, path] : flightFilesIn(folder))
        if (auto record = readFlightFile(path); record && rank < ranks)
            records.emplace(rank, *std::move(record));
    const auto own = records.find(first);
    if (own == records.end() || !own->second.late)
        return std::nullopt;
    return Comparison(std::move(records), ranks).from(first);
}

void removeFlightRecords(const fs::path& folder)
{
    std::error_code error;
    for (const auto& [rank, path] : flightFilesIn(folder))
        fs::remove(path, error);
}

} // namespace launch

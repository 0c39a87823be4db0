#include "engine/launch/flight_file.h"

#include "engine/launch/private_file.h"
#include "engine/strategy/strict_json.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <system_error>

namespace launch {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostBytes = std::size_t{4} << 20;
constexpr std::uint64_t kMost = std::uint64_t{1} << 62; // of any number
constexpr std::string_view kBefore = "flight-rank-";
constexpr std::string_view kAfter = ".json";

// Of "flight-rank-12.json".
std::optional<int> rankOf(std::string_view name)
{
    if (!name.starts_with(kBefore) || !name.ends_with(kAfter)
        || name.size() <= kBefore.size() + kAfter.size())
        return std::nullopt;
    name = name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size());
    int rank = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), rank);
    if (error != std::errc() || end != name.data() + name.size() || rank < 0)
        return std::nullopt;
    return rank;
}

std::string textIn(const nlohmann::json& object, const char* key, const char* otherwise)
{
    return strategy::textIn(object, key).value_or(otherwise);
}

std::uint64_t numberIn(const nlohmann::json& object, const char* key)
{
    return strategy::naturalIn(object, key, kMost).value_or(0);
}

std::optional<int> smallIn(const nlohmann::json& object, const char* key)
{
    const auto number = strategy::naturalIn(object, key, INT_MAX);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

const nlohmann::json& listIn(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json none = nlohmann::json::array();
    const nlohmann::json* const member = strategy::memberOf(object, key);
    return member != nullptr && member->is_array() ? *member : none;
}

FlightGroup groupIn(const nlohmann::json& json)
{
    FlightGroup group{.name = textIn(json, "name", "?"),
                      .identity = textIn(json, "identity", ""),
                      .rank = numberIn(json, "rank"),
                      .size = numberIn(json, "size"),
                      .count = numberIn(json, "count"),
                      .operations = {}};
    for (const nlohmann::json& operation : listIn(json, "operations"))
        group.operations.push_back({.number = numberIn(operation, "number"),
                                    .step = numberIn(operation, "step"),
                                    .bytes = numberIn(operation, "bytes"),
                                    .what = textIn(operation, "what", "?"),
                                    .state = textIn(operation, "state", "?")});
    return group;
}

} // namespace

// Operations of a group are over one after the other.
const FlightOperation* FlightGroup::open() const
{
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [](const auto& one) { return one.state != "over"; });
    return found == operations.end() ? nullptr : &*found;
}

const FlightOperation* FlightGroup::find(std::uint64_t number) const
{
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [number](const auto& one) { return one.number == number; });
    return found == operations.end() ? nullptr : &*found;
}

std::map<int, fs::path> flightFilesIn(const fs::path& folder)
{
    std::map<int, fs::path> files;
    std::error_code error; // a folder that cannot be read holds none that could be told of
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (const auto rank = rankOf(entry->path().filename().string()))
            files[*rank] = entry->path();
    return files;
}

plan::Result<FlightRecord> readFlightFile(const fs::path& path)
{
    const auto text = readWhole(path, kMostBytes, false);
    if (!text)
        return text.error();
    const auto json = strategy::parseStrictJson(*text);
    if (!json)
        return plan::Error{path.string() + " " + json.error().message};
    if (strategy::naturalIn(*json, "bubblescope_flight_record", kVersion) != kVersion)
        return plan::Error{path.string() + " is not a flight record that is known here"};
    const nlohmann::json* const late = strategy::memberOf(*json, "late");
    FlightRecord record{.reason = textIn(*json, "reason", "?"),
                        .late = late != nullptr && late->is_boolean() && late->get<bool>(),
                        .step = smallIn(*json, "step"),
                        .op = textIn(*json, "op", ""),
                        .awaits = smallIn(*json, "awaits"),
                        .groups = {}};
    for (const nlohmann::json& communicator : listIn(*json, "communicators"))
        record.groups.push_back(groupIn(communicator));
    return record;
}

} // namespace launch

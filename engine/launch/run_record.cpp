#include "engine/launch/run_record.h"

#include "engine/launch/ending_json.h"
#include "engine/launch/private_file.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/run_name.h"
#include "engine/strategy/run_device.h"
#include "engine/strategy/strict_json.h"
#include "telemetry/crc32c.h"

#include <array>
#include <charconv>
#include <limits>
#include <span>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr std::array<RunState, 4> kWritten
    = {RunState::Running, RunState::Completed, RunState::Stopped, RunState::Failed};

constexpr const char* kVersionKey = "bubblescope_run";
constexpr const char* kSumKey = "crc32c";
constexpr int kFirstWithSum = 2;

// Reads fields of one object and remembers whether all were there and fitted.
class Fields {
public:
    explicit Fields(const nlohmann::json& object)
        : m_object(object)
    {
    }

    std::string text(const char* key)
    {
        const nlohmann::json* value = find(key);
        if (value == nullptr || !value->is_string())
            return missing<std::string>();
        return value->get<std::string>();
    }

    template <class Integer>
    Integer integer(const char* key)
    {
        const nlohmann::json* value = find(key);
        if (value == nullptr || !value->is_number_integer()
            || (!value->is_number_unsigned() && value->get<std::int64_t>() < 0))
            return missing<Integer>();
        const auto number = value->get<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
            return missing<Integer>();
        return static_cast<Integer>(number);
    }

    // Of a key that older records lack.
    bool flagOr(const char* key, bool otherwise)
    {
        const nlohmann::json* value = find(key);
        if (value == nullptr)
            return otherwise;
        return value->is_boolean() ? value->get<bool>() : missing<bool>();
    }

    double number(const char* key)
    {
        const nlohmann::json* value = find(key);
        return value != nullptr && value->is_number() ? value->get<double>() : missing<double>();
    }

    // null is a number that is not known.
    std::optional<double> numberOrNull(const char* key)
    {
        const nlohmann::json* value = find(key);
        return value != nullptr && value->is_null() ? std::nullopt : std::optional(number(key));
    }

    const nlohmann::json& object(const char* key)
    {
        static const nlohmann::json kEmpty = nlohmann::json::object();
        const nlohmann::json* value = find(key);
        if (value == nullptr || !value->is_object()) {
            m_whole = false;
            return kEmpty;
        }
        return *value;
    }

    bool whole() const { return m_whole; }

private:
    const nlohmann::json* find(const char* key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() ? nullptr : &*found;
    }
    template <class Value>
    Value missing()
    {
        m_whole = false;
        return {};
    }

    const nlohmann::json& m_object;
    bool m_whole = true;
};

bool parseState(std::string_view text, RunState& state)
{
    for (const RunState known : kWritten) {
        if (textOf(known) == text) {
            state = known;
            return true;
        }
    }
    return false;
}

bool parseSession(std::string_view text, std::uint64_t& session)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), session, 16);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

void RunRecord::end(const Ending& how)
{
    state = how.state;
    paused = false;
    outcome = how.outcome();
    ending = how;
}

namespace {

// Of everything but the sum itself.
std::uint32_t sumOf(nlohmann::json json)
{
    json.erase(kSumKey);
    const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return telemetry::crc32c(std::as_bytes(std::span(text)));
}

std::string asciiText(const nlohmann::ordered_json& json)
{
    return json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// Nothing where version and checksum are good.
std::optional<plan::Error> problemOf(const nlohmann::json& json)
{
    constexpr auto kMost = std::uint64_t{std::numeric_limits<int>::max()};
    const auto version = strategy::naturalIn(json, kVersionKey, kMost);
    if (!version || *version == 0)
        return plan::Error{"is not a run record, or damaged: it does not say its version"};
    if (*version > RunRecord::kVersion)
        return plan::Error{"is of version " + std::to_string(*version)
                           + " of the format, and this program reads up to version "
                           + std::to_string(RunRecord::kVersion) + "; use a newer one, or it is "
                           + "damaged"};
    if (*version < kFirstWithSum && strategy::memberOf(json, kSumKey) == nullptr)
        return std::nullopt;
    const auto sum = strategy::naturalIn(json, kSumKey, std::numeric_limits<std::uint32_t>::max());
    if (!sum || *sum != sumOf(json))
        return plan::Error{"is damaged: its checksum does not fit what it says"};
    return std::nullopt;
}

} // namespace

std::string toJson(const RunRecord& record)
{
    nlohmann::ordered_json json = {
        {kVersionKey, RunRecord::kVersion},
        {"run", record.run},
        {"state", textOf(record.state)},
        {"outcome", record.outcome},
        {"ending", jsonOf(record.ending)},
        {"paused", record.paused},
        {"strategy", record.strategy},
        {"strategy_name", record.strategyName},
        {"started", record.started},
        {"ended", record.ended},
        {"ranks", record.ranks},
        {"steps", record.steps},
        {"device", record.device},
        {"takes_turns", record.takesTurns},
        {"deep", record.deep},
        {"session", sessionText(record.session)},
        {"predicted", jsonOf(record.predicted)},
        {"pace_warning", record.paceWarning},
        {"unlogged", record.unlogged},
        {"directory", record.directory.string()},
        {"viewer_endpoint", record.viewerEndpoint},
        {"supervisor",
         {{"pid", record.supervisor.pid},
          {"start_ticks", record.supervisor.startTicks},
          {"boot_id", record.supervisor.bootId}}},
        {"place", jsonOf(record.place)},
    };
    // Of what a reader will see: characters that JSON can carry, numbers as they are read.
    json[kSumKey] = sumOf(nlohmann::json::parse(asciiText(json)));
    return asciiText(json);
}

std::string announcementOf(const RunRecord& record)
{
    const nlohmann::ordered_json line = {{"run", record.run},
                                         {"directory", record.directory.string()},
                                         {"session", sessionText(record.session)},
                                         {"viewer_endpoint", record.viewerEndpoint},
                                         {"log", record.log().string()}};
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

plan::Result<RunRecord> parseRunRecord(std::string_view text)
{
    const auto json = strategy::parseStrictJson(text);
    if (!json)
        return plan::Error{"is not a run record, or damaged: it " + json.error().message};
    if (auto problem = problemOf(*json))
        return std::move(*problem);

    Fields fields(*json);
    RunRecord record;
    record.run = fields.text("run");
    record.outcome = fields.text("outcome");
    record.strategy = fields.text("strategy");
    record.strategyName = fields.text("strategy_name");
    record.started = fields.text("started");
    record.ended = fields.text("ended");
    record.ranks = fields.integer<int>("ranks");
    record.steps = fields.integer<std::int64_t>("steps");
    record.device = fields.text("device");
    record.directory = fields.text("directory");
    record.viewerEndpoint = fields.text("viewer_endpoint");
    Fields predicted(fields.object("predicted"));
    record.predicted.stepSeconds = predicted.numberOrNull("step_seconds");
    record.predicted.bubbleFraction = predicted.number("bubble_fraction");
    const strategy::RunDevice* const device = strategy::findRunDevice(record.device);
    record.predicted.paced = device != nullptr && device->paced;
    record.takesTurns = fields.flagOr("takes_turns", false);
    record.paused = fields.flagOr("paused", false);
    if (const auto deep = json->find("deep"); deep != json->end()) {
        if (!deep->is_boolean())
            return plan::Error{"is damaged: \"deep\" is neither true nor false"};
        record.deep = deep->get<bool>();
    }
    if (json->contains("pace_warning"))
        record.paceWarning = fields.text("pace_warning");
    if (json->contains("unlogged"))
        record.unlogged = fields.integer<std::uint64_t>("unlogged");
    Fields supervisor(fields.object("supervisor"));
    record.supervisor.pid = supervisor.integer<pid_t>("pid");
    record.supervisor.startTicks = supervisor.integer<std::uint64_t>("start_ticks");
    record.supervisor.bootId = supervisor.text("boot_id");
    const bool fits = parseState(fields.text("state"), record.state)
        && parseSession(fields.text("session"), record.session) && isRunName(record.run);
    bool told = readMore(fields.object("predicted"), record.predicted);
    if (const auto ending = json->find("ending"); ending != json->end() && !ending->is_null()) {
        record.ending = endingFrom(*ending);
        told = told && record.ending.has_value();
    }
    if (const auto place = json->find("place"); place != json->end()) {
        auto found = placeFrom(*place);
        told = told && found.has_value();
        record.place = std::move(found).value_or(RunPlace{});
    }
    if (!fits || !told || !fields.whole() || !predicted.whole() || !supervisor.whole())
        return plan::Error{"is damaged: a field of it is missing or out of range"};
    return record;
}

plan::Outcome saveRunRecord(const RunRecord& record)
{
    return writeAtomically(RunRecord::file(record.directory), toJson(record));
}

plan::Result<RunRecord> loadRunRecord(const std::filesystem::path& directory)
{
    constexpr std::size_t kLimit = std::size_t{1} << 20;
    const auto file = RunRecord::file(directory);
    const auto text = readWhole(file, kLimit, false);
    if (!text)
        return text.error();
    auto record = parseRunRecord(*text);
    if (!record)
        return plan::Error{file.string() + " " + record.error().message};
    record->directory = directory;
    if (record->state != RunState::Running)
        return record;
    // What is told of a process is true on its own host alone.
    if (isHere(record->place, record->supervisor)) {
        if (!isRunning(record->supervisor))
            record->end(lostEnding());
    } else if (wasHere(record->place, record->supervisor)) {
        record->end(lostEnding());
    } else {
        record->elsewhere = lookFromElsewhere(file);
    }
    return record;
}

bool isLive(const RunRecord& record)
{
    const auto now = loadRunRecord(record.directory);
    return now && now->run == record.run && now->state == RunState::Running
        && now->elsewhere != Elsewhere::Silent;
}

std::string outcomeOf(const RunRecord& record)
{
    return record.outcome.empty() ? std::string(textOf(record.state)) : record.outcome;
}

std::string standingOf(const RunRecord& record)
{
    if (record.state != RunState::Running)
        return std::string(textOf(record.state));
    if (record.elsewhere == Elsewhere::Silent)
        return "silent on " + textOf(record.place);
    const std::string standing = record.paused ? "paused" : "running";
    if (record.elsewhere)
        return standing + " on " + textOf(record.place);
    return isHeld(record.supervisor) ? "held" : standing;
}

bool hasRunRecord(const std::filesystem::path& directory)
{
    std::error_code ignored;
    return std::filesystem::exists(
        std::filesystem::symlink_status(RunRecord::file(directory), ignored));
}

plan::Outcome checkRecordIsOurs(const RunRecord& record)
{
    const auto isOurs = [](const std::filesystem::path& path, mode_t others) {
        struct stat status = {};
        return stat(path.c_str(), &status) == 0 && status.st_uid == geteuid()
            && (status.st_mode & others) == 0;
    };
    if (!isOurs(record.directory, S_IWOTH)
        || !isOurs(RunRecord::file(record.directory), S_IWGRP | S_IWOTH))
        return plan::Error{record.directory.string()
                           + ": belongs to another user or can be written by one, so what it says "
                             "of a process is not acted on"};
    return plan::done();
}

} // namespace launch

#include "engine/launch/run_record.h"

#include "engine/launch/ending_json.h"
#include "engine/launch/private_file.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/run_name.h"

#include <array>
#include <charconv>
#include <limits>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr std::array<RunState, 4> kWritten
    = {RunState::Running, RunState::Completed, RunState::Stopped, RunState::Failed};

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
    outcome = how.outcome();
    ending = how;
}

std::string toJson(const RunRecord& record)
{
    const nlohmann::ordered_json json = {
        {"bubblescope_run", RunRecord::kVersion},
        {"run", record.run},
        {"state", textOf(record.state)},
        {"outcome", record.outcome},
        {"ending", jsonOf(record.ending)},
        {"strategy", record.strategy},
        {"strategy_name", record.strategyName},
        {"started", record.started},
        {"ended", record.ended},
        {"ranks", record.ranks},
        {"steps", record.steps},
        {"device", record.device},
        {"session", sessionText(record.session)},
        {"predicted",
         {{"step_seconds", record.predictedSeconds ? nlohmann::ordered_json(*record.predictedSeconds)
                                                   : nlohmann::ordered_json(nullptr)},
          {"bubble_fraction", record.predictedBubble}}},
        {"directory", record.directory.string()},
        {"viewer_endpoint", record.viewerEndpoint},
        {"supervisor",
         {{"pid", record.supervisor.pid},
          {"start_ticks", record.supervisor.startTicks},
          {"boot_id", record.supervisor.bootId}}},
    };
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

plan::Result<RunRecord> parseRunRecord(std::string_view text)
{
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object())
        return plan::Error{"is not a run record"};
    Fields fields(json);
    if (fields.integer<int>("bubblescope_run") != RunRecord::kVersion)
        return plan::Error{"is a run record of a version this program does not know"};

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
    record.predictedSeconds = predicted.numberOrNull("step_seconds");
    record.predictedBubble = predicted.number("bubble_fraction");
    Fields supervisor(fields.object("supervisor"));
    record.supervisor.pid = supervisor.integer<pid_t>("pid");
    record.supervisor.startTicks = supervisor.integer<std::uint64_t>("start_ticks");
    record.supervisor.bootId = supervisor.text("boot_id");
    const bool fits = parseState(fields.text("state"), record.state)
                      && parseSession(fields.text("session"), record.session)
                      && isRunName(record.run);
    bool told = true;
    if (const auto ending = json.find("ending"); ending != json.end() && !ending->is_null()) {
        record.ending = endingFrom(*ending);
        told = record.ending.has_value();
    }
    if (!fits || !told || !fields.whole() || !predicted.whole() || !supervisor.whole())
        return plan::Error{"is a run record that is damaged"};
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
        return plan::Error{file.string() + ": " + record.error().message};
    record->directory = directory;
    if (record->state == RunState::Running && !isRunning(record->supervisor))
        record->end(lostEnding());
    return record;
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

#include "engine/launch/host_look.h"

#include "engine/launch/hosts/launcher_words.h"
#include "engine/strategy/strict_json.h"
#include "telemetry/text.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

using namespace std::chrono_literals;

// Beyond what asking has taken; the ranks' own clocks are set against each other to microseconds,
// so this is about the times of day in logs.
constexpr auto kClocksApart = 30s;

std::optional<HostLook> lookIn(std::string_view line)
{
    const auto json = strategy::parseStrictJson(line);
    const nlohmann::json* const told
        = json ? strategy::memberOf(*json, "bubblescope_host") : nullptr;
    if (told == nullptr)
        return std::nullopt;
    const auto text = [&](const char* key) {
        const nlohmann::json* const value = strategy::memberOf(*told, key);
        // Another host's words: what they are shown on must not act on them.
        return value != nullptr && value->is_string()
            ? telemetry::cleanText(value->get<std::string>(), 500)
            : std::string();
    };
    HostLook look{.host = text("host"),
                  .version = text("version"),
                  .connection = text("connection"),
                  .reaches = text("reaches")};
    if (const auto time = strategy::naturalIn(*told, "unix_ns", INT64_MAX))
        look.unixNs = static_cast<std::int64_t>(*time);
    return look;
}

// A host's first name: launchers and hosts may know it with its domain or without.
std::string_view firstName(std::string_view name) { return name.substr(0, name.find('.')); }

const HostLook* lookOf(const std::vector<HostLook>& looks, const Host& host)
{
    const auto found = std::find_if(looks.begin(), looks.end(), [&](const HostLook& look) {
        return firstName(look.host) == firstName(host.name);
    });
    return found == looks.end() ? nullptr : &*found;
}

// The last line of a launcher that is neither an answer nor decoration.
std::string lastWordsOf(std::string_view output)
{
    std::string words;
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        const std::string_view line = output.substr(0, end);
        output.remove_prefix(std::min(end + 1, output.size()));
        if (line.find("bubblescope_host") == std::string_view::npos
            && line.find_first_not_of(" -\t\r") != std::string_view::npos)
            words = telemetry::cleanText(line, 300);
    }
    return words;
}

// Of hosts that did not answer.
plan::Error silent(const std::vector<std::string>& names, const HostsExpected& expected)
{
    const std::string who = listOf(names);
    if (const auto verdict = hostVerdictIn(expected.output))
        return plan::Error{fmt::format("ranks cannot be started on {}: {}; `ssh {} true` must work "
                                       "without a question",
                                       verdict->host, verdict->words, verdict->host)};
    for (const std::string_view missing : {"No such file or directory", "could not access"}) {
        if (expected.output.find(missing) != std::string::npos)
            return plan::Error{fmt::format("{} cannot start bubblescope-engine: it must be "
                                           "installed on every host at the same path",
                                           who)};
    }
    const std::string words = lastWordsOf(expected.output);
    return plan::Error{fmt::format("ranks cannot be started on {}: {} did not answer{}", who,
                                   names.size() == 1 ? "it" : "they",
                                   words.empty() ? "" : "; the launcher says: " + words)};
}

std::optional<plan::Error> problemOf(const HostLook& look, const std::string& name,
                                     const HostsExpected& expected)
{
    if (look.version != expected.version)
        return plan::Error{fmt::format("{} has bubblescope-engine {} and this host {}; install one "
                                       "version on all hosts",
                                       name, look.version, expected.version)};
    if (!look.connection.empty())
        return plan::Error{fmt::format("{} does not see the folder of the run, {}: {}; name a "
                                       "folder that all hosts share with --record",
                                       name, expected.folder.string(), look.connection)};
    if (look.reaches != "open")
        return plan::Error{fmt::format(
            "{} does not reach this host at {} ({}); allow its port in the firewall, or name "
            "another address of this host with --listen tcp://ADDRESS:PORT",
            name, expected.endpoint, look.reaches)};
    return std::nullopt;
}

void remarkOnClock(const HostLook& look, const std::string& name, const HostsExpected& expected,
                   std::vector<std::string>& remarks)
{
    const auto there = std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::nanoseconds(look.unixNs)));
    const bool ahead = there > expected.answered + kClocksApart;
    if (!ahead && there >= expected.asked - kClocksApart)
        return;
    const auto apart = std::chrono::duration_cast<std::chrono::seconds>(
        ahead ? there - expected.answered : expected.asked - there);
    remarks.push_back(fmt::format("the clock of {} is {} s {} this host's; times of the run are "
                                  "right all the same, times of day in its logs are not: set the "
                                  "clocks by NTP",
                                  name, apart.count(), ahead ? "ahead of" : "behind"));
}

} // namespace

std::vector<HostLook> hostLooksIn(std::string_view output)
{
    constexpr std::string_view kName = "bubblescope_host";
    std::vector<HostLook> looks;
    for (std::size_t at = output.find(kName); at != std::string_view::npos;
         at = output.find(kName, at + 1)) {
        const std::size_t begin = output.rfind('{', at);
        if (begin == std::string_view::npos)
            continue;
        const std::string_view line = output.substr(begin, output.find('\n', begin) - begin);
        if (auto look = lookIn(line))
            looks.push_back(*std::move(look));
    }
    return looks;
}

plan::Outcome judgeHosts(const std::vector<HostLook>& looks, const HostsExpected& expected,
                         std::vector<std::string>& remarks)
{
    std::vector<std::string> missing;
    for (const Host& host : expected.hosts) {
        const HostLook* const look = lookOf(looks, host);
        if (look == nullptr) {
            missing.push_back(host.name);
            continue;
        }
        if (auto problem = problemOf(*look, host.name, expected))
            return *std::move(problem);
        remarkOnClock(*look, host.name, expected, remarks);
    }
    return missing.empty() ? plan::done() : plan::Outcome(silent(missing, expected));
}

} // namespace launch

#include "engine/runtime/host_look.h"

#include "engine/options/command_line.h"
#include "telemetry/connection_file.h"
#include "telemetry/knock.h"

#include <chrono>

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace engine {

namespace {

constexpr std::chrono::seconds kPatience{3};

std::string hostName()
{
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

const char* wordOf(telemetry::Knock answer)
{
    switch (answer) {
    case telemetry::Knock::Open:
        return "open";
    case telemetry::Knock::Refused:
        return "refused";
    case telemetry::Knock::NoAnswer:
        break;
    }
    return "no answer";
}

} // namespace

std::string lookAtHost(const std::string& connectionFile)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto connection = telemetry::readConnection(connectionFile);
    const nlohmann::ordered_json look = {
        {"host", hostName()},
        {"version", options::programVersion()},
        {"connection", connection ? std::string() : connection.error().message},
        {"reaches",
         connection ? wordOf(telemetry::knockAt(connection->rankEndpoint, kPatience)) : ""},
        {"unix_ns", std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()},
    };
    const nlohmann::ordered_json line = {{"bubblescope_host", look}};
    return line.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace engine

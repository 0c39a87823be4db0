#include "telemetry/connection_file.h"
#include "telemetry/endpoint.h"

#include <nlohmann/json.hpp>

#include <array>
#include <set>

namespace telemetry {
namespace {

constexpr const char* kVersionName = "bubblescope_connection";
constexpr std::uint64_t kConnectionVersion = 1;
constexpr const char* kRunName = "run";
constexpr const char* kControlKeyField = "control_key";
constexpr std::string_view kHexDigits = "0123456789abcdef";

// The fields that are texts, where they stand in a connection.
struct Field {
    const char* name;
    std::string& (*in)(Connection&);
};
constexpr std::array<Field, 10> kFields{{
    {"rank_endpoint", [](Connection& c) -> std::string& { return c.rankEndpoint; }},
    {"viewer_endpoint", [](Connection& c) -> std::string& { return c.viewerEndpoint; }},
    {"control_endpoint", [](Connection& c) -> std::string& { return c.controlEndpoint; }},
    {"server_public_key", [](Connection& c) -> std::string& { return c.serverKey; }},
    {"rank_public_key", [](Connection& c) -> std::string& { return c.rank.publicKey; }},
    {"rank_secret_key", [](Connection& c) -> std::string& { return c.rank.secretKey; }},
    {"viewer_public_key", [](Connection& c) -> std::string& { return c.viewer.publicKey; }},
    {"viewer_secret_key", [](Connection& c) -> std::string& { return c.viewer.secretKey; }},
    {"controller_public_key", [](Connection& c) -> std::string& { return c.controller.publicKey; }},
    {"controller_secret_key", [](Connection& c) -> std::string& { return c.controller.secretKey; }},
}};

std::string hexOf(const ControlKey& key)
{
    std::string text;
    for (const std::byte each : key) {
        text += kHexDigits[std::to_integer<std::size_t>(each >> 4)];
        text += kHexDigits[std::to_integer<std::size_t>(each & std::byte{15})];
    }
    return text;
}

bool keyOfHex(std::string_view text, ControlKey& key)
{
    if (text.size() != 2 * key.size() || text.find_first_not_of(kHexDigits) != text.npos)
        return false;
    for (std::size_t i = 0; i < key.size(); ++i)
        key[i] = std::byte(kHexDigits.find(text[2 * i]) * 16 + kHexDigits.find(text[2 * i + 1]));
    return true;
}

// Takes one flat object of texts and numbers as it is read and stops at anything else, so that
// nothing is built of what a stranger wrote.
class ConnectionReader final : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return isNoValue(); }
    bool boolean(bool) override { return isNoValue(); }
    bool number_integer(number_integer_t) override { return isNoValue(); }
    bool number_float(number_float_t, const string_t&) override { return isNoValue(); }
    bool binary(binary_t&) override { return isNoValue(); }
    bool start_array(std::size_t) override { return isNoValue(); }
    bool end_array() override { return isNoValue(); }
    bool start_object(std::size_t) override { return !std::exchange(m_open, true) || isNoValue(); }
    bool end_object() override { return true; }

    bool key(string_t& name) override
    {
        m_name = name;
        const bool isField
            = std::ranges::any_of(kFields, [&](const Field& field) { return name == field.name; });
        if (!isField && name != kVersionName && name != kRunName && name != kControlKeyField) {
            // Its name is a stranger's text.
            problem = "has a field that this version does not know";
            return false;
        }
        if (!m_seen.insert(name).second)
            problem = m_name + " stands there twice";
        return problem.empty();
    }
    bool number_unsigned(number_unsigned_t number) override
    {
        if (m_name == kVersionName && number != kConnectionVersion)
            problem = "is of version " + std::to_string(number)
                + ", and this program reads version 1; use the same version of the programs on "
                  "every host";
        else if (m_name == kRunName)
            connection.run = number;
        else if (m_name != kVersionName)
            return isNoValue();
        return problem.empty();
    }
    bool string(string_t& text) override
    {
        for (const Field& field : kFields)
            if (m_name == field.name) {
                field.in(connection) = text;
                return true;
            }
        return m_name == kControlKeyField && (keyOfHex(text, connection.controlKey) || isNoValue());
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        problem = "is cut short or damaged";
        return false;
    }

    // What is not there, once all is read.
    void look()
    {
        for (const char* const name : {kVersionName, kRunName, kControlKeyField})
            require(name);
        for (const Field& field : kFields)
            require(field.name);
    }

    Connection connection{};
    std::string problem{}; // empty: none so far

private:
    bool isNoValue()
    {
        problem = m_open && !m_name.empty() ? m_name + " has a value that it cannot have"
                                            : "is not a connection of a run";
        return false;
    }
    void require(const std::string& name)
    {
        if (problem.empty() && !m_seen.contains(name))
            problem = name + " is missing";
    }

    bool m_open = false;
    std::string m_name{};
    std::set<std::string> m_seen{};
};

} // namespace

std::optional<Error> problemOf(const Connection& connection)
{
    struct Role {
        const char* name;
        const std::string& endpoint;
        const CurvePair& pair;
    };
    const Role roles[] = {{"rank", connection.rankEndpoint, connection.rank},
                          {"viewer", connection.viewerEndpoint, connection.viewer},
                          {"controller", connection.controlEndpoint, connection.controller}};
    if (!isCurveKey(connection.serverKey))
        return Error{"server_public_key has a value that it cannot have"};
    // Ranks have both or neither; commands have keys where a device takes none.
    if (connection.rankEndpoint.empty() && connection.rank != CurvePair{})
        return Error{"rank_endpoint is missing"};
    bool isOfAny = false;
    for (const auto& [name, endpoint, pair] : roles) {
        if (!endpoint.empty())
            if (auto problem = checkEndpoint(endpoint))
                return problem;
        isOfAny = isOfAny || !endpoint.empty();
        const bool isNobodys = endpoint.empty() && pair == CurvePair{};
        if (!isNobodys && !isCurvePair(pair))
            return Error{std::string(name) + "_public_key and _secret_key are not a pair of keys"};
    }
    if (!isOfAny)
        return Error{"has no endpoint"};
    return {};
}

std::string toText(const Connection& connection)
{
    nlohmann::ordered_json object;
    object[kVersionName] = kConnectionVersion;
    object[kRunName] = connection.run;
    Connection copy = connection;
    for (const Field& field : kFields)
        object[field.name] = field.in(copy);
    object[kControlKeyField] = hexOf(connection.controlKey);
    return object.dump(2) + "\n";
}

Result<Connection> parseConnection(std::string_view text)
{
    ConnectionReader reader;
    const bool read = text.size() <= kMostConnectionBytes
        && nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
    if (read)
        reader.look();
    else if (reader.problem.empty())
        reader.problem = "is not a connection of a run";
    if (!reader.problem.empty())
        return Error{reader.problem};
    if (auto problem = problemOf(reader.connection))
        return std::move(*problem);
    return std::move(reader.connection);
}

} // namespace telemetry

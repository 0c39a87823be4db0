// How the processes of a run find its supervisor and prove that they belong to it: endpoints and
// keys, in a file that only this user can read. It lies in the folder of the run, which all its
// hosts share. Whoever can read it can watch the run, feed it records and give it commands.
//
// The secret key of the supervisor is not in it and stays in its memory.

#pragma once

#include "telemetry/control.h"
#include "telemetry/curve_keys.h"
#include "telemetry/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace telemetry {

inline constexpr const char* kConnectionFileName = "connection.json";
inline constexpr std::size_t kMostConnectionBytes = 16 * 1024; // of the file

// Of one run. What a machine that only watches it holds is the same with the viewers' part alone:
// the other endpoints and pairs are empty.
struct Connection {
    std::uint64_t run = 0;         // as FrameHeader::run
    std::string rankEndpoint{};    // empty: not for ranks
    std::string viewerEndpoint{};  // empty: it serves no viewers
    std::string controlEndpoint{}; // empty: it takes no commands
    std::string serverKey{};       // the public key of the supervisor
    CurvePair rank{};
    CurvePair viewer{};
    CurvePair controller{};  // of those who give commands, and of the rank that takes them
    ControlKey controlKey{}; // in every frame of control

    bool operator==(const Connection&) const = default;

    CurveClient asRank() const { return {serverKey, rank}; }
    CurveClient asViewer() const { return {serverKey, viewer}; }
    CurveClient asController() const { return {serverKey, controller}; }
};

// The keys of a new run: a fresh pair of the supervisor and of every role, and a fresh control key.
// `connection.run` and the endpoints are left to fill in.
struct RunKeys {
    CurvePair server{};
    Connection connection{};

    CurveServer forRanks() const { return {server, connection.rank.publicKey}; }
    CurveServer forViewers() const { return {server, connection.viewer.publicKey}; }
    CurveServer forControl() const { return {server, connection.controller.publicKey}; }
};
Result<RunKeys> makeRunKeys();

// Empty where others can use it: endpoints to connect to, one at least, and keys that are keys.
std::optional<Error> problemOf(const Connection& connection);

// Writes the file, mode 0600, whole or not at all; what is there already is not replaced, a link
// is not followed. The error names the path and what to do.
std::optional<Error> writeConnection(const std::string& path, const Connection& connection);

// Refuses a link, a file of another user, one that others can read, and one that is not exactly a
// connection of this version. The error is a sentence with the path and the field, never with
// what stands there.
Result<Connection> readConnection(const std::string& path);

// The same for the text alone; the error has no path.
Result<Connection> parseConnection(std::string_view text);
std::string toText(const Connection& connection); // without a problem

} // namespace telemetry

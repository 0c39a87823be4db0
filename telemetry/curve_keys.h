// The keys with which sockets on a network know each other: CurveZMQ pairs, in Z85.
//
// Every run has pairs of its own, one for each role. A connection over tcp is encrypted, and a
// socket that binds lets in whoever proves that it holds the secret key of the socket's one role.
// Connections over ipc need no keys: the folder of their socket lets nobody else in.
//
// Keys travel in a file only (see connection_file.h), never as an argument, in the environment or
// in a sentence.

#pragma once

#include "telemetry/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace telemetry {

inline constexpr std::size_t kCurveKeyText = 40; // characters of a key, 32 bytes in Z85

struct CurvePair {
    std::string publicKey{};
    std::string secretKey{};

    bool operator==(const CurvePair&) const = default;
};

// A fresh pair. The error: this system's ZeroMQ was built without CURVE.
Result<CurvePair> makeCurvePair();

// A key of the right length and characters.
bool isCurveKey(std::string_view key);

// The public key belongs to the secret one.
bool isCurvePair(const CurvePair& pair);

// What a socket that connects needs.
struct CurveClient {
    std::string serverKey{}; // the public key of the run's supervisor
    CurvePair own{};         // of the socket's role
};

// What a socket that binds needs.
struct CurveServer {
    CurvePair own{};        // of the run's supervisor
    std::string admitted{}; // the public key of the one role that this socket is for
};

// Empty where a socket may use the endpoint with these keys. Over tcp they must be there and be
// keys, on this machine too, as its other users reach every port; over ipc they are not looked at
// here.
std::optional<Error> checkKeys(const std::string& endpoint, const std::optional<CurveClient>& keys);
std::optional<Error> checkKeys(const std::string& endpoint, const std::optional<CurveServer>& keys);

} // namespace telemetry

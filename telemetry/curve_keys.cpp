#include "telemetry/curve_keys.h"

#include "telemetry/endpoint.h"

#include <zmq.h>

#include <array>
#include <cerrno>

namespace telemetry {
namespace {

constexpr std::size_t kCurveKeyBytes = 32;

std::optional<Error> checkCurve(const std::string& endpoint, bool given, bool good)
{
    if (!isTcp(endpoint) || good)
        return {};
    if (given)
        return Error{"the keys for " + endpoint + " are no keys of a run"};
    return Error{"endpoint " + endpoint
                 + " is on a network and there are no keys for it; every run has its own, in its "
                   "connection file"};
}

} // namespace

Result<CurvePair> makeCurvePair()
{
    std::array<char, kCurveKeyText + 1> publicKey{};
    std::array<char, kCurveKeyText + 1> secretKey{};
    if (::zmq_curve_keypair(publicKey.data(), secretKey.data()) != 0)
        return Error{"this system's ZeroMQ cannot encrypt (it was built without CURVE); install "
                     "one that can"};
    return CurvePair{publicKey.data(), secretKey.data()};
}

bool isCurveKey(std::string_view key)
{
    // zmq_z85_decode() looks at characters beyond those that Z85 has, so they are checked first.
    constexpr std::string_view kZ85
        = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
          ".-:+=^!/*?&<>()[]{}@%$#";
    std::array<std::uint8_t, kCurveKeyBytes> bytes{};
    return key.size() == kCurveKeyText && key.find_first_not_of(kZ85) == std::string_view::npos
        && ::zmq_z85_decode(bytes.data(), std::string(key).c_str()) != nullptr;
}

bool isCurvePair(const CurvePair& pair)
{
    std::array<char, kCurveKeyText + 1> derived{};
    return isCurveKey(pair.publicKey) && isCurveKey(pair.secretKey)
        && ::zmq_curve_public(derived.data(), pair.secretKey.c_str()) == 0
        && pair.publicKey == derived.data();
}

std::optional<Error> checkKeys(const std::string& endpoint, const std::optional<CurveClient>& keys)
{
    return checkCurve(endpoint, keys.has_value(),
                      keys && isCurveKey(keys->serverKey) && isCurvePair(keys->own));
}

std::optional<Error> checkKeys(const std::string& endpoint, const std::optional<CurveServer>& keys)
{
    return checkCurve(endpoint, keys.has_value(),
                      keys && isCurvePair(keys->own) && isCurveKey(keys->admitted));
}

} // namespace telemetry

// Where processes of one run meet: an ipc socket in a directory of ours, or an address and port of
// a network.

#pragma once

#include "telemetry/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace telemetry {

// Makes `path` (its parent must exist) a directory that only this user can enter.
// An existing one is accepted if it is a real directory, ours and mode 0700.
// Empty when it is so; otherwise the reason, and nothing was changed.
std::optional<Error> makePrivateDirectory(const std::string& path);

enum class EndpointUse {
    Connect,
    Bind, // the port may be *: the system chooses it. So may the address be 0.0.0.0 or [::], all
          // of this host's
};

// Empty when telemetry may use the endpoint: "ipc://" and a path of at most 107 bytes, or
// "tcp://ADDRESS:PORT" with an IPv4 address or an IPv6 address in brackets. Otherwise why not and
// what to do. Names are refused: they resolve differently on different hosts, often to a
// loopback address. Over tcp keys are needed, too; see checkKeys().
std::optional<Error> checkEndpoint(const std::string& endpoint,
                                   EndpointUse use = EndpointUse::Connect);

bool isTcp(std::string_view endpoint);

// The address and the port of a tcp endpoint that checkEndpoint() accepts, without the brackets of
// IPv6; empty for any other.
std::string addressIn(std::string_view endpoint);
std::string portIn(std::string_view endpoint);

// All addresses of a host, as a socket may bind to and nobody can connect to.
bool isEveryAddress(std::string_view address);

// "tcp://ADDRESS:PORT", with the brackets of IPv6. `address`: see ownAddress().
std::string tcpEndpoint(const std::string& address, const std::string& port = "*");

} // namespace telemetry

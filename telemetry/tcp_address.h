// A tcp endpoint as the system's sockets have it. Internal: includes netdb.h.

#pragma once

#include <memory>
#include <string>

#include <netdb.h>

namespace telemetry {

struct AddressDeleter {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using TcpAddress = std::unique_ptr<addrinfo, AddressDeleter>;

// Of tcp://ADDRESS:PORT, where a port of * is 0; nobody is asked for a name. Null for any other
// endpoint.
TcpAddress resolveEndpoint(const std::string& endpoint);

} // namespace telemetry

#include "telemetry/tcp_address.h"

#include "telemetry/endpoint.h"

namespace telemetry {

TcpAddress resolveEndpoint(const std::string& endpoint)
{
    const std::string address = addressIn(endpoint);
    const std::string port = portIn(endpoint);
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (address.empty()
        || getaddrinfo(address.c_str(), port == "*" ? "0" : port.c_str(), &hints, &found) != 0)
        return nullptr;
    return TcpAddress(found);
}

} // namespace telemetry

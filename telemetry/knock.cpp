#include "telemetry/knock.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry {
namespace {

struct Addresses {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

// The address and port of tcp://ADDRESS:PORT or tcp://[ADDRESS]:PORT; none where it is neither.
std::unique_ptr<addrinfo, Addresses> addressOf(std::string_view endpoint)
{
    constexpr std::string_view kTcp = "tcp://";
    const std::size_t colon = endpoint.rfind(':');
    if (!endpoint.starts_with(kTcp) || colon < kTcp.size())
        return nullptr;
    std::string address(endpoint.substr(kTcp.size(), colon - kTcp.size()));
    if (address.starts_with('[') && address.ends_with(']'))
        address = address.substr(1, address.size() - 2);
    const std::string port(endpoint.substr(colon + 1));
    addrinfo hints = {};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV; // nobody is asked for a name
    addrinfo* found = nullptr;
    if (getaddrinfo(address.c_str(), port.c_str(), &hints, &found) != 0)
        return nullptr;
    return std::unique_ptr<addrinfo, Addresses>(found);
}

Knock answerOf(int error)
{
    if (error == 0)
        return Knock::Open;
    return error == ECONNREFUSED ? Knock::Refused : Knock::NoAnswer;
}

Knock knock(int socket, const addrinfo& address, std::chrono::milliseconds patience)
{
    if (::connect(socket, address.ai_addr, address.ai_addrlen) == 0)
        return Knock::Open;
    if (errno != EINPROGRESS)
        return answerOf(errno);
    const auto until = std::chrono::steady_clock::now() + patience;
    pollfd question = {socket, POLLOUT, 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        const int ready = ::poll(&question, 1, static_cast<int>(std::max<long>(left.count(), 0)));
        if (ready > 0)
            break;
        if (ready == 0 || errno != EINTR)
            return Knock::NoAnswer;
    }
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0)
        return Knock::NoAnswer;
    return answerOf(error);
}

} // namespace

Knock knockAt(const std::string& endpoint, std::chrono::milliseconds patience)
{
    const auto address = addressOf(endpoint);
    if (address == nullptr)
        return Knock::NoAnswer;
    const int socket = ::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return Knock::NoAnswer;
    const Knock answer = knock(socket, *address, patience);
    ::close(socket);
    return answer;
}

} // namespace telemetry

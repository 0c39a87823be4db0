#include "telemetry/knock.h"

#include "telemetry/tcp_address.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry {
namespace {

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
    const auto address = resolveEndpoint(endpoint);
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

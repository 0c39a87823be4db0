#include "tests/telemetry/tcp_link.h"

#include <array>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostUnderWay = std::size_t{8} << 20; // then the sender has to wait
constexpr auto kLongestPoll = 10ms;

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

int nonBlockingSocket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

void atOnce(int socket)
{
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

} // namespace

TcpLink::TcpLink(const std::string& target, std::chrono::milliseconds delay)
    : m_target(std::uint16_t(std::stoul(target.substr(target.rfind(':') + 1))))
    , m_delay(delay)
    , m_listener(nonBlockingSocket())
{
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        || ::listen(m_listener, 100) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error("a link cannot listen");
    m_endpoint = "tcp://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

TcpLink::~TcpLink()
{
    m_thread = {};
    for (const Connection& connection : m_connections)
        for (const Way& way : connection.ways)
            ::close(way.from);
    ::close(m_listener);
}

void TcpLink::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<pollfd> sockets;
        if (!m_cut)
            sockets.push_back({m_listener, POLLIN, 0});
        for (const Connection& connection : m_connections)
            for (const Way& way : connection.ways)
                if (!way.ended && way.bytes < kMostUnderWay)
                    sockets.push_back({way.from, POLLIN, 0});
        // Whatever is due meanwhile is late by this much.
        const auto wait = m_delay > 0ms ? 1ms : kLongestPoll;
        ::poll(sockets.data(), sockets.size(), int(wait.count()));
        if (!m_cut)
            accept();
        int open = 0;
        for (Connection& connection : m_connections) {
            tend(connection);
            open += connection.ways[0].ended && connection.ways[1].ended ? 0 : 1;
        }
        m_connections.remove_if([this](const Connection& connection) {
            const auto& [there, back] = connection.ways;
            const bool ended = there.ended || back.ended;
            const bool empty = there.underWay.empty() && back.underWay.empty();
            // While it is cut neither end learns that the other has left.
            const bool over
                = m_cut ? there.ended && back.ended : connection.broken || (ended && empty);
            if (over)
                for (const Way& way : connection.ways)
                    ::close(way.from);
            return over;
        });
        m_open = open;
    }
}

void TcpLink::accept()
{
    for (;;) {
        const int from = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (from < 0)
            return;
        const int to = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_in address = loopback(m_target);
        if (::connect(to, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            ::close(to);
            ::close(from);
            continue;
        }
        atOnce(from);
        atOnce(to);
        Connection connection;
        connection.ways[0].from = connection.ways[1].to = from;
        connection.ways[0].to = connection.ways[1].from = to;
        m_connections.push_back(std::move(connection));
        ++m_accepted;
    }
}

void TcpLink::tend(Connection& connection) const
{
    for (Way& way : connection.ways) {
        read(way);
        if (m_cut) {
            connection.broken = true;
            way.underWay.clear();
            way.bytes = 0;
        }
        write(way);
    }
}

void TcpLink::read(Way& way) const
{
    std::array<char, 65536> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init): read into
    while (!way.ended && way.bytes < kMostUnderWay) {
        const auto got = ::recv(way.from, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got > 0) {
            way.underWay.emplace_back(Clock::now() + m_delay,
                                      std::vector<char>(bytes.begin(), bytes.begin() + got));
            way.bytes += std::size_t(got);
        } else {
            way.ended = got == 0 || (errno != EAGAIN && errno != EINTR);
            return;
        }
    }
}

void TcpLink::write(Way& way)
{
    while (!way.underWay.empty() && way.underWay.front().first <= Clock::now()) {
        auto& bytes = way.underWay.front().second;
        const auto sent = ::send(way.to, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        const std::size_t gone = sent < 0 ? bytes.size() : std::size_t(sent); // nobody takes it
        bytes.erase(bytes.begin(), bytes.begin() + std::ptrdiff_t(gone));
        way.bytes -= gone;
        if (bytes.empty())
            way.underWay.pop_front();
    }
}

} // namespace telemetry::test

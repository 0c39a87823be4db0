// A network between two ends of tcp connections: passes every byte on, late if asked, until it is
// cut. What is under way then is lost, and nothing tells the ends, as where a cable is pulled.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace telemetry::test {

class TcpLink {
public:
    // `target`: "tcp://127.0.0.1:PORT". `delay`: each way.
    explicit TcpLink(const std::string& target, std::chrono::milliseconds delay = {});
    ~TcpLink();
    TcpLink(const TcpLink&) = delete;
    TcpLink& operator=(const TcpLink&) = delete;

    // Where to connect instead.
    const std::string& endpoint() const { return m_endpoint; }

    void cut() { m_cut = true; }
    void mend() { m_cut = false; }

    // Connections accepted so far, and those that one of the ends still holds open.
    int accepted() const { return m_accepted; }
    int open() const { return m_open; }

private:
    using Clock = std::chrono::steady_clock;

    // One direction of a connection.
    struct Way {
        int from = -1;
        int to = -1;
        bool ended = false;                                                     // `from` has closed
        std::deque<std::pair<Clock::time_point, std::vector<char>>> underWay{}; // by when it is due
        std::size_t bytes = 0;                                                  // under way
    };
    struct Connection {
        Way ways[2];
        bool broken = false; // has lost something
    };

    void run(const std::stop_token& stop);
    void accept();
    void read(Way& way) const;
    static void write(Way& way);
    void tend(Connection& connection) const;

    std::string m_endpoint;
    std::uint16_t m_target = 0;
    std::chrono::milliseconds m_delay;
    int m_listener = -1;
    std::list<Connection> m_connections;
    std::atomic<bool> m_cut{false};
    std::atomic<int> m_accepted{0};
    std::atomic<int> m_open{0};
    std::jthread m_thread; // last: ends before what it uses
};

} // namespace telemetry::test

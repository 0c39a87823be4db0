// How many connections to a socket on the network ended, or were ended, before they had proved its
// key. No sockets and no clock in here.
//
// ZeroMQ tells when a connection is accepted (with its descriptor), that some connection has shown
// its key (without), and when one has closed (with). Nothing at all is told of one that speaks
// another protocol but that it closed. So of the connections accepted those are taken off that
// came in, and those that are open and young enough to be still about to: the rest was refused.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>

namespace telemetry {

// Not thread-safe. Memory: the connections of the last `patience`.
class HandshakeCount {
public:
    using Time = std::chrono::steady_clock::time_point;

    // `patience`: at least as long as ZeroMQ gives a connection to show its key.
    explicit HandshakeCount(std::chrono::milliseconds patience)
        : m_patience(patience)
    {
    }

    void accepted(std::int32_t descriptor, Time now)
    {
        ++m_accepted;
        m_young[descriptor] = now;
    }
    void cameIn() { ++m_cameIn; }
    void closed(std::int32_t descriptor) { m_young.erase(descriptor); }

    // Never falls and is never too many; right once no connection is younger than `patience`.
    std::uint64_t refused(Time now)
    {
        std::erase_if(m_young, [&](const auto& each) { return now - each.second > m_patience; });
        const auto others = m_cameIn + m_young.size();
        m_refused = std::max(m_refused, m_accepted - std::min(m_accepted, others));
        return m_refused;
    }
    // refused() may rise without another event.
    bool waits() const { return !m_young.empty(); }

private:
    std::chrono::milliseconds m_patience;
    std::map<std::int32_t, Time> m_young; // since when, by descriptor
    std::uint64_t m_accepted = 0;
    std::uint64_t m_cameIn = 0;
    std::uint64_t m_refused = 0;
};

} // namespace telemetry

// A network switch in user space with a rate and a delay, for kernels without netem:
//
//   slowswitch MBIT_PER_S DELAY_US NETNS…
//
// makes a TAP "eth0" in each named namespace, says "ready", and forwards frames among them until it
// is ended: each port sends at the rate, and each frame arrives DELAY_US after its last bit has
// left. What comes while 4096 frames are under way is dropped, as by a switch.

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;
using Address = std::array<char, 6>;

struct Frame {
    Clock::time_point due;
    long order; // of two that are due at once
    std::size_t port;
    std::vector<char> bytes;

    bool operator<(const Frame& other) const // the first is on top
    {
        return due != other.due ? due > other.due : order > other.order;
    }
};

class Switch {
public:
    Switch(std::vector<int> ports, double nsPerByte, std::chrono::nanoseconds delay)
        : m_ports(std::move(ports))
        , m_free(m_ports.size(), Clock::now())
        , m_nsPerByte(nsPerByte)
        , m_delay(delay)
    {
    }

    void run()
    {
        std::vector<pollfd> polls;
        for (const int port : m_ports)
            polls.push_back({port, POLLIN, 0});
        for (;;) {
            const timespec patience = untilNext();
            ppoll(polls.data(), polls.size(), &patience, nullptr);
            for (std::size_t port = 0; port < m_ports.size(); ++port)
                take(port);
            deliver();
        }
    }

private:
    timespec untilNext() const
    {
        constexpr std::chrono::nanoseconds kIdle = std::chrono::seconds(1);
        const std::chrono::nanoseconds left = m_underWay.empty()
            ? kIdle
            : std::max(std::chrono::nanoseconds(0),
                       std::chrono::nanoseconds(m_underWay.top().due - Clock::now()));
        return {left.count() / 1'000'000'000, left.count() % 1'000'000'000};
    }

    // What a port has to send, but no more than so many frames before others have their turn.
    void take(std::size_t from)
    {
        constexpr int kAtOnce = 64;
        constexpr ssize_t kHeader = 14;
        for (int i = 0; i < kAtOnce; ++i) {
            const ssize_t got = read(m_ports[from], m_buffer.data(), m_buffer.size());
            if (got < kHeader)
                return;
            forward(from, static_cast<std::size_t>(got));
        }
    }

    void forward(std::size_t from, std::size_t bytes)
    {
        constexpr std::size_t kMost = 4096;
        Address to;
        Address self;
        std::memcpy(to.data(), m_buffer.data(), to.size());
        std::memcpy(self.data(), m_buffer.data() + to.size(), self.size());
        m_where[self] = from;
        const auto sending
            = std::chrono::nanoseconds(static_cast<long>(m_nsPerByte * static_cast<double>(bytes)));
        m_free[from] = std::max(m_free[from], Clock::now()) + sending;
        const auto known = m_where.find(to);
        for (std::size_t port = 0; port < m_ports.size(); ++port) {
            const bool isFor = known == m_where.end() || known->second == port;
            if (port != from && isFor && m_underWay.size() < kMost)
                m_underWay.push(
                    {m_free[from] + m_delay,
                     m_order++,
                     port,
                     {m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(bytes)}});
        }
    }

    void deliver()
    {
        const auto now = Clock::now();
        for (; !m_underWay.empty() && m_underWay.top().due <= now; m_underWay.pop()) {
            const Frame& frame = m_underWay.top();
            // A port that takes no more loses it.
            const ssize_t sent = write(m_ports[frame.port], frame.bytes.data(), frame.bytes.size());
            static_cast<void>(sent);
        }
    }

    std::vector<int> m_ports;
    std::vector<Clock::time_point> m_free; // when each has sent what it has taken
    double m_nsPerByte;
    std::chrono::nanoseconds m_delay;
    std::map<Address, std::size_t> m_where; // ports, by who has been heard behind them
    std::priority_queue<Frame> m_underWay;
    std::vector<char> m_buffer = std::vector<char>(70'000);
    long m_order = 0;
};

// A port in a network namespace; -1 where none can be made.
int portIn(const std::string& space)
{
    const int entered = open(("/run/netns/" + space).c_str(), O_RDONLY | O_CLOEXEC);
    if (entered < 0 || setns(entered, CLONE_NEWNET) != 0)
        return -1;
    const int port = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ifreq request = {};
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    std::strcpy(request.ifr_name, "eth0");
    return port >= 0 && ioctl(port, TUNSETIFF, &request) == 0 ? port : -1;
}

} // namespace

int main(int count, char** arguments)
{
    const double rate = count > 3 ? std::atof(arguments[1]) : 0;
    if (rate <= 0) {
        std::fputs("slowswitch MBIT_PER_S DELAY_US NETNS...\n", stderr);
        return 2;
    }
    prctl(PR_SET_TIMERSLACK, 1000UL); // ns
    std::vector<int> ports;
    for (int i = 3; i < count; ++i) {
        ports.push_back(portIn(arguments[i]));
        if (ports.back() < 0) {
            std::perror(arguments[i]);
            return 1;
        }
    }
    std::puts("ready");
    std::fflush(stdout);
    Switch(std::move(ports), 8e3 / rate, std::chrono::microseconds(std::atoi(arguments[2]))).run();
}

// Ten thousand connections of those who lack the key, while a rank goes on: none comes in, all are
// counted, the rank loses nothing, and neither memory nor files pile up.

#include "tests/telemetry/tcp_run.h"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry {
namespace {

using namespace test;

constexpr int kBareConnections = 7000;
constexpr int kSilent = 200; // of those, open until the other side ends them
constexpr int kWithKeys = 3000;
constexpr int kAtOnce = 64;
constexpr int kKeyed = 40; // of those at once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kMostGrowthMiB = 1024; // what is freed is kept
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr double kMostGrowthMiB = 1024;
#else
constexpr double kMostGrowthMiB = 64;
#endif
#else
constexpr double kMostGrowthMiB = 64;
#endif

std::size_t openFiles()
{
    return std::size_t(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

double residentMiB()
{
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    file >> size >> resident;
    return resident * double(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

// What a stranger's bare socket says.
std::string words(std::mt19937& random)
{
    std::string greeting("\xff\0\0\0\0\0\0\0\1\x7f\3\1", 12);
    switch (random() % 6) {
    case 0: // another protocol
        return "GET / HTTP/1.1\r\nHost: collector\r\n\r\n";
    case 1: // the beginning of a greeting
        return greeting.substr(0, 1 + random() % greeting.size());
    case 2: { // a whole greeting of another mechanism, or of none that there is
        greeting += random() % 2 == 0 ? std::string("NULL") : std::string("PLAIN");
        greeting.resize(64, '\0');
        return greeting + "\4\x19\5READY";
    }
    case 3: // a greeting that asks for CURVE, then nonsense
        greeting += "CURVE";
        greeting.resize(64, '\0');
        break;
    case 4: // one of an older version
        greeting = std::string("\xff\0\0\0\0\0\0\0\1\x7f\1\5\0\0", 14);
        break;
    default:
        greeting.clear();
    }
    for (auto left = random() % 400; left > 0; --left)
        greeting += char(random());
    return greeting;
}

int connectTo(const sockaddr_in& address)
{
    const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_GE(made, 0);
    EXPECT_EQ(::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return made;
}

sockaddr_in addressOfEndpoint(const std::string& endpoint)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(std::uint16_t(std::stoul(endpoint.substr(endpoint.rfind(':') + 1))));
    return address;
}

class BadHandshakes : public TcpRun {
protected:
    // In rows of kAtOnce, to the three sockets in turn.
    void comeBare()
    {
        const sockaddr_in addresses[] = {addressOfEndpoint(connection.rankEndpoint),
                                         addressOfEndpoint(connection.viewerEndpoint),
                                         addressOfEndpoint(connection.controlEndpoint)};
        std::mt19937 random(1);
        std::vector<int> silent;
        for (int i = 0; i < kSilent; ++i) {
            silent.push_back(connectTo(addresses[i % 3]));
            ::send(silent.back(), "\xff", i % 2, MSG_NOSIGNAL); // half of them say nothing at all
        }
        std::vector<int> row;
        for (int i = kSilent; i < kBareConnections; ++i) {
            row.push_back(connectTo(addresses[i % 3]));
            const std::string text = words(random);
            ::send(row.back(), text.data(), text.size(), MSG_NOSIGNAL);
            if (row.size() < kAtOnce)
                continue;
            for (const int each : row)
                ::close(each);
            row.clear();
        }
        for (const int each : row)
            ::close(each);
        for (const int each : silent) { // until it is ended
            char bytes[256];
            pollfd wait{.fd = each, .events = POLLIN, .revents = 0};
            while (::poll(&wait, 1, 90000) == 1 && ::recv(each, bytes, sizeof bytes, 0) > 0) {}
            EXPECT_NE(wait.revents, 0);
            ::close(each);
        }
    }

    // With keys of their own, of other roles, for another server, or none, in rows.
    void comeWithKeys()
    {
        using Mechanism = Credentials::Mechanism;
        const Bytes hello = encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(1));
        for (int came = 0; came < kWithKeys; came += kKeyed) {
            zmq::context_t context{1}; // which waits until all of a row are closed
            std::vector<std::unique_ptr<Stranger>> strangers;
            for (int i = 0; i < kKeyed; ++i) {
                CurveClient curve = i % 4 == 0 ? connection.asController() : connection.asRank();
                if (i % 4 != 0)
                    curve.own = *makeCurvePair();
                if (i % 4 == 1)
                    curve.serverKey = makeCurvePair()->publicKey;
                const auto mechanism = i % 4 == 2 ? Mechanism::Plain : Mechanism::Curve;
                strangers.push_back(std::make_unique<Stranger>(
                    context, i % 2 == 0 ? connection.rankEndpoint : connection.viewerEndpoint,
                    Credentials{.mechanism = mechanism, .curve = curve}, hello));
            }
            EXPECT_TRUE(eventually([&] {
                return std::ranges::all_of(strangers,
                                           [](const auto& s) { return s->turnedAway(); });
            }));
            for (const auto& stranger : strangers)
                letIn = letIn || stranger->letIn();
        }
    }

    std::atomic<bool> letIn{false};
};

TEST_F(BadHandshakes, NoneOfTenThousandComesInAndARankLosesNothing)
{
    const auto began = std::chrono::steady_clock::now();
    start(1);
    const auto sender = openSender(tcpSender(0, 1));
    const auto viewer = openTcpViewer();
    ASSERT_TRUE(isKnown(*viewer));
    const std::size_t filesBefore = openFiles();
    const double memoryBefore = residentMiB();

    std::atomic<int> busy{2};
    std::jthread bare([&] {
        comeBare();
        --busy;
    });
    std::jthread keyed([&] {
        comeWithKeys();
        --busy;
    });
    int spans = 0;
    SpanCheck seen;
    std::vector<Frame> frames;
    std::size_t mostFiles = 0;
    EXPECT_TRUE(eventually(
        [&] {
            sender->span(spanAt(spans++));
            frames.clear();
            viewer->drain(frames, 1000);
            seen.take(frames);
            mostFiles = std::max(mostFiles, openFiles());
            return busy == 0;
        },
        240s));
    bare.join();
    keyed.join();
    EXPECT_EQ(sender->close(kPatience),
              (SenderCounts{.produced = std::uint64_t(spans), .sent = std::uint64_t(spans)}));
    EXPECT_TRUE(eventually([&] { return refused() >= kBareConnections + kWithKeys; })) << refused();
    EXPECT_FALSE(letIn);
    const auto snapshot = collector->snapshot();
    EXPECT_EQ(snapshot.totals.logged, std::uint64_t(spans));
    EXPECT_EQ(snapshot.totals.badFrames, 0u);
    EXPECT_EQ(snapshot.totals.gaps, 0u);
    EXPECT_EQ(snapshot.viewers, 1u);
    EXPECT_EQ(controlServer->counts().commands + controlServer->counts().bad, 0u);
    EXPECT_TRUE(eventually([&] { return openFiles() <= filesBefore; })) << openFiles();
    const double growth = residentMiB() - memoryBefore;
    EXPECT_LT(growth, kMostGrowthMiB);
    std::printf("%llu refused in %.1f s; at most %zu files, memory %+.1f MiB\n",
                static_cast<unsigned long long>(refused()),
                std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
                mostFiles, growth);
    auto stopped = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
    EXPECT_TRUE(eventually([&] {
        frames.clear();
        viewer->drain(frames, 1000);
        seen.take(frames);
        return frames.empty() && viewer->status().state == SourceState::Ended;
    }));
    EXPECT_EQ(seen.records, std::uint64_t(spans));
    stopped.get();
}

} // namespace
} // namespace telemetry

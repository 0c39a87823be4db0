// Telemetry and control over tcp: everything arrives, and only for those with the key of the role.

#include "tests/telemetry/tcp_run.h"

#include <future>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace telemetry {
namespace {

using namespace test;
using Mechanism = Credentials::Mechanism;

class OverTcp : public TcpRun {
protected:
    // Ranks, viewer and control, all of them to the end of the run.
    void runToTheEnd()
    {
        constexpr int kSpans = 3000;
        const auto viewer = openTcpViewer();
        ASSERT_TRUE(isKnown(*viewer));
        std::vector<std::unique_ptr<Sender>> senders;
        for (std::uint32_t rank = 0; rank < 2; ++rank)
            senders.push_back(openSender(tcpSender(rank, 2)));
        for (int i = 0; i < kSpans; ++i)
            for (const auto& sender : senders)
                sender->span(spanAt(i));

        auto rank = ControlRank::open(connection);
        ASSERT_TRUE(rank) << rank.error().message;
        auto asked = std::async(std::launch::async, [this] {
            return giveCommand(connection, {.kind = ControlCommand::Kind::Pause}, kPatience,
                               [] { return true; });
        });
        std::optional<ControlCommand> command;
        ASSERT_TRUE(eventually([&] { return (command = (*rank)->poll()).has_value(); }));
        EXPECT_EQ(command->kind, ControlCommand::Kind::Pause);
        (*rank)->answer("paused", true);
        const auto answer = asked.get();
        ASSERT_TRUE(answer) << answer.error().message;
        EXPECT_EQ(answer->text, "paused");

        for (const auto& sender : senders)
            EXPECT_EQ(sender->close(kPatience),
                      (SenderCounts{.produced = kSpans, .sent = kSpans, .dropped = 0}));
        auto stopped = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
        const SpanCheck seen = watch(*viewer);
        const Totals totals = stopped.get();
        EXPECT_EQ(totals.logged, 2u * kSpans);
        EXPECT_EQ(totals.badFrames, 0u);
        EXPECT_EQ(totals.gaps, 0u);
        EXPECT_EQ(seen.next.at(0), kSpans);
        EXPECT_EQ(seen.next.at(1), kSpans);
        EXPECT_EQ(seen.byes, 2);
        EXPECT_EQ(refused(), 0u);
    }
};

TEST_F(OverTcp, EverythingArrives)
{
    start(2);
    EXPECT_TRUE(connection.rankEndpoint.starts_with("tcp://127.0.0.1:"));
    EXPECT_EQ(connection.rankEndpoint.find('*'), std::string::npos);
    EXPECT_NE(connection.rankEndpoint, connection.viewerEndpoint);
    runToTheEnd();
}

TEST_F(OverTcp, EverythingArrivesByIpv6)
{
    const int six = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in6 loopback{};
    loopback.sin6_family = AF_INET6;
    loopback.sin6_addr = in6addr_loopback;
    const bool there = six >= 0
        && ::bind(six, reinterpret_cast<const sockaddr*>(&loopback), sizeof loopback) == 0;
    ::close(six);
    if (!there)
        GTEST_SKIP() << "this system has no IPv6";
    start(2, "::1");
    EXPECT_TRUE(connection.rankEndpoint.starts_with("tcp://[::1]:"));
    runToTheEnd();
}

// Every socket, and everybody who lacks its key, with words that would count if they were heard.
TEST_F(OverTcp, NobodyElseComesIn)
{
    start(1);
    CurveClient otherServer = connection.asRank();
    otherServer.serverKey = makeCurvePair()->publicKey;
    const CurveClient ownKey{connection.serverKey, *makeCurvePair()};
    const std::vector<Credentials> nobody = {{.mechanism = Mechanism::None},
                                             {.mechanism = Mechanism::Plain},
                                             {.mechanism = Mechanism::Curve, .curve = ownKey},
                                             {.mechanism = Mechanism::Curve, .curve = otherServer}};
    const auto with = [&](std::initializer_list<CurveClient> others) {
        auto all = nobody;
        for (const CurveClient& other : others)
            all.push_back({.mechanism = Mechanism::Curve, .curve = other});
        return all;
    };
    const auto hello = encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(1));
    const auto wish = encodeOne(FrameKind::Subscribe, {}, Subscribe{.window = 8});
    const auto stop = encode({connection.controlKey, kRun, 1},
                             ControlCommand{.kind = ControlCommand::Kind::StopAfterStep});
    zmq::context_t context{1};
    std::vector<std::unique_ptr<Stranger>> strangers;
    const auto send = [&](const std::string& endpoint, const std::vector<Credentials>& all,
                          const Bytes& words) {
        for (const Credentials& each : all)
            strangers.push_back(std::make_unique<Stranger>(context, endpoint, each, words));
    };
    send(connection.rankEndpoint, with({connection.asViewer(), connection.asController()}), hello);
    send(connection.viewerEndpoint, with({connection.asRank(), connection.asController()}), wish);
    send(connection.controlEndpoint, with({connection.asRank(), connection.asViewer()}), stop);
    ASSERT_EQ(strangers.size(), 18u);
    EXPECT_TRUE(eventually([&] {
        return std::ranges::all_of(strangers, [](const auto& s) { return s->turnedAway(); });
    }));
    EXPECT_TRUE(eventually([&] { return refused() >= 18; }));
    for (const auto& stranger : strangers)
        EXPECT_FALSE(stranger->letIn());
    const auto snapshot = collector->snapshot();
    EXPECT_EQ(snapshot.ranks[0].state, RankState::Absent);
    EXPECT_EQ(snapshot.totals.badFrames, 0u); // they were not even heard
    EXPECT_EQ(snapshot.viewers, 0u);
    EXPECT_EQ(snapshot.totals.viewersRefused, 0u);
    EXPECT_EQ(controlServer->counts().commands + controlServer->counts().bad, 0u);

    // The same words with the right key.
    Stranger friendly(context, connection.rankEndpoint,
                      {.mechanism = Mechanism::Curve, .curve = connection.asRank()}, hello);
    EXPECT_TRUE(
        eventually([&] { return collector->snapshot().ranks[0].state == RankState::Running; }));
    EXPECT_TRUE(friendly.letIn());
}

TEST_F(OverTcp, WithoutKeysNothingStarts)
{
    start(1);
    const std::string endpoint = "tcp://127.0.0.1:*";
    const auto says = [](const auto& result, const std::string& words) {
        return !result && result.error().message.find(words) != std::string::npos;
    };
    const std::string none = "there are no keys for it";
    CollectorOptions options = collectorOptions(1);
    options.logPath = place / "other.log";
    options.rankEndpoint = endpoint;
    EXPECT_TRUE(says(Collector::start(options), none));
    options.rankEndpoint = "ipc://" + (place / "others");
    options.viewerEndpoint = endpoint;
    options.rankCurve = keys.forRanks();
    EXPECT_TRUE(says(Collector::start(options), none));
    EXPECT_FALSE(std::filesystem::exists(options.logPath));
    EXPECT_TRUE(says(ControlServer::start({.endpoint = endpoint}), none));
    SenderOptions sending = tcpSender(0, 1);
    sending.curve.reset();
    EXPECT_TRUE(says(Sender::open(sending), none));
    LiveOptions viewing = tcpViewer();
    viewing.curve->own.secretKey.back() = '~';
    EXPECT_TRUE(says(openLive(viewing), "are no keys of a run"));
    Connection wrong = connection;
    wrong.controller.publicKey = connection.rank.publicKey;
    EXPECT_TRUE(says(ControlRank::open(wrong), "are no keys of a run"));
    EXPECT_TRUE(
        says(giveCommand(wrong, {}, kPatience, [] { return true; }), "are no keys of a run"));
    wrong.controlEndpoint.clear();
    EXPECT_TRUE(
        says(giveCommand(wrong, {}, kPatience, [] { return true; }), "the run takes no commands"));
}

TEST_F(OverTcp, AnAddressOfAnotherHostOrAPortInUseIsASentence)
{
    start(1);
    CollectorOptions options = collectorOptions(1);
    options.logPath = place / "other.log";
    options.rankCurve = keys.forRanks();
    options.viewerEndpoint.clear();
    for (const std::string& endpoint :
         {std::string("tcp://192.0.2.1:*"), connection.viewerEndpoint}) {
        options.rankEndpoint = endpoint;
        const auto refused = Collector::start(options);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message.find("cannot listen on " + endpoint), std::string::npos)
            << refused.error().message;
        EXPECT_FALSE(std::filesystem::exists(options.logPath));
    }
}

} // namespace
} // namespace telemetry

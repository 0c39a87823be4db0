// Peers that send what they should not: all of it is counted, none of it harms.

#include "telemetry/socket_options.h"
#include "tests/telemetry/live_run.h"

#include <random>

namespace telemetry {
namespace {

using namespace test;

class Garbage : public LiveRun {
protected:
    void SetUp() override
    {
        startCollector(2);
        limitSocket(socket, 2000);
        socket.connect("ipc://" + (place / "ranks"));
    }
    void send(ByteView bytes)
    {
        ASSERT_TRUE(socket.send(zmq::buffer(bytes.data(), bytes.size()), zmq::send_flags::none));
    }
    bool badReaches(std::uint64_t count)
    {
        return eventually([&] { return collector->totals().badFrames == count; });
    }

    zmq::context_t context{1};
    zmq::socket_t socket{context, zmq::socket_type::dealer};
};

TEST_F(Garbage, RandomBytesAreCountedAndARankIsNotDisturbed)
{
    const auto sender = openSender(senderOptions(0, 2));
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
        Bytes bytes(random() % 300);
        for (auto& byte : bytes)
            byte = std::byte(random());
        send(bytes);
        sender->span(spanAt(i));
    }
    EXPECT_TRUE(badReaches(500));
    EXPECT_EQ(sender->close(kPatience).sent, 500u);
    EXPECT_EQ(collector->totals().logged, 500u);
}

TEST_F(Garbage, WrongRunsAndRanksAreRefused)
{
    send(encodeOne(FrameKind::Hello, {.run = kRun + 1}, helloOf(2)));
    send(spanFrame(1, 3, kRun + 1));
    send(encodeOne(FrameKind::Hello, {.run = kRun, .rank = 2}, helloOf(3)));
    send(encodeOne(FrameKind::Heartbeat, {.run = kRun + 1}, Heartbeat{.number = 1}));
    send(encodeOne(FrameKind::Served, {.run = kRun}, Served{}));
    EXPECT_TRUE(badReaches(5));
    EXPECT_EQ(collector->totals().received, 0u);
    EXPECT_EQ(collector->snapshot().ranks[0].state, RankState::Absent);
}

TEST_F(Garbage, MessagesOfManyPartsAreBad)
{
    const auto hello = encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2));
    socket.send(zmq::buffer(hello), zmq::send_flags::sndmore);
    socket.send(zmq::buffer(hello), zmq::send_flags::sndmore);
    socket.send(zmq::buffer(hello), zmq::send_flags::none);
    EXPECT_TRUE(badReaches(1));
    send(hello);
    EXPECT_TRUE(
        eventually([&] { return collector->snapshot().ranks[0].state == RankState::Running; }));
    EXPECT_EQ(collector->totals().badFrames, 1u);
}

// Not garbage, but only a bare socket sees it: a fourth of a window at a time, and at leisure
// while nobody looks.
TEST_F(Garbage, NoneButALongRowOfFramesAreAnsweredTogether)
{
    socket.set(zmq::sockopt::rcvtimeo, 90000);
    const auto answer = [&] {
        zmq::message_t message;
        if (!socket.recv(message))
            return Credit{.acknowledged = 999};
        const auto decoded = decode(bytesOf(message));
        return std::get<Credit>(std::get<Frame>(decoded).body);
    };
    send(encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2)));
    const Credit first = answer();
    EXPECT_EQ(first.acknowledged, 1u);
    EXPECT_GT(first.batchMs, 0u);
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 1; i <= first.window; ++i)
        send(spanFrame(i, 1, kRun));
    int answers = 0;
    for (std::uint64_t acknowledged = 1; acknowledged < first.window + 1; ++answers) {
        const Credit more = answer();
        ASSERT_GT(more.acknowledged, acknowledged);
        acknowledged = more.acknowledged;
    }
    // A fourth of the window, or what has waited for 50 ms: as often as that has passed.
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_LE(answers, 4 + took / 50ms);

    const auto viewer = openViewer();
    ASSERT_TRUE(eventually([&] { return collector->snapshot().viewers == 1; }));
    send(encodeOne(FrameKind::Heartbeat, {.run = kRun}, Heartbeat{.number = 7}));
    const Credit watched = answer();
    EXPECT_EQ(watched.echo, 7u);
    EXPECT_EQ(watched.batchMs, 0u);
}

TEST_F(Garbage, RepeatedFramesAreLoggedOnce)
{
    send(encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2)));
    for (int i = 0; i < 10; ++i)
        send(spanFrame(1, 3, kRun));
    EXPECT_TRUE(eventually([&] {
        const auto totals = collector->totals();
        return totals.duplicates == 9 && totals.received == 3;
    }));
    EXPECT_EQ(collector->totals().logged, 3u);
}

TEST_F(Garbage, RecordsOfTrainingOutOfRangeAreBadAndThoseInRangeAreLogged)
{
    send(encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2)));
    // Whole frames whose record is cut short or belongs to another kind.
    for (const FrameKind kind :
         {FrameKind::TrainingSteps, FrameKind::Checks, FrameKind::Schedules}) {
        send(encodeOne(kind, {.run = kRun, .sequence = 1}, Heartbeat{.number = 1}));
        send(encodeOne(kind, {.run = kRun, .sequence = 1}, Bye{}));
    }
    EXPECT_TRUE(badReaches(6));
    send(encodeOne(FrameKind::TrainingSteps, {.run = kRun, .sequence = 1}, TrainingStep{}));
    send(encodeOne(FrameKind::Checks, {.run = kRun, .sequence = 2}, CheckRecord{}));
    send(encodeOne(FrameKind::Schedules, {.run = kRun, .sequence = 3},
                   ScheduleRecord{.name = "gpipe"}));
    EXPECT_TRUE(eventually([&] { return collector->totals().logged == 3; }));
    EXPECT_EQ(collector->totals().badFrames, 6u);
}

TEST_F(Garbage, ARankCannotSayHowTheRunEnded)
{
    send(encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2)));
    send(encodeOne(FrameKind::RunEnd, {.run = kRun, .sequence = 1}, RunEnd{}));
    send(encodeOne(FrameKind::RunEnd, {.run = kRun}, RunEnd{}));
    EXPECT_TRUE(badReaches(2));
}

TEST_F(Garbage, AMissingFrameIsAGapOnceItsTimeIsOver)
{
    auto options = collectorOptions(2);
    options.gapPatience = 0ms;
    options.logPath = place / "other.log";
    options.rankEndpoint = "ipc://" + (place / "others");
    options.viewerEndpoint.clear();
    auto other = Collector::start(options);
    ASSERT_TRUE(other);
    socket.connect(options.rankEndpoint);
    socket.disconnect("ipc://" + (place / "ranks"));
    send(encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(2)));
    send(spanFrame(4, 3, kRun));
    EXPECT_TRUE(eventually([&] { return (*other)->totals().logged == 3; }));
    EXPECT_EQ((*other)->totals().gaps, 3u);
}

TEST_F(Garbage, NonsenseOnTheViewersSideIsCounted)
{
    zmq::socket_t viewer(context, zmq::socket_type::dealer);
    limitSocket(viewer, 100);
    viewer.connect("ipc://" + (place / "viewers"));
    const auto say = [&](const Bytes& bytes) { viewer.send(zmq::buffer(bytes)); };
    say(Bytes(10));
    say(encodeOne(FrameKind::Credit, {}, Credit{.window = 9})); // never subscribed: nothing
    say(encodeOne(FrameKind::Subscribe, {},
                  Subscribe{.offset = 1u << 30, .window = 1, .from = SubscribeFrom::Offset}));
    say(spanFrame(0, 1));
    EXPECT_TRUE(badReaches(3));
    EXPECT_EQ(collector->snapshot().viewers, 0u);
}

TEST_F(Garbage, AViewerBeyondTheLimitIsRefusedAndCounted)
{
    std::vector<zmq::socket_t> viewers;
    const auto wish = encodeOne(FrameKind::Subscribe, {}, Subscribe{.window = 1});
    for (std::size_t i = 0; i < kMaxViewers + 3; ++i) {
        auto& viewer = viewers.emplace_back(context, zmq::socket_type::dealer);
        limitSocket(viewer, 100);
        viewer.connect("ipc://" + (place / "viewers"));
        viewer.send(zmq::buffer(wish));
    }
    EXPECT_TRUE(eventually([&] { return collector->totals().viewersRefused == 3; }));
    EXPECT_EQ(collector->snapshot().viewers, kMaxViewers);
}

} // namespace
} // namespace telemetry

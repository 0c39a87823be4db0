#include "telemetry/control_client.h"
#include "telemetry/control_rank.h"
#include "telemetry/control_server.h"
#include "telemetry/socket_options.h"
#include "tests/telemetry/control_frames.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <future>
#include <random>

namespace telemetry {
namespace {

using namespace test;
using Kind = ControlCommand::Kind;

ControlKey keyOf(unsigned seed)
{
    ControlKey key{};
    std::mt19937 random(seed);
    for (auto& byte : key)
        byte = std::byte(random());
    return key;
}

TEST(ControlFrames, EveryCommandAndAnswerComesBackAsItWas)
{
    const std::vector<ControlCommand> commands = {{.kind = Kind::Pause},
                                                  {.kind = Kind::Resume},
                                                  {.kind = Kind::StopAfterStep},
                                                  {.kind = Kind::Checkpoint},
                                                  {.kind = Kind::Slow, .rank = 3, .factor = 1.5},
                                                  {.kind = Kind::Swap, .schedule = "zb-h1"}};
    for (const ControlCommand& command : commands) {
        const auto message = decodeControl(encode(address(9), command), kKey, kRun);
        ASSERT_TRUE(message) << toText(command);
        EXPECT_EQ(message->kind, ControlFrameKind::Command);
        EXPECT_EQ(message->number, 9u);
        EXPECT_EQ(message->command, command);
    }
    const ControlAnswer answer{true, "paused after step 3"};
    EXPECT_EQ(decodeControl(encode(address(2), answer), kKey, kRun)->answer, answer);
    EXPECT_EQ(decodeControl(encodeReady(address(2)), kKey, kRun)->kind, ControlFrameKind::Ready);
    const auto longOne = decodeControl(
        encode(address(1), ControlAnswer{false, std::string(999, 'x')}), kKey, kRun);
    ASSERT_TRUE(longOne);
    EXPECT_EQ(longOne->answer.text, std::string(255, 'x'));
}

TEST(ControlFrames, FormIsChecked)
{
    const auto slow = [](int rank, double factor) {
        return !problemOf({.kind = Kind::Slow, .rank = rank, .factor = factor});
    };
    EXPECT_TRUE(slow(0, 1));
    EXPECT_TRUE(slow(5, 100));
    EXPECT_FALSE(slow(-1, 2));
    EXPECT_FALSE(slow(1 << 20, 2));
    EXPECT_FALSE(slow(0, 0.99));
    EXPECT_FALSE(slow(0, 1001));
    EXPECT_FALSE(slow(0, std::numeric_limits<double>::quiet_NaN()));
    const auto swap = [](const std::string& name) {
        return !problemOf({.kind = Kind::Swap, .schedule = name});
    };
    EXPECT_TRUE(swap("interleaved-1f1b"));
    for (const char* name : {"", "../x", "a b", "UPPER", "a\n", "a123456789012345678901234567890z"})
        EXPECT_FALSE(swap(name)) << name;
    EXPECT_TRUE(problemOf({.kind = Kind(0)}));
    EXPECT_TRUE(problemOf({.kind = Kind(7)}));
}

TEST(ControlFrames, NothingWithoutTheKeyOrTheRunOrTheRightLengthIsAccepted)
{
    const Bytes good = encode(address(1), {.kind = Kind::StopAfterStep});
    ASSERT_TRUE(decodeControl(good, kKey, kRun));
    EXPECT_FALSE(decodeControl(good, keyOf(2), kRun));
    EXPECT_FALSE(decodeControl(good, ControlKey{}, kRun));
    EXPECT_FALSE(decodeControl(good, kKey, kRun + 1));
    EXPECT_FALSE(decodeControl(encode(address(0), {.kind = Kind::Pause}), kKey, kRun));
    for (std::size_t size = 0; size < good.size(); ++size)
        ASSERT_FALSE(decodeControl(ByteView(good).first(size), kKey, kRun));
    Bytes longer = good;
    longer.resize(longer.size() + 1);
    EXPECT_FALSE(decodeControl(longer, kKey, kRun));
    // Any bit of the key, of magic, version and length.
    for (std::size_t bit = 0; bit < 48 * 8; ++bit) {
        const std::size_t at = bit / 8;
        if (at == 6 || at == 7 || (at >= 12 && at < 16)) // reserved, or what is asked
            continue;
        Bytes bytes = good;
        bytes[at] ^= std::byte(1 << (bit % 8));
        ASSERT_FALSE(decodeControl(bytes, kKey, kRun)) << "bit " << bit;
    }
}

RC_GTEST_PROP(ControlFramesProperty, RandomFramesWithTheKeyAreValidOrNothing, ())
{
    ControlFrame frame;
    auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(sizeof frame,
                                                                rc::gen::arbitrary<std::uint8_t>());
    std::memcpy(&frame, bytes.data(), sizeof frame);
    frame.magic = kControlMagic;
    frame.version = kControlVersion;
    frame.bytes = sizeof frame;
    frame.key = kKey;
    frame.run = kRun;
    frame.kind = ControlFrameKind(*rc::gen::inRange(0, 5));
    frame.command = std::uint8_t(*rc::gen::inRange(0, 8));
    if (*rc::gen::arbitrary<bool>())
        std::memset(frame.text, *rc::gen::inRange<int>('a', 'd'),
                    *rc::gen::inRange<std::size_t>(0, 257));
    const auto message = decodeControl(std::as_bytes(std::span(&frame, 1)), kKey, kRun);
    if (message && message->kind == ControlFrameKind::Command)
        RC_ASSERT(!problemOf(message->command));
    if (message)
        RC_ASSERT(message->answer.text.size() < 256u);
}

TEST(ControlKeys, AreDifferentEachTime)
{
    EXPECT_FALSE(sameKey(*makeControlKey(), *makeControlKey()));
    EXPECT_FALSE(sameKey(*makeControlKey(), ControlKey{}));
}

class LiveControl : public testing::TestWithParam<Way> {
protected:
    void SetUp() override
    {
        const bool overTcp = GetParam() == Way::Tcp;
        auto started = ControlServer::start(
            {.run = kRun,
             .endpoint = overTcp ? "tcp://127.0.0.1:*" : "ipc://" + (place / kControlSocketName),
             .key = keys.connection.controlKey,
             .curve = overTcp ? std::optional(keys.forControl()) : std::nullopt});
        ASSERT_TRUE(started) << started.error().message;
        server = *std::move(started);
        connection.run = kRun;
        connection.controlEndpoint = server->endpoint();
    }
    std::unique_ptr<ControlRank> openRank()
    {
        auto opened = ControlRank::open(connection);
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }
    std::future<Result<ControlAnswer>> give(const ControlCommand& command)
    {
        return std::async(std::launch::async, [this, command] {
            return giveCommand(connection, command, kPatience, [this] { return alive.load(); });
        });
    }
    static ControlCommand awaitCommand(ControlRank& rank)
    {
        std::optional<ControlCommand> command;
        EXPECT_TRUE(eventually([&] { return (command = rank.poll()).has_value(); }));
        return command.value_or(ControlCommand{});
    }

    zmq::socket_t bareSocket(int queue)
    {
        zmq::socket_t socket(context, zmq::socket_type::dealer);
        limitSocket(socket, queue);
        connectSocket(socket, connection.controlEndpoint, connection.asController());
        return socket;
    }

    tests::ScratchDirectory place;
    const RunKeys keys = *makeRunKeys();
    Connection connection = keys.connection;
    std::unique_ptr<ControlServer> server;
    zmq::context_t context{1};
    std::atomic<bool> alive{true};
};

TEST_P(LiveControl, ACommandReachesTheRankAndItsAnswerWhoeverAsked)
{
    const auto rank = openRank();
    EXPECT_FALSE(rank->poll());
    auto asked = give({.kind = Kind::Slow, .rank = 1, .factor = 2});
    const auto command = awaitCommand(*rank);
    EXPECT_EQ(command, (ControlCommand{.kind = Kind::Slow, .rank = 1, .factor = 2}));
    EXPECT_FALSE(rank->poll());
    rank->answer("rank 1 computes 2 times as long", true);
    const auto answer = asked.get();
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(*answer, (ControlAnswer{true, "rank 1 computes 2 times as long"}));
    asked = give({.kind = Kind::Pause});
    awaitCommand(*rank);
    rank->answer("paused", true);
    EXPECT_TRUE(asked.get());
    EXPECT_TRUE(eventually([&] { return server->paused(); }));
    EXPECT_EQ(server->counts().bad, 0u);
}

TEST_P(LiveControl, ARankThatComesLaterFindsWhatWaits)
{
    auto asked = give({.kind = Kind::Checkpoint});
    EXPECT_TRUE(eventually([&] { return server->counts().commands == 1; }));
    const auto rank = openRank();
    EXPECT_EQ(awaitCommand(*rank).kind, Kind::Checkpoint);
    rank->answer("written", true);
    EXPECT_TRUE(asked.get());
}

TEST_P(LiveControl, AClientThatGivesUpLosesOnlyItsAnswer)
{
    // Not before the command has arrived.
    const auto gone = giveCommand(connection, {.kind = Kind::Checkpoint}, 1ms, [&] {
        return eventually([&] { return server->counts().commands == 1; });
    });
    ASSERT_FALSE(gone);
    EXPECT_NE(gone.error().message.find("has not answered in time"), std::string::npos);
    const auto rank = openRank();
    awaitCommand(*rank);
    rank->answer("written", true);
    auto next = give({.kind = Kind::Resume});
    EXPECT_EQ(awaitCommand(*rank).kind, Kind::Resume);
    rank->answer("it is not paused", false);
    EXPECT_EQ(next.get()->text, "it is not paused");
}

TEST_P(LiveControl, TheEndOfTheRunIsAnAnswer)
{
    auto told = give({.kind = Kind::Pause});
    EXPECT_TRUE(eventually([&] { return server->counts().commands == 1; }));
    server->stop();
    alive = false;
    const auto answer = told.get();
    if (answer) // the last words arrived
        EXPECT_FALSE(answer->accepted);
    else
        EXPECT_EQ(answer.error().message, "the run ended before it answered");
}

TEST_P(LiveControl, NothingWithoutTheKeyOrOfAWrongFormIsAccepted)
{
    const auto rank = openRank();
    zmq::socket_t socket = bareSocket(2000);
    const auto send = [&](const Bytes& bytes) {
        ASSERT_TRUE(socket.send(zmq::buffer(bytes), zmq::send_flags::none));
    };
    const auto key = connection.controlKey;
    const ControlCommand stop{.kind = Kind::StopAfterStep};
    send(encode({keyOf(5), kRun, 1}, stop));
    send(encode({ControlKey{}, kRun, 2}, stop));
    send(encode({key, kRun + 1, 3}, stop));
    send(Bytes(10));
    send(Bytes(sizeof(ControlFrame)));
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        Bytes bytes(random() % sizeof(ControlFrame));
        for (auto& byte : bytes)
            byte = std::byte(random());
        send(bytes);
    }
    const Bytes good = encode({key, kRun, 4}, stop);
    socket.send(zmq::buffer(good), zmq::send_flags::sndmore); // of two parts
    send(good);
    EXPECT_TRUE(eventually([&] { return server->counts().bad == 206; }));
    EXPECT_EQ(server->counts().commands, 0u);
    EXPECT_FALSE(rank->poll());

    // One too large ends the connection; the next one works as ever.
    send(Bytes(2 * sizeof(ControlFrame)));
    auto asked = give({.kind = Kind::Pause});
    EXPECT_EQ(awaitCommand(*rank).kind, Kind::Pause);
    rank->answer("paused", true);
    EXPECT_TRUE(asked.get());
    EXPECT_EQ(server->counts().commands, 1u);
}

TEST_P(LiveControl, ARepeatedCommandIsGivenOnce)
{
    const auto rank = openRank();
    zmq::socket_t socket = bareSocket(100);
    const Bytes pause = encode({connection.controlKey, kRun, 1}, {.kind = Kind::Pause});
    for (int i = 0; i < 3; ++i)
        socket.send(zmq::buffer(pause), zmq::send_flags::none);
    awaitCommand(*rank);
    rank->answer("paused", true);
    EXPECT_TRUE(eventually([&] { return server->counts().bad == 2; }));
    EXPECT_FALSE(rank->poll());
    EXPECT_EQ(server->counts().commands, 1u);
}

INSTANTIATE_TEST_SUITE_P(Over, LiveControl, testing::Values(Way::Ipc, Way::Tcp),
                         [](const auto& way) { return way.param == Way::Ipc ? "Ipc" : "Tcp"; });

} // namespace
} // namespace telemetry

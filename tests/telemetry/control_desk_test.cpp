#include "telemetry/control_desk.h"

#include "tests/telemetry/control_frames.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace telemetry {
namespace {

using namespace test;
using Kind = ControlCommand::Kind;

// The desk with its time, and what it sends.
struct Desk {
    ControlDesk desk{kKey, kRun};
    ControlDesk::Time now{std::chrono::hours{1}};

    void command(const std::string& peer, std::uint64_t number, const ControlCommand& command)
    {
        desk.take(peer, encode(address(number), command), now);
    }
    void ready(const std::string& peer, std::uint64_t number = 1)
    {
        desk.take(peer, encodeReady(address(number)), now);
    }
    void answer(std::uint64_t number, bool accepted, const std::string& text = "yes")
    {
        desk.take("rank", encode(address(number), ControlAnswer{accepted, text}), now);
    }
    // The next message, which must be for `peer`.
    ControlMessage next(const std::string& peer)
    {
        const auto out = desk.next();
        if (!out) {
            ADD_FAILURE() << "nothing for " << peer;
            return {};
        }
        EXPECT_EQ(out->peer, peer);
        return decodeControl(out->bytes, kKey, kRun).value_or(ControlMessage{});
    }
};

TEST(ControlDesk, OneCommandAtATimeGoesToTheRankAndItsAnswerBack)
{
    Desk d;
    d.command("a", 1, {.kind = Kind::Pause});
    d.command("b", 1, {.kind = Kind::Swap, .schedule = "zb-h1"});
    EXPECT_FALSE(d.desk.next()); // no rank yet
    d.ready("rank");
    EXPECT_EQ(d.next("rank").command.kind, Kind::Pause);
    EXPECT_FALSE(d.desk.next());
    EXPECT_FALSE(d.desk.paused());
    d.answer(1, true, "paused");
    EXPECT_TRUE(d.desk.paused());
    EXPECT_EQ(d.next("a").answer, (ControlAnswer{true, "paused"}));
    EXPECT_EQ(d.next("rank").command.schedule, "zb-h1");
    d.answer(2, false, "does not fit");
    EXPECT_EQ(d.next("b").answer, (ControlAnswer{false, "does not fit"}));
    EXPECT_TRUE(d.desk.paused());
    d.command("a", 2, {.kind = Kind::Resume});
    EXPECT_EQ(d.next("rank").number, 3u);
    d.answer(3, true);
    EXPECT_FALSE(d.desk.paused());
    EXPECT_EQ(d.desk.counts(), (ControlCounts{.commands = 3, .done = 2, .refused = 1, .bad = 0}));
}

TEST(ControlDesk, ReplayedNumbersAreNotTaken)
{
    Desk d;
    d.ready("rank");
    d.command("a", 4, {.kind = Kind::Checkpoint});
    d.next("rank");
    d.command("a", 4, {.kind = Kind::Checkpoint});
    d.command("a", 3, {.kind = Kind::Checkpoint});
    d.answer(1, true);
    d.next("a");
    d.answer(1, true); // answered already
    d.answer(2, true); // never given
    EXPECT_FALSE(d.desk.next());
    EXPECT_EQ(d.desk.counts(), (ControlCounts{.commands = 1, .done = 1, .refused = 0, .bad = 4}));
}

// Of too many peers, the one that was heard last longest ago is forgotten, whatever its name.
TEST(ControlDesk, RemembersThePeersItHasHeardFromLast)
{
    Desk d;
    d.ready("rank");
    const auto name = [](std::size_t i) { return std::string(1, static_cast<char>('0' + i)); };
    constexpr std::size_t kClients = ControlDesk::kMostPeers - 1; // beside the rank
    for (std::size_t i = kClients; i-- > 0;) // by name, the last one is heard first
        d.command(name(i), 1, {.kind = Kind::Checkpoint});
    d.command(name(0), 2, {.kind = Kind::Checkpoint});
    const std::uint64_t bad = d.desk.counts().bad;
    d.command("one more", 1, {.kind = Kind::Checkpoint});
    d.command(name(0), 2, {.kind = Kind::Checkpoint});
    EXPECT_EQ(d.desk.counts().bad, bad + 1) << "the number of a peer heard just before is known";
    d.command(name(1), 1, {.kind = Kind::Checkpoint});
    EXPECT_EQ(d.desk.counts().bad, bad + 2);
    d.command(name(kClients - 1), 1, {.kind = Kind::Checkpoint});
    EXPECT_EQ(d.desk.counts().bad, bad + 2) << "the first one was forgotten";
    d.ready("rank"); // with a number it has used
    EXPECT_EQ(d.desk.counts().bad, bad + 3) << "the rank is never forgotten";
}

TEST(ControlDesk, MoreThanEightAreRefused)
{
    Desk d;
    for (std::uint64_t i = 1; i <= 9; ++i)
        d.command("a", i, {.kind = Kind::Checkpoint});
    const auto refused = d.next("a");
    EXPECT_EQ(refused.number, 9u);
    EXPECT_FALSE(refused.answer.accepted);
    EXPECT_NE(refused.answer.text.find("8 commands wait already"), std::string::npos);
    EXPECT_FALSE(d.desk.next());
}

TEST(ControlDesk, ACommandOutlivesTheRanksConnectionAndAClientThatIsGone)
{
    Desk d;
    d.ready("rank");
    d.command("a", 1, {.kind = Kind::Pause});
    EXPECT_EQ(d.next("rank").number, 1u);
    d.ready("rank", 2); // the same connection: nothing is sent twice
    EXPECT_FALSE(d.desk.next());
    d.ready("rank again", 3);
    EXPECT_EQ(d.next("rank again").number, 1u);
    d.desk.undeliverable("rank again");
    EXPECT_FALSE(d.desk.next());
    d.ready("rank at last", 4);
    EXPECT_EQ(d.next("rank at last").number, 1u);
    d.answer(1, true);
    d.next("a");
    d.desk.undeliverable("a");
    d.command("b", 1, {.kind = Kind::Resume});
    EXPECT_EQ(d.next("rank at last").number, 2u);
}

TEST(ControlDesk, NobodyWaitsForEver)
{
    Desk d;
    d.ready("rank");
    d.command("a", 1, {.kind = Kind::Pause});
    d.next("rank");
    d.command("b", 1, {.kind = Kind::Resume});
    d.now += ControlDesk::kPatience;
    d.desk.look(d.now);
    EXPECT_NE(d.next("b").answer.text.find("was taken back"), std::string::npos);
    EXPECT_NE(d.next("a").answer.text.find("will still do this"), std::string::npos);
    d.desk.look(d.now + ControlDesk::kPatience);
    EXPECT_FALSE(d.desk.next()); // told once
    d.answer(1, true);
    EXPECT_FALSE(d.desk.next());
    EXPECT_TRUE(d.desk.paused());
    d.command("c", 1, {.kind = Kind::Resume});
    d.next("rank");
    d.command("d", 1, {.kind = Kind::Checkpoint});
    d.desk.end();
    EXPECT_NE(d.next("c").answer.text.find("may have carried the command out"), std::string::npos);
    EXPECT_NE(d.next("d").answer.text.find("was not carried out"), std::string::npos);
    d.command("c", 2, {.kind = Kind::Resume});
    EXPECT_FALSE(d.next("c").answer.accepted);
}

RC_GTEST_PROP(ControlDeskProperty, GarbageAndManyPeersChangeNothing, ())
{
    Desk d;
    d.ready("rank");
    const int count = *rc::gen::inRange(0, 200);
    for (int i = 0; i < count; ++i) {
        auto bytes = encode(address(1), {.kind = Kind::StopAfterStep});
        const auto at = *rc::gen::inRange<std::size_t>(16, 48); // within the key
        bytes[at] ^= std::byte(*rc::gen::inRange(1, 256));
        d.desk.take("peer" + std::to_string(i % 100), bytes, d.now);
    }
    RC_ASSERT(!d.desk.next());
    RC_ASSERT(d.desk.counts().bad == std::uint64_t(count));
    RC_ASSERT(d.desk.counts().commands == 0u);
}

} // namespace
} // namespace telemetry

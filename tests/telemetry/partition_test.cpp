// Links that are slow, or break: what was sent arrives, once and in order, and nobody is taken for
// lost who is only far away.

#include "tests/telemetry/tcp_link.h"
#include "tests/telemetry/tcp_run.h"

#include <cstdio>
#include <future>

namespace telemetry {
namespace {

using namespace test;
using Clock = std::chrono::steady_clock;

class Partition : public TcpRun {
protected:
    void SetUp() override { start(1); }

    std::unique_ptr<Sender> senderOver(const TcpLink& link)
    {
        auto options = tcpSender(0, 1);
        options.endpoint = link.endpoint();
        return openSender(options);
    }
    std::unique_ptr<ViewerSource> viewerOver(const TcpLink& link)
    {
        auto options = tcpViewer();
        options.endpoint = link.endpoint();
        auto opened = openLive(options);
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }
    // Drains until the viewer has seen so many spans.
    bool sees(ViewerSource& viewer, int spans)
    {
        return eventually([&] {
            std::vector<Frame> frames;
            viewer.drain(frames, 1000);
            seen.take(frames);
            return seen.next[0] >= spans;
        });
    }

    SpanCheck seen;
};

TEST_F(Partition, IsNoticedByBothEndsAndHealsWithoutLossOrDoubles)
{
    TcpLink rankLink(connection.rankEndpoint);
    TcpLink viewerLink(connection.viewerEndpoint);
    const auto sender = senderOver(rankLink);
    const auto viewer = viewerOver(viewerLink);
    int spans = 0;
    const auto record = [&](int count) {
        for (int i = 0; i < count; ++i)
            sender->span(spanAt(spans++));
    };
    for (int cut = 1; cut <= 2; ++cut) {
        record(1000);
        ASSERT_TRUE(sees(*viewer, spans - 500));
        record(1000); // of which some are on their way
        rankLink.cut();
        viewerLink.cut();
        auto since = Clock::now();
        // By themselves, as nobody tells them.
        ASSERT_TRUE(eventually([&] { return rankLink.open() == 0 && viewerLink.open() == 0; }));
        std::printf("noticed after %.1f s, ",
                    std::chrono::duration<double>(Clock::now() - since).count());
        record(1000);
        rankLink.mend();
        viewerLink.mend();
        since = Clock::now();
        ASSERT_TRUE(eventually([&] { return sender->counts().sent == std::uint64_t(spans); }));
        ASSERT_TRUE(sees(*viewer, spans));
        std::printf("whole again after %.1f s\n",
                    std::chrono::duration<double>(Clock::now() - since).count());
        EXPECT_GE(rankLink.accepted(), 1 + cut);
    }
    EXPECT_EQ(sender->close(kPatience),
              (SenderCounts{.produced = std::uint64_t(spans), .sent = std::uint64_t(spans)}));
    const Totals totals = collector->totals();
    EXPECT_EQ(totals.logged, std::uint64_t(spans));
    EXPECT_EQ(totals.gaps, 0u);
    EXPECT_EQ(totals.badFrames, 0u);
    EXPECT_EQ(seen.next[0], spans);
    EXPECT_EQ(viewer->status().gaps, 0u);
}

TEST_F(Partition, AWayOfHalfASecondIsNone)
{
    TcpLink rankLink(connection.rankEndpoint, 500ms);
    TcpLink viewerLink(connection.viewerEndpoint, 500ms);
    TcpLink controlLink(connection.controlEndpoint, 500ms);
    const auto sender = senderOver(rankLink);
    const auto viewer = viewerOver(viewerLink);
    Connection far = connection;
    far.controlEndpoint = controlLink.endpoint();
    auto rank = ControlRank::open(connection);
    ASSERT_TRUE(rank);
    auto asked = std::async(std::launch::async, [&] {
        return giveCommand(far, {.kind = ControlCommand::Kind::Pause}, kPatience,
                           [] { return true; });
    });
    constexpr int kSpans = 20000;
    for (int i = 0; i < kSpans; ++i)
        sender->span(spanAt(i));
    ASSERT_TRUE(eventually([&] { return (*rank)->poll().has_value(); }));
    (*rank)->answer("paused", true);
    EXPECT_TRUE(asked.get());
    EXPECT_TRUE(sees(*viewer, kSpans));
    EXPECT_EQ(sender->close(kPatience),
              (SenderCounts{.produced = std::uint64_t(kSpans), .sent = std::uint64_t(kSpans)}));
    EXPECT_EQ(collector->totals().gaps, 0u);
    EXPECT_EQ(collector->totals().logged, std::uint64_t(kSpans));
    // One connection each, from beginning to end.
    EXPECT_EQ(rankLink.accepted(), 1);
    EXPECT_EQ(viewerLink.accepted(), 1);
    EXPECT_EQ(controlLink.accepted(), 1);
    EXPECT_FALSE(sender->lost());
    EXPECT_NE(viewer->status().state, SourceState::Lost);
}

} // namespace
} // namespace telemetry

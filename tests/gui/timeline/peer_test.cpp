// Ranks that share a place of the pipeline: folded into one row where they are alike, and never
// where one stands out.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/track_layout.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

constexpr plan::Shape kShape{.ranks = 4, .chunks = 1, .microbatches = 6};

struct PeerRun {
    std::shared_ptr<plan::Schedule> schedule
        = std::make_shared<plan::Schedule>(*plan::makeSchedule("1f1b", kShape));
    std::shared_ptr<plan::Timeline> timeline
        = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
    PeerWork::Spans spans;

    // Peer k ends every op k * `each` later, but for those of `slow` = {place, peer}, whose ops
    // take twice as long.
    PeerRun(int peers, Nanoseconds each, std::pair<int, int> slow = {-1, -1})
    {
        spans.resize(timeline->spans.size());
        for (std::size_t place = 0; place < spans.size(); ++place) {
            spans[place].resize(static_cast<std::size_t>(peers));
            for (int peer = 1; peer < peers; ++peer) {
                auto& own = spans[place][static_cast<std::size_t>(peer)];
                own = timeline->spans[place];
                for (plan::Span& span : own) {
                    span.start += peer * each;
                    span.end += peer * each;
                    if (slow == std::pair(static_cast<int>(place), peer))
                        span.end += span.end - span.start;
                }
            }
        }
    }

    Tracks tracks(bool exact = false, bool live = false) const
    {
        TrackData track;
        track.title = QStringLiteral("Measured");
        track.timeline = timeline;
        track.schedule = schedule;
        track.measured = true;
        track.peers = exact
            ? std::make_shared<const PeerWork>(static_cast<int>(spans.front().size()))
            : std::make_shared<const PeerWork>(0, spans, *timeline, live);
        return {{0, std::make_shared<const TrackData>(track)}};
    }
};

TEST(PeerWork, TellsTheSpreadOfThoseThatAreAlike)
{
    const PeerRun run(5, Nanoseconds{7});
    const PeerWork peers(0, run.spans, *run.timeline, false);
    EXPECT_EQ(peers.each(), 5);
    for (int place = 0; place < kShape.ranks; ++place) {
        EXPECT_EQ(peers.alike(place), 5);
        EXPECT_TRUE(peers.outliers(place).empty());
        const auto& own = run.timeline->spans[static_cast<std::size_t>(place)];
        ASSERT_EQ(peers.spread(place).size(), own.size());
        for (std::size_t i = 0; i < own.size(); ++i)
            EXPECT_EQ(peers.spread(place)[i],
                      (EndSpread{own[i].end, own[i].end + Nanoseconds{28}}));
    }
    EXPECT_EQ(peers.end(), run.timeline->makespan + Nanoseconds{28});
}

TEST(PeerWork, ASlowOneStandsOutAndIsNoPartOfTheSpread)
{
    const PeerRun run(5, Nanoseconds{0}, {2, 3});
    const PeerWork peers(0, run.spans, *run.timeline, false);
    EXPECT_EQ(peers.outliers(2), (std::vector<int>{3}));
    EXPECT_NEAR(peers.pace(2, 3), 2, 1e-9);
    EXPECT_EQ(peers.alike(2), 4);
    for (const EndSpread& each : peers.spread(2))
        EXPECT_EQ(each.first, each.last);
    EXPECT_TRUE(peers.outliers(1).empty());
}

// The row of the rank is then that of a slow one, so another shows what the others did.
TEST(PeerWork, WhereTheOneShownIsSlowOneOfTheOthersHasARow)
{
    PeerRun run(5, Nanoseconds{0});
    for (plan::Span& span : run.timeline->spans[1])
        span.end += span.end - span.start;
    const PeerWork peers(0, run.spans, *run.timeline, false);
    EXPECT_EQ(peers.outliers(1).size(), 1u);
    EXPECT_NE(peers.outliers(1).front(), 0);
    EXPECT_NEAR(peers.pace(1, 0), 2, 1e-9);
    EXPECT_EQ(peers.alike(1), 4);
    EXPECT_TRUE(peers.spread(1).empty());
}

TEST(PeerWork, OneThatRanOtherOpsStandsOutUnlessItIsYetToRunThem)
{
    PeerRun run(4, Nanoseconds{0});
    run.spans[3][2].pop_back();
    EXPECT_EQ(PeerWork(0, run.spans, *run.timeline, false).outliers(3), (std::vector<int>{2}));
    EXPECT_EQ(PeerWork(0, run.spans, *run.timeline, false).pace(3, 2), 0);
    EXPECT_TRUE(PeerWork(0, run.spans, *run.timeline, true).outliers(3).empty());
    std::swap(run.spans[3][1][2].op, run.spans[3][1][3].op);
    EXPECT_EQ(PeerWork(0, run.spans, *run.timeline, true).outliers(3), (std::vector<int>{1}));
}

// Folded, unfolded, with outliers, pinned or in pairs: every row has its own place, is found there,
// and no peer that stands out is without one.
RC_GTEST_PROP(PeerRows, NeverOverlapAndOutliersAlwaysHaveOne, ())
{
    const int peers = *rc::gen::inRange(2, 9);
    const std::pair slow{*rc::gen::inRange(0, 4), *rc::gen::inRange(1, peers)};
    const bool exact = *rc::gen::arbitrary<bool>();
    const bool pair = *rc::gen::arbitrary<bool>();
    const PeerRun run(peers, Nanoseconds{3}, slow);
    Tracks tracks = run.tracks(exact);
    if (pair)
        tracks[1] = run.tracks().at(0);
    LanesShown shown;
    for (int rank = 0; rank < kShape.ranks; ++rank) {
        if (*rc::gen::arbitrary<bool>())
            shown.unfolded.push_back(rank);
        if (*rc::gen::inRange(0, 5) == 0)
            shown.pinned.push_back(rank);
    }
    const int view = *rc::gen::inRange(100, 1200);
    TrackLayout layout = layOutTracks(tracks, view, 24, shown);
    layout.scroll = *rc::gen::inRange(0, std::max(1, layout.height - view));
    int end = -layout.height; // the first may begin above what is seen
    for (const FrameRow& row : layout.visibleRows(layout.scroll, view, 1)) {
        if (row.pinned)
            continue;
        RC_ASSERT(row.place.top >= end);
        end = row.place.top + row.place.height;
        const int middle = row.place.top + row.place.height / 2;
        if (middle < layout.pinnedHeight)
            continue;
        const auto found = layout.rowAt(layout.scroll + middle);
        RC_ASSERT(found && found->slot == row.slot && found->rank == row.rank
                  && found->peer == row.peer);
    }
    // All rows at once: as many peers as are to be seen.
    std::map<std::pair<int, int>, int> rows; // by slot and rank
    bool hasSlow = false;
    layout.scroll = 0;
    for (const FrameRow& row : layout.visibleRows(0, layout.height + layout.pinnedHeight, 1)) {
        RC_ASSERT(row.place.top + row.place.height <= layout.height + layout.pinnedHeight);
        if (row.peer >= 0)
            ++rows[{row.slot, row.rank}];
        hasSlow = hasSlow || (row.rank == slow.first && row.peer == slow.second);
    }
    RC_ASSERT(hasSlow || (exact && !pair));
    for (const int rank : shown.unfolded)
        if (!layout.isPinned(rank))
            RC_ASSERT((rows[{0, rank}] == (exact && pair ? 0 : peers - 1)));
}

QImage drawn(FrameRenderer& renderer, const Tracks& tracks, const std::vector<FrameRow>& rows)
{
    return renderer
        .render({.number = 1,
                 .tracks = tracks,
                 .rows = rows,
                 .axis = {{Nanoseconds{0}, tracks.at(0)->timeline->makespan * 5 / 4}, 800},
                 .size = QSize(800, 100),
                 .theme = &lightTheme(),
                 .glyphs = std::make_shared<const Glyphs>()})
        .image;
}

TEST(PeerRows, DrawWhatThePeerDid)
{
    const PeerRun run(3, Nanoseconds{0}, {0, 2});
    FrameRenderer renderer;
    const RowPlace place{.top = 10, .height = 40, .strip = 3};
    const auto of = [&](int peer) {
        FrameRow row{.slot = 0, .rank = 0, .place = place};
        row.peer = peer;
        return drawn(renderer, run.tracks(), {row});
    };
    // No spread to be seen, and the same ops; what came after them is not known of a peer.
    const TimeAxis axis{{Nanoseconds{0}, run.timeline->makespan * 5 / 4}, 800};
    const auto ops
        = QRect(0, 0, static_cast<int>(axis.x(run.timeline->spans[0].back().end)) - 1, 100);
    EXPECT_EQ(of(1).copy(ops), of(-1).copy(ops));
    EXPECT_NE(of(2).copy(ops), of(-1).copy(ops));
    EXPECT_EQ(of(1).pixelColor(790, 30), lightTheme().base);
}

TEST(PeerRows, AFoldShowsHowFarItsEndsAreSpread)
{
    FrameRenderer renderer;
    const FrameRow row{.slot = 0, .rank = 0, .place = {.top = 10, .height = 40, .strip = 3}};
    const PeerRun apart(3, Nanoseconds{400});
    const QImage with = drawn(renderer, apart.tracks(), {row});
    TrackData alone = *apart.tracks().at(0);
    const auto peers = std::exchange(alone.peers, nullptr);
    alone.end = peers->end(); // on the same axis
    const QImage without = drawn(renderer, {{0, std::make_shared<const TrackData>(alone)}}, {row});
    // From the first end of the first op, 1000, to the last, 1800 of it: a line in the text's
    // colour.
    const double scale = 800 / static_cast<double>((alone.timeline->makespan * 5 / 4).count());
    int inked = 0;
    for (int x = static_cast<int>(1000 * scale) + 1; x < static_cast<int>(1800 * scale); ++x)
        for (int y = 0; y < 100; ++y)
            inked += with.pixelColor(x, y) == lightTheme().text
                    && without.pixelColor(x, y) != lightTheme().text
                ? 1
                : 0;
    EXPECT_GE(inked, static_cast<int>(800 * scale) - 4);
}

TEST(PeerStories, SayHowManyAreAlikeAndWhichAreNot)
{
    const PeerRun run(5, Nanoseconds{0}, {2, 3});
    const auto tracks = run.tracks();
    EXPECT_EQ(peersInWords(*tracks.at(0), 2),
              QStringList({QStringLiteral("Measured: 4 of 5 replicas are alike"),
                           QStringLiteral("Replica 3: 2.00 times what most take")}));
    const auto exact = run.tracks(true);
    EXPECT_EQ(
        peersInWords(*exact.at(0), 2),
        QStringList({QStringLiteral("Measured: rank 2 stands for 5 devices that do the same")}));
    const QStringList story
        = peerStory(*tracks.at(0), {2, 3, &run.spans[2][3].front()}, TimeUnit::Auto);
    EXPECT_EQ(story.front(),
              QStringLiteral("Forward of microbatch 0 on stage 2 (rank 2, replica 3)"));
    EXPECT_TRUE(story.contains(QStringLiteral("Replica 0: 1 µs")))
        << story.join('\n').toStdString();
}

// A strategy may be called anything.
TEST(PeerStory, ANameIsNoPlaceForANumber)
{
    const PeerRun run(3, Nanoseconds{0});
    TrackData track = *run.tracks().at(0);
    track.title = QStringLiteral("50%2 zb");
    EXPECT_EQ(peersInWords(track, 1).front(), QStringLiteral("50%2 zb: 3 of 3 replicas are alike"));
}

} // namespace
} // namespace gui::test

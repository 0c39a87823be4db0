// Thousands of ranks in a few rows: what is told of those that are folded, and of those that sent
// no ops.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/text/number_format.h"
#include "gui/timeline/find_query.h"
#include "gui/timeline/fold_marks.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/story.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

constexpr plan::Shape kTotalsShape{.ranks = 4, .chunks = 1, .microbatches = 6};

// Four places of `each` ranks on hosts of eight; of the first replica the ops are known, of the
// others what they came to; the ops of world rank `slow` take half as long again, and the step of
// its pipeline so much longer.
struct FoldedRun {
    std::shared_ptr<TrackData> track = std::make_shared<TrackData>();
    int each;

    explicit FoldedRun(int replicas, int slow = -1, bool silent = false)
        : each(replicas)
    {
        auto schedule = std::make_shared<plan::Schedule>(*plan::makeSchedule("1f1b", kTotalsShape));
        auto timeline
            = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
        std::vector<PeerTotal> totals;
        auto ranks = std::make_shared<RunRanks>(RunRanks{.each = each});
        for (int number = 0; number < kTotalsShape.ranks * each; ++number) {
            const auto& spans = timeline->spans[std::size_t(number / each)];
            Nanoseconds ops{};
            for (const plan::Span& span : spans)
                ops += span.end - span.start;
            const bool isLate = slow >= 0 && number % each == slow % each;
            PeerTotal total{.ops = number == slow ? ops * 3 / 2 : ops,
                            .lastOp = spans.back().end + Nanoseconds{isLate ? 4000 : 0},
                            .end = spans.back().end + Nanoseconds{isLate ? 4000 : 0},
                            .idle = timeline->makespan - ops,
                            .known = number % each == 0 ? PeerTotal::Known::Ops
                                : silent                ? PeerTotal::Known::Length
                                                        : PeerTotal::Known::Summary};
            if (silent && number % each != 0)
                total.ops = total.lastOp = total.idle = Nanoseconds{};
            totals.push_back(total);
            if (number % 8 == 0)
                ranks->hosts.push_back(QStringLiteral("n%1").arg(number / 8));
            ranks->hostOf.push_back(number / 8);
        }
        track->title = QStringLiteral("Measured");
        track->measured = true;
        track->schedule = schedule;
        track->timeline = timeline;
        track->ranks = ranks;
        track->peers = std::make_shared<const PeerWork>(
            0, std::make_shared<const PeerWork::Spans>(), *timeline, false,
            std::make_shared<const PeerTotals>(each, std::move(totals)));
    }
    Tracks tracks() const { return {{0, track}}; }
};

TEST(PeerTotals, TellTheSpreadAndTheRankThatHoldsTheStepUp)
{
    const FoldedRun run(64, 2 * 64 + 7);
    const PeerTotals& totals = *run.track->peers->totals();
    EXPECT_EQ(totals.places(), 4);
    ASSERT_TRUE(totals.heldUpBy());
    EXPECT_EQ(totals.heldUpBy()->place, 2);
    EXPECT_EQ(totals.heldUpBy()->peer, 7);
    EXPECT_NEAR(totals.heldUpBy()->pace, 1.5, 1e-9);
    EXPECT_EQ(totals.ofPlace(2).slowest, 7);
    EXPECT_EQ(totals.ofPlace(2).told, 64);
    EXPECT_EQ(totals.ofPlace(0).end.most, totals.ofPlace(0).end.least + Nanoseconds{4000});
    EXPECT_EQ(totals.ofPlace(0).end.median, totals.ofPlace(0).end.least);
    EXPECT_EQ(heldUpInWords(*run.track),
              QStringLiteral("Rank 135 on n16 holds the step up: its ops take 1.50 times what most "
                             "take"));
    // Where all end alike nobody is waited for, though one may be a little slower.
    EXPECT_FALSE(FoldedRun(64).track->peers->totals()->heldUpBy());
    EXPECT_TRUE(heldUpInWords(*FoldedRun(64).track).isEmpty());
}

TEST(PeerTotals, RanksThatSentNoOpsAreFoldedByWhatTheyCameTo)
{
    const FoldedRun run(256, 3 * 256 + 5);
    const PeerWork& peers = *run.track->peers;
    EXPECT_EQ(peers.each(), 256);
    EXPECT_EQ(peers.alike(0), 256);
    EXPECT_EQ(peers.alike(3), 255);
    EXPECT_EQ(peers.outliers(3), std::vector{5});
    EXPECT_FALSE(peers.hasOps(3, 5));
    // Those of whom nothing is known but how long they took are neither alike nor apart.
    const FoldedRun silent(256, -1, true);
    EXPECT_EQ(silent.track->peers->silent(1), 255);
    EXPECT_EQ(silent.track->peers->alike(1), 1);
    EXPECT_TRUE(silent.track->peers->outliers(1).empty());
}

TEST(PeerTotals, OfManyThatStandOutTheWorstHaveARow)
{
    FoldedRun run(64);
    std::vector<PeerTotal> totals;
    for (int number = 0; number < 4 * 64; ++number) {
        PeerTotal total = *run.track->peers->totals()->of(number / 64, number % 64);
        if (number / 64 == 1 && number % 64 >= 50)
            total.ops = total.ops * (100 + number % 64) / 100;
        totals.push_back(total);
    }
    run.track->peers = std::make_shared<const PeerWork>(
        0, std::make_shared<const PeerWork::Spans>(), *run.track->timeline, false,
        std::make_shared<const PeerTotals>(64, std::move(totals)));
    EXPECT_EQ(run.track->peers->outliers(1).size(), 14u);
    EXPECT_EQ(run.track->peers->prominent(1), (std::vector{61, 62, 63}));
    const TrackLayout folded = layOutTracks(run.tracks(), 1000, 24);
    EXPECT_EQ(folded.peersOf(folded.tracks[0], 1), (std::vector{61, 62, 63}));
    // One that is asked for has a row beside them.
    const TrackLayout asked = layOutTracks(run.tracks(), 1000, 24, {.peerRows = {{1, 9}, {2, 40}}});
    EXPECT_EQ(asked.peersOf(asked.tracks[0], 1), (std::vector{9, 61, 62, 63}));
    EXPECT_EQ(asked.peersOf(asked.tracks[0], 2), (std::vector{40}));
    const TrackLayout whole = layOutTracks(run.tracks(), 1000, 24, {.unfolded = {1}});
    EXPECT_EQ(whole.peersOf(whole.tracks[0], 1).size(), 63u);
}

QImage foldedRow(const FoldedRun& run, int peer)
{
    FrameRow row{.slot = 0, .rank = 2, .place = {.top = 10, .height = 40, .strip = 3}};
    row.peer = peer;
    FrameRenderer renderer;
    return renderer
        .render({.number = 1,
                 .tracks = run.tracks(),
                 .rows = {row},
                 .axis = {{Nanoseconds{0}, run.track->timeline->makespan}, 800},
                 .size = QSize(800, 60),
                 .theme = &lightTheme(),
                 .glyphs = std::make_shared<const Glyphs>()})
        .image;
}

int inked(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

// Pixels that say that a rank idles, in any phase.
int idleIn(const QImage& image)
{
    int count = 0;
    for (int phase = 0; phase < 3; ++phase)
        for (const QRgb ink : Inks::idleColours(lightTheme(), phase))
            count += inked(image, QColor::fromRgb(ink));
    return count;
}

TEST(PeerTotals, ARankWithoutOpsIsNotDrawnAsIdle)
{
    const FoldedRun run(16);
    const QImage without = foldedRow(run, 3);
    EXPECT_GT(inked(without, QColor::fromRgb(inksOf(lightTheme()).summed)), 1000);
    EXPECT_EQ(idleIn(without), 0);
    EXPECT_GT(idleIn(foldedRow(run, -1)), 0); // the one whose ops are known has some
    // Nor is the row of a place whose own rank sent none.
    FoldedRun silent(16);
    auto timeline = std::make_shared<plan::Timeline>(*silent.track->timeline);
    timeline->spans[2].clear();
    std::vector<PeerTotal> totals;
    for (int number = 0; number < 4 * 16; ++number) {
        totals.push_back(*silent.track->peers->totals()->of(number / 16, number % 16));
        totals.back().known = PeerTotal::Known::Summary;
    }
    silent.track->timeline = timeline;
    silent.track->schedule = nullptr; // whose order would say that ops are missing
    silent.track->peers = std::make_shared<const PeerWork>(
        0, std::make_shared<const PeerWork::Spans>(), *timeline, false,
        std::make_shared<const PeerTotals>(16, std::move(totals)));
    EXPECT_GT(inked(foldedRow(silent, -1), lightTheme().noData), 1000);
    EXPECT_EQ(idleIn(foldedRow(silent, -1)), 0);
    const auto story
        = gapStory(silent.tracks(), 0, 2, {Nanoseconds{0}, timeline->makespan}, TimeUnit::Auto);
    EXPECT_TRUE(story.contains(QStringLiteral("The rank sent what its step came to, and no ops")))
        << story.join('\n').toStdString();
}

ChromeView foldedView(const Tracks& tracks, const ChromeAreas& areas, const TrackLayout& layout)
{
    return {.theme = lightTheme(), .areas = areas, .layout = layout, .tracks = tracks, .axis = {}};
}

TEST(PeerTotals, LabelsTipsAndTablesTellTheSame)
{
    const FoldedRun run(256, 3 * 256 + 5);
    const Tracks tracks = run.tracks();
    const ChromeAreas areas;
    const TrackLayout layout = layOutTracks(tracks, 1000, 24);
    const ChromeView view = foldedView(tracks, areas, layout);
    EXPECT_EQ(rankName(view, 3), QStringLiteral("▸ ranks 768–1023"));
    const QStringList details = rankDetails(view, 3);
    ASSERT_EQ(details.size(), 2);
    EXPECT_EQ(details[0], QStringLiteral("n96 – n127"));
    const PlaceTotals& place = run.track->peers->totals()->ofPlace(3);
    const QString share = shareText(place.idle.least, run.track->timeline->makespan);
    EXPECT_EQ(details[1], QStringLiteral("idle %1").arg(share)); // all idle alike
    const QStringList told = peersInWords(*run.track, 3);
    EXPECT_EQ(told.front(), QStringLiteral("Ranks 768–1023 on n96 – n127"));
    EXPECT_TRUE(told.contains(QStringLiteral("Idle: %1 to %1, median %1").arg(share)))
        << told.join('\n').toStdString();
    EXPECT_TRUE(
        told.contains(QStringLiteral("Slowest: rank 773 on n96, 1.50 times what most take")))
        << told.join('\n').toStdString();
    EXPECT_EQ(opTitle(*run.track, {0, 3, plan::forward(3, 0)}),
              QStringLiteral("Forward of microbatch 0 on stage 3 (rank 768 on n96)"));
    const QStringList peer = peerStory(*run.track, {3, 5, nullptr}, TimeUnit::Auto);
    EXPECT_EQ(peer.front(), QStringLiteral("Rank 773 on n96"));
    EXPECT_TRUE(peer[1].startsWith(QStringLiteral("summary only: ops "))) << peer[1].toStdString();
}

TEST(RunRanks, NameHostsOnlyWhereThereAreSeveral)
{
    RunRanks ranks{.each = 1, .hosts = {QStringLiteral("n1")}, .hostOf = {0, 0}};
    EXPECT_EQ(ranks.inWords(1), QStringLiteral("rank 1"));
    ranks.hosts.push_back(QStringLiteral("n2"));
    ranks.hostOf = {0, 1, -1};
    EXPECT_EQ(ranks.inWords(1), QStringLiteral("rank 1 on n2"));
    EXPECT_EQ(ranks.inWords(2), QStringLiteral("rank 2"));
    EXPECT_EQ(ranks.inWords(7), QStringLiteral("rank 7"));
    EXPECT_EQ(ranks.numbersOf(1), QStringLiteral("1"));
}

TEST(FindARank, OfTheWorldByItsNumber)
{
    const FoldedRun run(256);
    const auto hitsOf = [&](int number) {
        return findIn(run.tracks(), *parseFind(QStringLiteral("rank %1").arg(number)));
    };
    // The one that is drawn: its ops.
    const FindHits drawn = hitsOf(512);
    EXPECT_EQ(drawn.count, run.track->timeline->spans[2].size());
    EXPECT_EQ(drawn.first.front().rank, 2);
    EXPECT_EQ(drawn.first.front().peer, -1);
    // One that sent none: its row.
    const FindHits other = hitsOf(520);
    ASSERT_EQ(other.count, 1u);
    EXPECT_EQ(other.first.front().rank, 2);
    EXPECT_EQ(other.first.front().peer, 8);
    EXPECT_EQ(hitsOf(1024).count, 0u); // there is none
    EXPECT_EQ(findIn(run.tracks(), *parseFind(QStringLiteral("F3 rank 520"))).count, 0u);
}

} // namespace
} // namespace gui::test

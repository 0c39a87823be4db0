// Where tracks stand: apart, or rank by rank.

#include "gui/timeline/track_layout.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <utility>

namespace gui::test {
namespace {

std::shared_ptr<const TrackData> trackOf(int ranks, bool memory = false)
{
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans.resize(static_cast<std::size_t>(ranks));
    timeline->makespan = Nanoseconds{1000};
    TrackData track;
    track.timeline = timeline;
    if (memory)
        track.memory
            = std::make_shared<const std::vector<MemoryLane>>(static_cast<std::size_t>(ranks));
    return std::make_shared<const TrackData>(track);
}

TEST(TrackLayout, RowsFillTheHeightBetweenTheLeastAndTheLargest)
{
    const auto rowHeight = [](int ranks, int view) {
        return layOutTracks({{0, trackOf(ranks)}}, view, 20).rowHeight;
    };
    EXPECT_EQ(rowHeight(2, 600), kLargestRowHeight);
    EXPECT_EQ(rowHeight(10, 528), 50); // what header and gap leave, over ten
    EXPECT_EQ(rowHeight(64, 600), kLeastRowHeight);
}

// Where several steps are compared, one scrolls before labels have no room in their rows.
TEST(TrackLayout, RowsOfManyTracksAreNeverLessThanALabelIsHigh)
{
    for (const int tracks : {3, 6})
        for (const int ranks : {8, 64, 4096}) {
            Tracks all;
            for (int slot = 0; slot < tracks; ++slot)
                all[slot] = trackOf(ranks);
            const TrackLayout layout = layOutTracks(all, 600, 20);
            EXPECT_GE(layout.rowHeight, 16) << tracks << " tracks of " << ranks << " ranks";
            EXPECT_EQ(layout.height > 600, ranks >= 64 || tracks > 3);
        }
}

TEST(TrackLayout, TwoTracksOfAsManyRanksStandRankByRank)
{
    const Tracks tracks{{0, trackOf(4)}, {1, trackOf(4, true)}};
    const TrackLayout layout = layOutTracks(tracks, 600, 20, {.memory = true});
    ASSERT_TRUE(layout.paired);
    for (int rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(layout.rowTop(1, rank), layout.rowTop(0, rank) + layout.rowHeight);
        const auto above = layout.rowAt(layout.rowTop(0, rank) + 2);
        const auto below = layout.rowAt(layout.rowTop(1, rank) + 2);
        ASSERT_TRUE(above && below);
        EXPECT_EQ(std::pair(above->slot, above->rank), std::pair(0, rank));
        EXPECT_EQ(std::pair(below->slot, below->rank), std::pair(1, rank));
        EXPECT_TRUE(layout.rowAt(layout.rowTop(1, rank) + layout.rowHeight + 2)->memory);
    }
    EXPECT_LE(layout.height, 600);
    EXPECT_FALSE(layOutTracks(tracks, 600, 20, {.apart = true}).paired);
    EXPECT_FALSE(layOutTracks({{0, trackOf(4)}, {1, trackOf(3)}}, 600, 20).paired);
    EXPECT_FALSE(layOutTracks({{0, trackOf(4)}, {1, trackOf(0)}}, 600, 20).paired);
}

// Whatever is shown: rows come from top to bottom, none touches another, and each is found where it
// is drawn.
RC_GTEST_PROP(TrackLayout, RowsNeverOverlap, ())
{
    const int first = *rc::gen::inRange(1, 40);
    const int second = *rc::gen::element(first, 0, 7);
    const bool memory = *rc::gen::arbitrary<bool>();
    const bool apart = *rc::gen::arbitrary<bool>();
    const int view = *rc::gen::inRange(50, 1500);
    const Tracks tracks{{0, trackOf(first)}, {1, trackOf(second, true)}};
    const TrackLayout layout = layOutTracks(tracks, view, 24, {.memory = memory, .apart = apart});
    RC_ASSERT(layout.paired == (!apart && first == second));
    int end = 0;
    for (const FrameRow& row : layout.visibleRows(0, layout.height, 1)) {
        RC_ASSERT(row.place.top >= end);
        end = row.place.top + row.place.height;
        if (row.memory.height > 0) {
            RC_ASSERT(row.memory.top >= end);
            end = row.memory.top + row.memory.height;
        }
        const auto found = layout.rowAt(row.place.top + row.place.height / 2);
        RC_ASSERT(found && found->slot == row.slot && found->rank == row.rank && !found->memory);
    }
    RC_ASSERT(end <= layout.height);
}

// What is pinned stands on top however far one has scrolled, covers what is under it, and nothing
// else changes its order.
RC_GTEST_PROP(TrackLayout, PinnedRowsDoNotScroll, ())
{
    const int ranks = *rc::gen::inRange(2, 60);
    const bool pair = *rc::gen::arbitrary<bool>();
    const int view = *rc::gen::inRange(120, 900);
    Tracks tracks{{0, trackOf(ranks)}};
    if (pair)
        tracks[1] = trackOf(ranks, true);
    std::vector<int> pinned;
    for (int rank = 0; rank < ranks; ++rank)
        if (*rc::gen::inRange(0, 4) == 0)
            pinned.push_back(rank);
    TrackLayout layout = layOutTracks(tracks, view, 24, {.memory = true, .pinned = pinned});
    layout.scroll = *rc::gen::inRange(0, std::max(1, layout.height - view));
    RC_ASSERT(layout.pinnedHeight <= view);
    std::size_t seen = 0;
    int rankBefore = -1;
    for (const FrameRow& row : layout.visibleRows(layout.scroll, view, 1)) {
        RC_ASSERT(row.pinned == layout.isPinned(row.rank));
        const int middle = row.place.top + row.place.height / 2;
        RC_ASSERT(layout.rowTop(row.slot, row.rank) == layout.scroll + row.place.top);
        seen += row.pinned ? 1 : 0;
        const auto found = layout.rowAt(layout.scroll + middle);
        if (row.pinned || middle >= layout.pinnedHeight)
            RC_ASSERT(found && found->slot == row.slot && found->rank == row.rank);
        if (row.pinned)
            RC_ASSERT(row.place.top + row.place.height <= layout.pinnedHeight);
        if (!row.pinned && row.slot == 0)
            RC_ASSERT(std::exchange(rankBefore, row.rank) < row.rank);
    }
    RC_ASSERT(seen == layout.pinned.size() * tracks.size());
    // Every rank has one place.
    int rows = 0;
    for (const FrameRow& row : layout.visibleRows(0, layout.height + layout.pinnedHeight, 1))
        rows += row.slot == 0 ? 1 : 0;
    RC_ASSERT(rows == ranks);
}

} // namespace
} // namespace gui::test

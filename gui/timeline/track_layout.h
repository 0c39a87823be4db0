// Where tracks and their rows stand, from the top of what can be scrolled. Pixels,
// whole ones. Pure.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <optional>
#include <vector>

namespace gui {

inline constexpr int kLeastRowHeight = 20;
inline constexpr int kLargestRowHeight = 72;

// Where one track stands; heights and places in device-independent pixels.
struct LaidTrack {
    int slot = 0;
    int top = 0;     // of the header
    int rowsTop = 0; // of the first row that is not pinned
    int ranks = 0;   // 0: the track is empty, and its text stands in place of rows
    int rows = 0;    // of them that are not pinned
    int bottom = 0;
    int kernels = 0; // height of the lane of kernels under each row; 0: none
    int memory = 0;  // of that of memory, under both; likewise
    int own = 0;     // of row and lanes together
    int pitch = 0;   // from one rank to the next, >= own, where none has peers on show

    std::vector<int> offsets{}; // [row] from rowsTop to where it begins, and one more: to their end
    // [rank]: its peers that have a row of their own, below those of the rank; empty: none has.
    std::vector<std::vector<int>> peers{};
};

// The lanes that are to stand under the rows, of tracks that know of them.
struct LanesShown {
    bool memory = false;
    bool kernels = false;
    bool apart = false;          // tracks stand one under the other, though they could be paired
    std::vector<int> pinned{};   // ranks, rising
    std::vector<int> unfolded{}; // ranks all of whose peers have a row, rising
    std::vector<PeerRow> peerRows{}; // of single peers, rising
    double scale = 1;                // of all lengths; see Metrics
};

struct TrackLayout {
    std::vector<LaidTrack> tracks;     // from top to bottom
    int rowHeight = kLargestRowHeight; // of a row, gap included
    int height = 0;                    // of everything
    // Two tracks stand rank by rank, the row of the one over that of the other, under one header.
    bool paired = false;

    // The rows that stand on top and do not scroll, from above; `top` is from the top of the plot.
    struct Pinned {
        int slot = 0;
        int rank = 0;
        int top = 0;
        int peer = -1; // of that rank
    };
    std::vector<Pinned> pinnedRows;
    std::vector<int> pinned; // the ranks they are of, rising
    int pinnedHeight = 0;    // the tracks begin below that
    int scroll = 0;          // the pixels that everything else is moved up by

    bool isPinned(int rank) const;
    // Says of every track where its rows begin, once it is known what is pinned.
    void placeRows();

    struct Row {
        int slot = 0;
        int rank = 0;
        bool memory = false; // on its lane of memory
        bool low = false;    // where the strip is of what ran beside the ops, if the track has one
        std::optional<KernelKind> kernels{}; // on that row of its lane of kernels
        int peer = -1;                       // the row of that peer alone
    };
    // The gap under a row belongs to it. Nothing where `y` is on a header or outside. It counts
    // from the top of everything, as rowTop() does: what is pinned moves along as one scrolls.
    std::optional<Row> rowAt(int y) const;
    const LaidTrack* track(int slot) const; // null if there is none
    int rowTop(int slot, int rank) const;   // Precondition: the track is laid out

    // The peers of that rank that have rows of their own, and where those begin, counted as
    // rowTop() does. Those of a rank that is pinned are pinned with it, and not told here.
    const std::vector<int>& peersOf(const LaidTrack& track, int rank) const;
    int peersTop(const LaidTrack& track, int rank) const;

    // Those of the rows that touch [top, top + viewHeight), placed relative to `top`, in
    // device pixels, from top to bottom; those that are pinned come last.
    std::vector<FrameRow> visibleRows(int top, int viewHeight, double scale) const;

private:
    Row rowOf(const LaidTrack& track, int rank, int within) const;
    FrameRow frameRow(const LaidTrack& track, int rank, int y, double scale) const;
    int rankOfRow(int row) const; // among those that are not pinned
    // That begins at or before `y` pixels from the first; within bounds.
    static int rowBefore(const LaidTrack& track, int y);
    std::optional<Row> peerAt(int y) const;
    // What is seen of all rows: from which pixel on, how many, and how many device pixels each has.
    struct Sight {
        int top = 0;
        int height = 0;
        double scale = 1;
    };
    void addPeers(std::vector<FrameRow>& rows, const LaidTrack& track, int rank,
                  const Sight& sight) const;
};

// Rows are as high as `viewHeight` allows, between the least and the largest height, the same in
// all tracks. Two tracks of equally many ranks are paired, unless `shown` says otherwise. Lengths
// are those of `scale` 1, times that.
TrackLayout layOutTracks(const Tracks& tracks, int viewHeight, int headerHeight,
                         const LanesShown& shown = {});

} // namespace gui

// Where tracks and their rows stand, from the top of what can be scrolled. Pixels,
// whole ones. Pure.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <optional>
#include <vector>

namespace gui {

inline constexpr int kLeastRowHeight = 12;
inline constexpr int kLargestRowHeight = 40; // more where the view is tall

// Where one track stands; heights and places in device-independent pixels.
struct LaidTrack {
    int slot = 0;
    int top = 0;     // of the header
    int rowsTop = 0; // of rank 0
    int ranks = 0;   // 0: the track is empty, and its text stands in place of rows
    int bottom = 0;
    int kernels = 0; // height of the lane of kernels under each row; 0: none
    int memory = 0;  // of that of memory, under both; likewise
    int pitch = 0;   // from one rank to the next
};

struct TrackLayout {
    std::vector<LaidTrack> tracks;     // from top to bottom
    int rowHeight = kLargestRowHeight; // of a row, gap included
    int height = 0;                    // of everything

    struct Row {
        int slot = 0;
        int rank = 0;
        bool memory = false; // on its lane of memory
        bool low = false;    // where the strip is of what ran beside the ops, if the track has one
        std::optional<KernelKind> kernels{}; // on that row of its lane of kernels
    };
    // The gap under a row belongs to it. Nothing where `y` is on a header or outside.
    std::optional<Row> rowAt(int y) const;
    const LaidTrack* track(int slot) const; // null if there is none
    int rowTop(int slot, int rank) const;   // Precondition: the track is laid out

    // Those of the rows that touch [top, top + viewHeight), placed relative to `top`, in
    // device pixels.
    std::vector<FrameRow> visibleRows(int top, int viewHeight, double scale) const;
};

// The lanes that are to stand under the rows, of tracks that know of them.
struct LanesShown {
    bool memory = false;
    bool kernels = false;
};

// Rows are as high as `viewHeight` allows, between the least and the largest
// height, the same in all tracks.
TrackLayout layOutTracks(const Tracks& tracks, int viewHeight, int headerHeight,
                         const LanesShown& shown = {});

} // namespace gui

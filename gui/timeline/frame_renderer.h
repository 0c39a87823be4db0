// Makes the picture of the rows in sight: everything between a snapshot of the
// tracks and an image, with no widget and no thread of its own.

#pragma once

#include "engine/plan/phases.h"
#include "gui/timeline/kernel_raster.h"
#include "gui/timeline/memory_raster.h"
#include "gui/timeline/no_data.h"
#include "gui/timeline/raster.h"
#include "gui/timeline/track_data.h"

#include <QFont>
#include <QSize>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gui {

// By slot, which is the place of a track from above. A track is immutable: one that changes is
// replaced by another.
using Tracks = std::map<int, std::shared_ptr<const TrackData>>;

// One rank of one track, and where it is drawn: in device pixels, from the top of the image.
struct FrameRow {
    int slot = 0;
    int rank = 0;
    RowPlace place;
    RowPlace memory{};   // of the lane of memory under it; height 0: none
    RowPlace kernels{};  // of that of kernels, between the two
    bool pinned = false; // over the others
    int ghosts = -1;     // the track whose ops are outlined over the row; -1: none
    int peer = -1;       // that peer of the rank alone; -1: the rank, for all that are alike
};

// All that a picture depends on, copied or shared, so that the thread that draws it needs nothing
// of the widget.
struct FrameRequest {
    std::uint64_t number = 0; // later requests have larger ones
    Tracks tracks;
    std::vector<FrameRow> rows; // from top to bottom, those in sight; those that are pinned last
    int pinnedHeight = 0;       // device pixels that those take; nothing else is drawn there
    TimeAxis axis;              // its width is that of `size`
    QSize size;                 // device pixels, not empty
    int scroll = 0; // device-independent pixels the rows were scrolled by; the frame says it again
    double scale = 1;             // device pixels a pixel
    const Theme* theme = nullptr; // not owned; never null when rendered
    std::shared_ptr<const Glyphs> glyphs;
    std::shared_ptr<const Glyphs> smallGlyphs{}; // for boxes too narrow for those; null: none
    std::optional<QFont> font{}; // of the names of kernels, in device pixels; none: no names
    HiddenCategories hidden{};   // drawn faded
};

// A picture, with what it was drawn for: until the next one arrives, the canvas moves and scales it
// to where it belongs by now.
struct Frame {
    std::uint64_t number = 0;
    QImage image; // null before the first one
    TimeAxis axis;
    int scroll = 0;
    int pinnedHeight = 0;                // device pixels, from the top, that do not scroll
    std::chrono::nanoseconds took{};     // columns, raster and labels
    std::chrono::nanoseconds prepared{}; // counting the spans of new tracks
};

// Draws pictures, one thread at a time. It keeps what it counted of each track until the track
// changes; a live track that grew is counted on from where it was. Drawing then costs as much as
// there are pixels, however many spans the tracks have.
class FrameRenderer {
public:
    // The image is shared with the caller and not drawn on again while anybody else holds it. Every
    // row of the request must be of a track that has a timeline, and of a rank that this track has.
    Frame render(const FrameRequest& request);

    // The memory held for all tracks together: what was counted, without the spans themselves.
    std::size_t bytes() const;

private:
    // What is drawn besides the ops.
    struct Layer {
        std::vector<std::vector<Stretch>> stretches; // [rank]; empty: the track has none
        std::vector<RankSpans> ranks;                // into that
        Pyramid pyramid;
    };

    // What was counted of one track. Its spans refer into the track, which it therefore keeps
    // alive.
    struct Prepared {
        std::shared_ptr<const TrackData> track;
        std::vector<std::vector<TimeRange>> noData; // [rank]
        std::vector<NoDataCount> counts;            // [rank], of a track that is live
        std::vector<std::vector<Stretch>> tails;    // [rank]
        std::vector<RankSpans> ranks;               // into track, noData and tails
        std::vector<plan::PhaseTimes> phases;       // [rank]
        std::vector<int> chunkOfStage;
        Pyramid pyramid;

        Layer over;   // inside the ops and in the bubbles: drawn over the row
        Layer beside; // while the rank computes: drawn under the row
        std::array<Layer, kKernelKinds> kernels; // made when a lane of them is first drawn
        bool hasKernels = false;

        // By rank and peer, made when it is first drawn.
        struct Peer {
            std::vector<TimeRange> noData;
            plan::PhaseTimes phases;
            Pyramid pyramid;
        };
        std::map<std::pair<int, int>, Peer> peers;
    };
    static Prepared::Peer preparedPeer(const Prepared& prepared, const FrameRow& row,
                                       const std::vector<plan::Span>& spans);

    // Drops tracks that are gone, and counts those that are new or have changed.
    void prepare(const Tracks& tracks);
    static void prepare(Prepared& prepared, std::shared_ptr<const TrackData> track);
    static void prepareLayer(Layer& layer, std::vector<std::vector<Stretch>> stretches,
                             Nanoseconds end);
    // An image of that size that nobody else holds; its pixels are undefined.
    QImage& freshImage(QSize size);
    static void prepareKernels(Prepared& prepared);
    void drawRows(QImage& image, std::span<const FrameRow> rows, const FrameRequest& request,
                  const Inks& inks, int from, int to);
    void drawRow(QImage& image, RowRaster& raster, const FrameRow& row, const TimeAxis& axis);
    // False where the peer does what its rank does.
    bool drawPeer(QImage& image, RowRaster& raster, const Inks& inks, const FrameRow& row,
                  const TimeAxis& axis);
    void drawMemory(QImage& image, MemoryRaster& raster, const FrameRow& row, const TimeAxis& axis);
    void drawKernels(QImage& image, KernelRaster& raster, const Inks& inks, const FrameRow& row,
                     const TimeAxis& axis);

    std::map<int, Prepared> m_prepared; // by slot
    ColumnLayout m_layout;
    std::vector<QImage> m_images; // reused once nobody else holds them
};

// Where a track's time ends.
Nanoseconds endOf(const TrackData& track);

} // namespace gui

// The colours of a theme as pixels: fills, outlines and patterns mixed once for a picture, so that
// drawing only copies. Plain values without a reference to the theme, which may be used on any
// thread.

#pragma once

#include "gui/theme/theme.h"
#include "gui/timeline/category.h"
#include "gui/timeline/memory_lane.h"

#include <QRgb>

#include <array>

namespace gui {

// The three colours of an op's box. QRgb throughout is opaque, as QImage::Format_RGB32 has it.
struct Ink {
    QRgb fill = 0;
    QRgb outline = 0;
    QRgb text = 0; // at least 4.5:1 on fill
};

inline constexpr int kShades = 4;  // a chunk takes that of its remainder, and its pattern
inline constexpr int kPattern = 8; // device pixels after which a pattern repeats, both ways

using Pattern = std::array<std::array<QRgb, kPattern>, kPattern>; // [y][x]

// That of an op's box before it is shaded for its chunk.
QColor colourOf(const Theme& theme, Category category);

// The lines of a chunk's pattern on that fill: away from the colour of its text, which therefore
// reads on them as well.
QColor chunkLineOn(const QColor& fill, const QColor& text);

// Every colour that the rasters draw rows and lanes in.
struct Inks {
    std::array<std::array<Ink, kShades>, kCategories> ops; // [category][chunk % kShades]
    // Likewise: the fill of a box of that chunk. That of chunk 0 is plain.
    std::array<std::array<Pattern, kShades>, kCategories> chunks{};
    std::array<Pattern, 3> idle;             // by plan::Phase
    std::array<QRgb, 3> phases{};            // by plan::Phase: the strip
    std::array<QRgb, kMemoryKinds> memory{}; // by MemoryKind
    QRgb memoryGround = 0;                   // of a lane
    QRgb deviceMemory = 0;                   // lines over a lane: what is in use of the device,
    QRgb deviceLimit = 0;                    // and what it has
    QRgb predictedMemory = 0; // another, dashed: what a rank is predicted to hold at most
    // Where telemetry was lost, and where an op was computed once more.
    Pattern noData{};
    Pattern rerun{};
    QRgb noDataMark = 0;
    QRgb summed = 0; // of a step of which no ops are known
    QRgb ghost = 0;  // the frame of an op that was predicted
    QRgb blank = 0;  // nothing is there

    // The two colours of idle pixels of a phase: ground and hatch.
    static std::array<QRgb, 2> idleColours(const Theme& theme, int phase);
};

// Mixes all of them anew; cheap beside a picture. Of `hidden` categories little is seen, and no
// text.
Inks inksOf(const Theme& theme, const HiddenCategories& hidden = {});

} // namespace gui

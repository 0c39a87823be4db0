// How much of a drawn picture is idle, read off it by colour alone.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <set>

namespace gui::test {

inline std::set<QRgb> idleColours()
{
    std::set<QRgb> colours;
    for (int phase = 0; phase < 3; ++phase)
        for (const QRgb colour : Inks::idleColours(lightTheme(), phase))
            colours.insert(colour);
    return colours;
}

inline constexpr int kReadWidth = 1600;
inline constexpr int kReadRow = 24;
inline constexpr int kReadStrip = 3;

// Idle pixels of the bars of that track over all pixels of the bars.
inline double drawnIdle(FrameRenderer& renderer, const Tracks& tracks, TimeRange range,
                        int slot = 0)
{
    const int ranks = static_cast<int>(tracks.at(slot)->timeline->spans.size());
    std::vector<FrameRow> rows;
    rows.reserve(ranks);
    for (int rank = 0; rank < ranks; ++rank)
        rows.push_back(
            {slot, rank, {.top = rank * kReadRow, .height = kReadRow - 2, .strip = kReadStrip}});
    const Frame frame = renderer.render({.number = 1,
                                         .tracks = tracks,
                                         .rows = rows,
                                         .axis = {range, kReadWidth},
                                         .size = QSize(kReadWidth, ranks * kReadRow),
                                         .scroll = 0,
                                         .scale = 1,
                                         .theme = &lightTheme(),
                                         .glyphs = std::make_shared<const Glyphs>()});
    const auto idle = idleColours();
    std::int64_t idlePixels = 0;
    std::int64_t pixels = 0;
    for (const FrameRow& row : rows)
        for (int y = row.place.top + kReadStrip; y < row.place.top + row.place.height; ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(frame.image.constScanLine(y));
            for (int x = 0; x < kReadWidth; ++x)
                idlePixels += idle.contains(line[x]) ? 1 : 0;
            pixels += kReadWidth;
        }
    return static_cast<double>(idlePixels) / static_cast<double>(pixels);
}

} // namespace gui::test

// Puts what a rank's memory held into an image: a column is filled from below, kind upon kind.

#pragma once

#include "gui/timeline/inks.h"
#include "gui/timeline/memory_lane.h"
#include "gui/timeline/raster.h"

#include <QImage>

#include <vector>

namespace gui {

// The height, from below, of each kind's upper edge in a lane of `height` lines that shows `full`
// bytes when full.
std::array<int, kMemoryKinds> stackedHeights(const MemoryBytes& held, std::uint64_t full,
                                             int height);

// Keeps only its buffers between two lanes. One thread at a time; lengths are device pixels.
class MemoryRaster {
public:
    // `inks` must outlive the raster, which takes all its colours from there.
    explicit MemoryRaster(const Inks& inks);

    // Over the whole width of the image, clipped to it. A lane without data is dotted. `full`: the
    // bytes that fill the lane, > 0; from `end` on, and before 0, nothing is drawn.
    void draw(QImage& image, const RowPlace& place, const MemoryLane& lane, std::uint64_t full,
              Nanoseconds end, const TimeAxis& axis);

    // Over what draw() has drawn: a line, `thick` lines high, for what is in use of the device, and
    // one for what it has where `scale` shows that. Nothing where the device tells nothing.
    void drawDevice(QImage& image, const RowPlace& place, const DeviceMemory& device,
                    const MemoryScale& scale, Nanoseconds end, const TimeAxis& axis, int thick);

    // Over both: a line of dashes for what is predicted to be held at most, in bytes.
    void drawPredicted(QImage& image, const RowPlace& place, std::uint64_t bytes,
                       const MemoryScale& scale, Nanoseconds end, const TimeAxis& axis, int thick);

private:
    void drawStacks(QImage& image, const RowPlace& place, std::uint64_t full);

    const Inks& m_inks;
    std::vector<const MemoryBytes*> m_columns;            // reused, as the rest
    std::array<std::vector<int>, kMemoryKinds> m_heights; // [kind][column], from below
    std::vector<QRgb> m_ground;                           // [column]
};

} // namespace gui

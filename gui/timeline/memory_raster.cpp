#include "gui/timeline/memory_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

QRgb* lineOf(QImage& image, int y) { return reinterpret_cast<QRgb*>(image.scanLine(y)); }

// The upper one of `thick` lines. The lowest line of the lane is its zero.
int lineOfBytes(const RowPlace& place, std::uint64_t bytes, const MemoryScale& scale, int thick)
{
    const double share
        = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(scale.full));
    const int up = static_cast<int>(std::lround(share * (place.height - thick)));
    return place.top + place.height - thick - up;
}

} // namespace

std::array<int, kMemoryKinds> stackedHeights(const MemoryBytes& held, std::uint64_t full,
                                             int height)
{
    std::array<int, kMemoryKinds> heights{};
    const double lines = height / static_cast<double>(full); // a byte
    double sum = 0.5;                                        // to the nearest
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        sum += static_cast<double>(held[kind]) * lines;
        heights[kind] = static_cast<int>(std::min(sum, static_cast<double>(height)));
    }
    return heights;
}

MemoryRaster::MemoryRaster(const Inks& inks)
    : m_inks(inks)
{
}

void MemoryRaster::draw(QImage& image, const RowPlace& place, const MemoryLane& lane,
                        std::uint64_t full, Nanoseconds end, const TimeAxis& axis)
{
    if (lane.isEmpty())
        return drawUnknown(image, place, end, axis, m_inks);
    lane.columns(axis, end, m_columns);
    drawStacks(image, place, full);
}

void MemoryRaster::drawStacks(QImage& image, const RowPlace& place, std::uint64_t full)
{
    const int first = std::clamp(place.top, 0, image.height());
    const int last = std::clamp(place.top + place.height, 0, image.height());
    const std::size_t width
        = std::min(m_columns.size(), static_cast<std::size_t>(std::max(0, image.width())));
    for (auto& heights : m_heights)
        heights.assign(width, 0);
    m_ground.assign(static_cast<std::size_t>(image.width()), m_inks.blank);
    std::array<int, kMemoryKinds> stacked{};
    for (std::size_t x = 0; x < width; ++x) {
        if (m_columns[x] == nullptr)
            continue;
        m_ground[x] = m_inks.memoryGround;
        // What a rank holds changes seldom: most columns are as high as the one before.
        if (x == 0 || m_columns[x] != m_columns[x - 1])
            stacked = stackedHeights(*m_columns[x], full, place.height);
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
            m_heights[kind][x] = stacked[kind];
    }
    for (int y = first; y < last; ++y) {
        QRgb* line = lineOf(image, y);
        std::copy(m_ground.begin(), m_ground.end(), line);
        const int fromBelow = place.top + place.height - y; // 1 for the lowest line
        // Heights add up, so the highest is drawn first and the others over it.
        for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
            const int* heights = m_heights[kind].data();
            const QRgb fill = m_inks.memory[kind];
            for (std::size_t x = 0; x < width; ++x)
                line[x] = heights[x] >= fromBelow ? fill : line[x];
        }
    }
}

void MemoryRaster::drawPredicted(QImage& image, const RowPlace& place, std::uint64_t bytes,
                                 const MemoryScale& scale, Nanoseconds end, const TimeAxis& axis,
                                 int thick)
{
    constexpr int kDash = 6; // pixels, and as many without
    const int top = lineOfBytes(place, bytes, scale, thick);
    const int width = std::min(image.width(), static_cast<int>(axis.width));
    for (int y = std::max(0, top); y < std::min(top + thick, image.height()); ++y) {
        QRgb* line = lineOf(image, y);
        for (int x = 0; x < width; ++x) {
            const Nanoseconds time = axis.time(x + 0.5);
            // Between the dashes is ground, so that they are seen over any colour.
            if (time >= Nanoseconds{0} && time < end)
                line[x] = x / kDash % 2 == 0 ? m_inks.predictedMemory : m_inks.blank;
        }
    }
}

void MemoryRaster::drawDevice(QImage& image, const RowPlace& place, const DeviceMemory& device,
                              const MemoryScale& scale, Nanoseconds end, const TimeAxis& axis,
                              int thick)
{
    if (device.edges.empty() && device.total == 0)
        return;
    const auto put = [&](int x, int from, int to, QRgb ink) {
        for (int y = std::max(0, from); y < std::min(to, image.height()); ++y)
            lineOf(image, y)[x] = ink;
    };
    const int width = std::min(image.width(), static_cast<int>(axis.width));
    const Nanoseconds stop = std::min(end, axis.range.end);
    int before = -1;
    auto edge = device.edges.begin();
    for (int x = 0; x < width; ++x) {
        const Nanoseconds time = axis.time(x + 0.5);
        if (time < Nanoseconds{0} || time >= stop)
            continue;
        if (scale.showsLimits && device.total > 0) {
            const int top = lineOfBytes(place, device.total, scale, thick);
            put(x, top, top + thick, m_inks.deviceLimit);
        }
        if (device.edges.empty())
            continue;
        while (edge + 1 != device.edges.end() && (edge + 1)->time <= time)
            ++edge;
        if (edge->time > time)
            continue;
        const int top = lineOfBytes(place, edge->used, scale, thick);
        // What rises or falls between two columns is one line, without a gap.
        const int from = before < 0 ? top : std::min(top, before);
        const int to = (before < 0 ? top : std::max(top, before)) + thick;
        put(x, from, to, m_inks.deviceMemory);
        before = top;
    }
}

} // namespace gui

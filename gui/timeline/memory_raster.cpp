#include "gui/timeline/memory_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

QRgb* lineOf(QImage& image, int y) { return reinterpret_cast<QRgb*>(image.scanLine(y)); }

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
        return drawNoData(image, place, end, axis);
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

void MemoryRaster::drawNoData(QImage& image, const RowPlace& place, Nanoseconds end,
                              const TimeAxis& axis)
{
    const auto column = [&](Nanoseconds time) {
        return static_cast<int>(
            std::lround(std::clamp(axis.x(time), 0.0, static_cast<double>(image.width()))));
    };
    const int left = column(Nanoseconds{0});
    const int right = std::max(left, column(end));
    const int last = std::clamp(place.top + place.height, 0, image.height());
    for (int y = std::clamp(place.top, 0, image.height()); y < last; ++y) {
        QRgb* line = lineOf(image, y);
        std::fill_n(line, image.width(), m_inks.blank);
        const auto& dots = m_inks.noData[static_cast<std::size_t>(y) % kPattern];
        for (int x = left; x < right; ++x)
            line[x] = dots[static_cast<std::size_t>(x) % kPattern];
    }
}

} // namespace gui

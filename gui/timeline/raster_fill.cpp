#include "gui/timeline/raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// Blank, and from 0 to `end` what `ink` gives for a pixel.
template <class Ink>
void fillRow(QImage& image, const RowPlace& place, Nanoseconds end, const TimeAxis& axis,
             QRgb blank, const Ink& ink)
{
    const auto column = [&](Nanoseconds time) {
        return static_cast<int>(
            std::lround(std::clamp(axis.x(time), 0.0, static_cast<double>(image.width()))));
    };
    const int left = column(Nanoseconds{0});
    const int right = std::max(left, column(end));
    const int last = std::clamp(place.top + place.height, 0, image.height());
    for (int y = std::clamp(place.top, 0, image.height()); y < last; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        std::fill_n(line, image.width(), blank);
        for (int x = left; x < right; ++x)
            line[x] = ink(x, y);
    }
}

} // namespace

void drawUnknown(QImage& image, const RowPlace& place, Nanoseconds end, const TimeAxis& axis,
                 const Inks& inks)
{
    fillRow(image, place, end, axis, inks.blank, [&inks](int x, int y) {
        return inks
            .noData[static_cast<std::size_t>(y) % kPattern][static_cast<std::size_t>(x) % kPattern];
    });
}

void drawSummed(QImage& image, const RowPlace& place, Nanoseconds end, const TimeAxis& axis,
                const Inks& inks)
{
    fillRow(image, place, end, axis, inks.blank, [&inks](int, int) { return inks.summed; });
}

} // namespace gui

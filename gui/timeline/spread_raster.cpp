#include "gui/timeline/spread_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kLeastSpread = 3; // times the line, in pixels
constexpr int kLeastPixels = 6;    // of the image, for each op in sight
constexpr double kBarPlace = 0.72; // of the row, from above: below the letters
constexpr int kCap = 3;            // times the line: half the height of its ends

void fillBox(QImage& image, int left, int right, int top, int bottom, QRgb ink)
{
    left = std::max(left, 0);
    right = std::min(right, image.width());
    for (int y = std::max(top, 0); left < right && y < std::min(bottom, image.height()); ++y) {
        QRgb* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        std::fill(line + left, line + right, ink);
    }
}

} // namespace

void drawSpread(QImage& image, const RowPlace& place, std::span<const plan::Span> spans,
                std::span<const EndSpread> spread, const TimeAxis& axis, const Inks& inks,
                int thick)
{
    const auto count = std::min(spans.size(), spread.size());
    const auto ends = spread.first(count);
    // Both ends rise with the ops of a rank.
    const auto first = std::partition_point(ends.begin(), ends.end(), [&](const EndSpread& each) {
        return each.last <= axis.range.begin;
    });
    const auto last = std::partition_point(
        first, ends.end(), [&](const EndSpread& each) { return each.first < axis.range.end; });
    if ((last - first) * kLeastPixels > image.width())
        return;
    const int middle = place.top + static_cast<int>(place.height * kBarPlace);
    const int cap = std::min(kCap * thick, place.height / 5);
    for (auto each = first; each != last; ++each) {
        const double from = std::max(-2.0 * thick, axis.x(each->first));
        const double to = std::min(image.width() + 2.0 * thick, axis.x(each->last));
        if (to - from < kLeastSpread * thick)
            continue;
        const int left = static_cast<int>(std::lround(from));
        const int right = static_cast<int>(std::lround(to));
        // On a rim of the ground, so that it is seen on ops of any colour.
        const auto bar = [&](int rim, QRgb ink) {
            fillBox(image, left - rim, right + rim, middle - rim, middle + thick + rim, ink);
            for (const int edge : {left, right - thick})
                fillBox(image, edge - rim, edge + thick + rim, middle - cap - rim,
                        middle + thick + cap + rim, ink);
        };
        bar(thick, inks.blank);
        bar(0, inks.ghost);
    }
}

} // namespace gui

#include "gui/timeline/ghost_raster.h"

#include <cmath>

namespace gui {
namespace {

constexpr int kLeastGhost = 5; // times the line, in pixels: what is narrower is all frame

// One frame, [left, right) and [top, bottom), clipped to the image.
void drawFrame(QImage& image, int left, int right, int top, int bottom, QRgb ink, int thick)
{
    const int from = std::max(left, 0);
    const int to = std::min(right, image.width());
    for (int y = std::max(top, 0); y < std::min(bottom, image.height()); ++y) {
        QRgb* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        if (y < top + thick || y >= bottom - thick) {
            std::fill(line + from, line + to, ink);
            continue;
        }
        for (int x = from; x < std::min(left + thick, to); ++x)
            line[x] = ink;
        for (int x = std::max(right - thick, from); x < to; ++x)
            line[x] = ink;
    }
}

} // namespace

void drawGhosts(QImage& image, const RowPlace& place, std::span<const plan::Span> predicted,
                const TimeAxis& axis, QRgb ink, int thick)
{
    const auto first
        = std::partition_point(predicted.begin(), predicted.end(), [&](const plan::Span& span) {
              return span.end <= axis.range.begin;
          });
    const auto last = std::partition_point(first, predicted.end(), [&](const plan::Span& span) {
        return span.start < axis.range.end;
    });
    if ((last - first) * kLeastGhost * thick > image.width())
        return;
    for (auto span = first; span != last; ++span) {
        // Beyond the image, where what is cut off has no side.
        const double beyond = 2.0 * thick;
        const int left = static_cast<int>(std::lround(std::max(-beyond, axis.x(span->start))));
        const int right
            = static_cast<int>(std::lround(std::min(image.width() + beyond, axis.x(span->end))));
        if (right - left >= kLeastGhost * thick)
            drawFrame(image, left, right, place.top + place.strip, place.top + place.height, ink,
                      thick);
    }
}

} // namespace gui

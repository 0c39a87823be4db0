#include "gui/timeline/band.h"

#include "gui/theme/grounds.h"

#include <QPainter>

namespace gui {
namespace {

constexpr int kBand = 5; // width of the stripe

const QColor* bandOf(const TrackData& track, const Theme& theme)
{
    const auto band = static_cast<std::size_t>(track.band);
    return track.band >= 0 && band < theme.curves.size() ? &theme.curves[band] : nullptr;
}

} // namespace

void paintRowBand(QPainter& painter, const ChromeView& view, const FrameRow& row)
{
    const QColor* band = bandOf(*view.tracks.at(row.slot), view.theme);
    if (!band)
        return;
    const QRect& area = view.areas.labels;
    painter.fillRect(
        QRect(area.left(), area.top() + row.place.top, kBand, view.layout.track(row.slot)->pitch),
        *band);
}

int paintHeaderGround(QPainter& painter, const ChromeView& view, const TrackData& track,
                      const QRect& header)
{
    const QColor* band = bandOf(track, view.theme);
    painter.fillRect(header,
                     band ? bandGround(view.theme, static_cast<std::size_t>(track.band))
                          : view.theme.panel);
    painter.setPen(view.theme.border);
    painter.drawLine(header.topLeft(), header.topRight());
    if (!band)
        return 0;
    painter.fillRect(QRect(header.left(), header.top(), kBand, header.height()), *band);
    return kBand;
}

} // namespace gui

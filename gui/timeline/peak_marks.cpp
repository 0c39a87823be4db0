#include "gui/timeline/peak_marks.h"

#include "gui/text/number_format.h"
#include "gui/timeline/memory_story.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr int kPeakPad = 4;    // pixels
constexpr int kBelowLimit = 3; // the line of what the device has stays free
constexpr float kPeakGround = 0.82F;

} // namespace

QString peakTag(const TrackData& track, int rank)
{
    const auto at = static_cast<std::size_t>(rank);
    if (!track.memory || at >= track.memory->size() || (*track.memory)[at].isEmpty())
        return {};
    const MemoryLane& lane = (*track.memory)[at];
    const QString most = bytesText(lane.largestTotal());
    const plan::Span* span = peakOp(track, rank);
    return span ? QStringLiteral("%1%2 %3")
                      .arg(QLatin1Char(plan::letter(span->op.kind)))
                      .arg(span->op.microbatch)
                      .arg(most)
                : most;
}

void paintPeaks(QPainter& painter, const ChromeView& view)
{
    const QRect& plot = view.areas.plot;
    const QFontMetrics metrics = painter.fontMetrics();
    QColor ground = view.theme.base;
    ground.setAlphaF(kPeakGround);
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, plot.height(), 1)) {
        const TrackData& track = *view.tracks.at(row.slot);
        if (row.memory.height < metrics.height() + kBelowLimit || track.live)
            continue;
        const QString tag = peakTag(track, row.rank);
        if (tag.isEmpty())
            continue;
        const Nanoseconds time = (*track.memory)[static_cast<std::size_t>(row.rank)].largestAt();
        const double x = plot.left() + view.axis.x(time);
        if (x < plot.left() || x > plot.right())
            continue;
        const int width = metrics.horizontalAdvance(tag) + 2 * kPeakPad;
        const int top = plot.top() + row.memory.top + kBelowLimit;
        const int left = std::min(static_cast<int>(x), plot.right() - width);
        painter.save();
        painter.setClipRect(view.plotOf(row.rank));
        painter.fillRect(QRect(left, top, width, metrics.height()), ground);
        painter.fillRect(QRect(static_cast<int>(x), top, 1, row.memory.height - kBelowLimit),
                         view.theme.mutedText);
        painter.setPen(view.theme.text);
        painter.drawText(QRect(left, top, width, metrics.height()), Qt::AlignCenter, tag);
        painter.restore();
    }
}

} // namespace gui

#include "gui/timeline/chrome.h"

#include "gui/text/number_format.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/band.h"
#include "gui/timeline/fold_marks.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

int chromePad() { return gui::metrics().px(6); }

// A pixel's middle, so that a 1-pixel line is one pixel at any scale.
void verticalLine(QPainter& painter, double x, int top, int bottom, const QPen& pen)
{
    painter.setPen(pen);
    const double middle = std::floor(x) + 0.5;
    painter.drawLine(QPointF(middle, top), QPointF(middle, bottom));
}

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

struct Badge {
    QString label;
    QColor ground;
};

std::vector<Badge> badgesOf(const TrackData& track, const Theme& theme)
{
    std::vector<Badge> badges;
    if (track.emulated && track.stands.isEmpty())
        badges.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "emulated")), theme.warning});
    else if (track.emulated)
        badges.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "emulated, 1 s stands for %1"))
                 .arg(track.stands),
             theme.warning});
    if (track.turns)
        badges.push_back(
            {timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "ranks took turns: virtual time")),
             theme.warning});
    if (track.live)
        badges.push_back({timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "live")), theme.good});
    return badges;
}

// Beside the rows of a track that stands rank by rank with another, and before its title.
int sideMark() { return gui::metrics().px(3); }

QColor markOf(const TrackData& track, const Theme& theme)
{
    return track.measured ? theme.measured : theme.predicted;
}

// The title of a track, its badges and how long its step takes, from `x` on. Returns where they
// end.
int paintTitle(QPainter& painter, const ChromeView& view, const TrackData& track, const QRect& line,
               int x)
{
    if (view.layout.paired) {
        painter.fillRect(
            QRect(x, line.top() + chromePad(), sideMark(), line.height() - 2 * chromePad()),
            markOf(track, view.theme));
        x += sideMark() + chromePad();
    }
    painter.save();
    painter.setFont(bold(painter.font()));
    painter.setPen(view.theme.text);
    painter.drawText(line.adjusted(x - line.left(), 0, 0, 0), Qt::AlignVCenter, track.title);
    x += painter.fontMetrics().horizontalAdvance(track.title) + chromePad();
    painter.restore();
    const QFontMetrics metrics = painter.fontMetrics();
    // A step under way has no makespan yet.
    if (track.timeline && !track.live && track.timeline->makespan > Nanoseconds{0}) {
        const QString takes = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "makespan %1"))
                                  .arg(stepTime(track.timeline->makespan, view.unit));
        painter.setPen(view.theme.mutedText);
        painter.drawText(line.adjusted(x - line.left(), 0, 0, 0), Qt::AlignVCenter, takes);
        x += metrics.horizontalAdvance(takes) + chromePad();
    }
    for (const auto& [label, ground] : badgesOf(track, view.theme)) {
        const QRect box(x + chromePad() / 2,
                        line.top() + (line.height() - metrics.height() - 2) / 2,
                        metrics.horizontalAdvance(label) + 2 * chromePad(), metrics.height() + 2);
        painter.fillRect(box, ground);
        painter.setPen(textOn(ground));
        painter.drawText(box, Qt::AlignCenter, label);
        x = box.right() + chromePad();
    }
    return x + 3 * chromePad();
}

// How much the rank held at most, beside its lane; where there is room for it.
void paintMemoryLabel(QPainter& painter, const ChromeView& view, const FrameRow& row)
{
    const auto& lanes = *view.tracks.at(row.slot)->memory;
    const auto rank = static_cast<std::size_t>(row.rank);
    const QRect& area = view.areas.labels;
    const int height = painter.fontMetrics().height();
    const int middle = area.top() + row.memory.top + row.memory.height / 2;
    const QString label = rank < lanes.size() && !lanes[rank].isEmpty()
        ? bytesText(lanes[rank].largestTotal())
        : timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "no data"));
    // Rows too low for two lines keep the name of their rank alone.
    if (view.layout.track(row.slot)->pitch < 2 * height - 4
        || painter.fontMetrics().horizontalAdvance(label) > area.width() - chromePad())
        return;
    painter.setPen(view.theme.mutedText);
    painter.drawText(QRect(area.left(), middle - height / 2, area.width() - chromePad(), height),
                     Qt::AlignRight | Qt::AlignVCenter, label);
}

// What the rows of the lane are, where each has room for a line; else of the lane as a whole.
void paintKernelLabels(QPainter& painter, const ChromeView& view, const FrameRow& row)
{
    const QRect& area = view.areas.labels;
    const int height = painter.fontMetrics().height();
    painter.setPen(view.theme.mutedText);
    const auto say = [&](const RowPlace& place, const QString& label) {
        const int middle = area.top() + place.top + place.height / 2;
        painter.drawText(
            QRect(area.left(), middle - height / 2, area.width() - chromePad(), height),
            Qt::AlignRight | Qt::AlignVCenter, label);
    };
    const auto places = kernelRows(row.kernels);
    if (places.back().height + 2 < height) {
        if (row.kernels.height + 4 >= height)
            say(row.kernels, timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "kernels")));
        return;
    }
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind)
        say(places[kind], kernelsInWords(static_cast<KernelKind>(kind)));
}

} // namespace

int ChromeAreas::headerHeight(const QFontMetrics& metrics)
{
    return metrics.height() + gui::metrics().px(10);
}

ChromeAreas chromeAreas(QSize size, const QFontMetrics& metrics, const Tracks& tracks,
                        const LanesShown& shown)
{
    const int rulerHeight = metrics.height() + gui::metrics().px(14);
    const int below = legendHeight(metrics);
    const QString widest = widestRankName(tracks);
    // With room for a pin before it.
    int labels
        = std::max(metrics.horizontalAdvance(widest) + 4 * chromePad(), gui::metrics().px(56));
    const bool lanes = shown.memory
        && std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->memory != nullptr; });
    if (lanes) // their peaks stand there, too
        labels = std::max(labels,
                          metrics.horizontalAdvance(QStringLiteral("99.9 GiB")) + 2 * chromePad());
    const bool kernels = shown.kernels
        && std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->kernels != nullptr; });
    for (std::size_t kind = 0; kernels && kind < kKernelKinds; ++kind)
        labels = std::max(labels,
                          metrics.horizontalAdvance(kernelsInWords(static_cast<KernelKind>(kind)))
                              + 2 * chromePad());
    const int plotWidth = std::max(1, size.width() - labels);
    const int plotHeight = std::max(1, size.height() - rulerHeight - below);
    return {.ruler = QRect(labels, 0, plotWidth, rulerHeight),
            .labels = QRect(0, rulerHeight, labels, plotHeight),
            .plot = QRect(labels, rulerHeight, plotWidth, plotHeight),
            .legend = QRect(0, rulerHeight + plotHeight, size.width(), below)};
}

void paintRuler(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.ruler;
    painter.fillRect(QRect(0, area.top(), area.right() + 1, area.height()), view.theme.panel);
    const QFontMetrics metrics = painter.fontMetrics();
    // Room for a long label, so that no two of them touch.
    const int spacing = metrics.horizontalAdvance(QStringLiteral("00000.000 ms")) + 3 * chromePad();
    painter.save();
    painter.setClipRect(area);
    for (const Tick& tick : rulerTicks(view.axis, spacing, view.unit)) {
        const double x = area.left() + view.axis.x(tick.time);
        const int length = gui::metrics().px(tick.major() ? 9 : 4);
        verticalLine(painter, x, area.bottom() - length, area.bottom(),
                     QPen(tick.major() ? view.theme.mutedText : view.theme.border));
        const QString label = QString::fromStdString(tick.text);
        if (!tick.major() || x + 4 + metrics.horizontalAdvance(label) > area.right())
            continue;
        painter.setPen(view.theme.text);
        painter.drawText(QPointF(x + 4, area.top() + 2 + metrics.ascent()), label);
    }
    painter.restore();
    painter.setPen(view.theme.border);
    painter.drawLine(0, area.bottom(), area.right(), area.bottom());
}

namespace {

// A head, and a needle that leans.
void paintPin(QPainter& painter, QPointF middle, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(colour);
    painter.drawEllipse(middle + QPointF(1, -2), 3, 3);
    painter.drawLine(middle + QPointF(-1, 0), middle + QPointF(-4, 5));
    painter.restore();
}

// The name of a rank beside its row, or, of a pair, beside both.
void paintRankName(QPainter& painter, const ChromeView& view, const FrameRow& row)
{
    const QRect& area = view.areas.labels;
    const QFontMetrics metrics = painter.fontMetrics();
    const LaidTrack& laid = *view.layout.track(row.slot);
    QRect box(area.left(), area.top() + row.place.top, area.width() - chromePad(),
              row.place.height);
    if (view.layout.paired) {
        if (&laid != &view.layout.tracks.front())
            return; // named with the row above it
        box.setHeight(laid.own + view.layout.rowHeight);
    }
    if (row.pinned || row.rank == view.pointed)
        paintPin(painter, QPointF(area.left() + pinWidth() / 2.0, box.center().y()),
                 row.pinned ? view.theme.accent : view.theme.mutedText);
    // The first stays under the header.
    const int above
        = row.rank == 0 && !row.pinned ? std::max(0, metrics.height() - box.height()) / 2 : 0;
    const QRect tall = box.adjusted(0, -metrics.height(), 0, metrics.height()).translated(0, above);
    // As many lines as there is room for beside the rows; the name alone at least.
    QStringList lines = rankDetails(view, row.rank);
    const auto room = std::max<qsizetype>(0, box.height() / metrics.height() - 1);
    lines = lines.mid(0, room);
    QRect line = tall;
    if (!lines.isEmpty()) {
        const int all = static_cast<int>(lines.size() + 1) * metrics.height();
        line = QRect(box.left(), box.center().y() - all / 2, box.width(), metrics.height());
    }
    painter.setPen(view.theme.text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, rankName(view, row.rank));
    painter.setPen(view.theme.mutedText);
    for (const QString& detail : lines) {
        line.translate(0, metrics.height());
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(detail, Qt::ElideMiddle, line.width() - pinWidth()));
    }
}

} // namespace

void paintRankLabels(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.labels;
    painter.fillRect(area, view.theme.panel);
    painter.save();
    painter.setClipRect(area);
    const QFontMetrics metrics = painter.fontMetrics();
    // Where rows are lower than a line, only every n-th rank is named.
    const int every = (metrics.height() + view.layout.rowHeight - 2) / view.layout.rowHeight;
    bool covered = false;
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, area.height(), 1)) {
        if (row.pinned && !std::exchange(covered, true))
            painter.fillRect(QRect(area.left(), area.top(), area.width(), view.layout.pinnedHeight),
                             view.theme.panel);
        if (view.layout.paired)
            painter.fillRect(QRect(area.right() - sideMark(), area.top() + row.place.top,
                                   sideMark(), row.place.height),
                             markOf(*view.tracks.at(row.slot), view.theme));
        paintRowBand(painter, view, row);
        if (row.peer >= 0) {
            paintPeerName(painter, view, row);
            continue;
        }
        if (row.rank % std::max(1, every) != 0 && !row.pinned)
            continue;
        paintRankName(painter, view, row);
        if (row.memory.height > 0 && every <= 1)
            paintMemoryLabel(painter, view, row);
        if (row.kernels.height > 0 && every <= 1)
            paintKernelLabels(painter, view, row);
    }
    painter.restore();
    painter.setPen(view.theme.border);
    painter.drawLine(area.topRight(), area.bottomRight());
    if (covered) {
        const int y = area.top() + view.layout.pinnedHeight - 2;
        painter.fillRect(QRect(area.left(), y, view.areas.plot.right() + 1 - area.left(), 2),
                         view.theme.border);
    }
}

void paintHeaders(QPainter& painter, const ChromeView& view)
{
    const int left = view.areas.labels.left();
    const int right = view.areas.plot.right();
    const int height = ChromeAreas::headerHeight(painter.fontMetrics());
    int x = left + chromePad();
    for (const LaidTrack& laid : view.layout.tracks) {
        const TrackData& track = *view.tracks.at(laid.slot);
        const int top = view.areas.plot.top() + laid.top - view.scroll;
        const QRect header(left, top, right - left + 1, height);
        const bool shared = view.layout.paired && &laid != &view.layout.tracks.front();
        if (!shared) {
            x = left + chromePad() + paintHeaderGround(painter, view, track, header);
        }
        x = paintTitle(painter, view, track, header, x);
        // In place of its rows a track without any says why it has none.
        if (laid.ranks == 0) {
            const QRect rest(view.areas.plot.left(), top + height, view.areas.plot.width(),
                             laid.bottom - laid.rowsTop);
            painter.setPen(view.theme.mutedText);
            painter.drawText(rest, Qt::AlignCenter | Qt::TextWordWrap, track.emptyText);
        }
    }
}

void paintMakespans(QPainter& painter, const ChromeView& view)
{
    const QRect& plot = view.areas.plot;
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, plot.height(), 1)) {
        const TrackData& track = *view.tracks.at(row.slot);
        if (track.live || track.timeline->makespan <= Nanoseconds{0})
            continue;
        const double x = plot.left() + view.axis.x(track.timeline->makespan);
        if (x < plot.left() || x > plot.right() + 1)
            continue;
        const int top = plot.top() + row.place.top;
        painter.setClipRect(view.plotOf(row.rank));
        // One line for all rows, where they are of one track.
        verticalLine(painter, x, top,
                     top
                         + (view.layout.paired || row.peer >= 0
                                ? row.place.height
                                : view.layout.track(row.slot)->pitch - 1),
                     QPen(view.theme.text));
    }
}

void paintEmpty(QPainter& painter, const ChromeView& view, const QString& words)
{
    painter.setPen(view.theme.mutedText);
    painter.drawText(view.areas.plot.adjusted(chromePad(), chromePad(), -chromePad(), -chromePad()),
                     Qt::AlignCenter | Qt::TextWordWrap, words);
}

void paintOpFrame(QPainter& painter, const ChromeView& view, const OpRef& op, bool selected)
{
    const LaidTrack* laid = view.layout.track(op.slot);
    if (!laid || op.rank < 0 || op.rank >= laid->ranks)
        return;
    const plan::Span* span = findSpan(*view.tracks.at(op.slot)->timeline, op.rank, op.op);
    if (!span || span->end <= view.axis.range.begin || span->start >= view.axis.range.end)
        return;
    const QRect& plot = view.areas.plot;
    // Just outside the plot, where the frame's end is clipped. Zoomed in far, an op may end
    // billions of pixels away, which is beyond what is drawn exactly.
    const double left = plot.left() + std::max(-4.0, view.axis.x(span->start));
    const double right = plot.left() + std::min(plot.width() + 4.0, view.axis.x(span->end));
    const QRectF box(std::floor(left) + 0.5,
                     plot.top() + view.layout.rowTop(op.slot, op.rank) - view.scroll + 0.5,
                     std::max(3.0, std::floor(right) - std::floor(left)),
                     view.layout.rowHeight - 3);
    painter.save();
    painter.setClipRect(view.plotOf(op.rank));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(selected ? view.theme.accent : view.theme.text, selected ? 3 : 1));
    painter.drawRect(box);
    painter.restore();
}

} // namespace gui

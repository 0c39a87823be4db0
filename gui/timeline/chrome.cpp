#include "gui/timeline/chrome.h"

#include "gui/theme/contrast.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kPad = 6;

QString shortTime(Nanoseconds time, TimeUnit unit)
{
    return QString::fromStdString(shortTimeText(time, unit));
}

// A pixel's middle, so that a 1-pixel line is one pixel at any scale.
void verticalLine(QPainter& painter, double x, int top, int bottom, const QPen& pen)
{
    painter.setPen(pen);
    const double middle = std::floor(x) + 0.5;
    painter.drawLine(QPointF(middle, top), QPointF(middle, bottom));
}

// A text on its own ground near `x`, moved to stay within `bounds`.
void tag(QPainter& painter, const QRect& bounds, double x, int top, const QString& label,
         const QColor& ground)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = metrics.horizontalAdvance(label) + 2 * kPad;
    int left = static_cast<int>(x) + 1;
    // To the left of the line where there is no room to its right.
    if (left + width > bounds.right())
        left = static_cast<int>(x) - width;
    left = std::clamp(left, bounds.left(), std::max(bounds.left(), bounds.right() - width));
    const QRect box(left, top, width, metrics.height() + 2);
    painter.fillRect(box, ground);
    painter.setPen(textOn(ground));
    painter.drawText(box, Qt::AlignCenter, label);
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

// Where the title of a track and what stands beside it end.
int headerTextEnd(const QPainter& painter, const ChromeView& view, const TrackData& track)
{
    const QFontMetrics metrics = painter.fontMetrics();
    int end = view.areas.labels.left() + kPad
        + QFontMetrics(bold(painter.font())).horizontalAdvance(track.title) + 2 * kPad;
    for (const Badge& badge : badgesOf(track, view.theme))
        end += metrics.horizontalAdvance(badge.label) + 3 * kPad;
    return end;
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
        || painter.fontMetrics().horizontalAdvance(label) > area.width() - kPad)
        return;
    painter.setPen(view.theme.mutedText);
    painter.drawText(QRect(area.left(), middle - height / 2, area.width() - kPad, height),
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
        painter.drawText(QRect(area.left(), middle - height / 2, area.width() - kPad, height),
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

int ChromeAreas::headerHeight(const QFontMetrics& metrics) { return metrics.height() + 10; }

ChromeAreas chromeAreas(QSize size, const QFontMetrics& metrics, const Tracks& tracks,
                        const LanesShown& shown, const LegendFacts& seen)
{
    std::size_t ranks = 1;
    for (const auto& [slot, track] : tracks)
        if (track->timeline)
            ranks = std::max(ranks, track->timeline->spans.size());
    const int rulerHeight = metrics.height() + 14;
    const int below = legendHeight(size.width(), metrics, tracks, shown.memory, seen);
    const QString widest = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "rank %1"))
                               .arg(static_cast<int>(ranks) - 1);
    int labels = std::max(metrics.horizontalAdvance(widest) + 3 * kPad, 56);
    const bool lanes = shown.memory
        && std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->memory != nullptr; });
    if (lanes) // their peaks stand there, too
        labels = std::max(labels, metrics.horizontalAdvance(QStringLiteral("99.9 GiB")) + 2 * kPad);
    const bool kernels = shown.kernels
        && std::any_of(tracks.begin(), tracks.end(),
                       [](const auto& track) { return track.second->kernels != nullptr; });
    for (std::size_t kind = 0; kernels && kind < kKernelKinds; ++kind)
        labels = std::max(labels,
                          metrics.horizontalAdvance(kernelsInWords(static_cast<KernelKind>(kind)))
                              + 2 * kPad);
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
    const int spacing = metrics.horizontalAdvance(QStringLiteral("00000.000 ms")) + 3 * kPad;
    painter.save();
    painter.setClipRect(area);
    for (const Tick& tick : rulerTicks(view.axis, spacing, view.unit)) {
        const double x = area.left() + view.axis.x(tick.time);
        const int length = tick.major() ? 9 : 4;
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

void paintRankLabels(QPainter& painter, const ChromeView& view)
{
    const QRect& area = view.areas.labels;
    painter.fillRect(area, view.theme.panel);
    painter.save();
    painter.setClipRect(area);
    const QFontMetrics metrics = painter.fontMetrics();
    // Where rows are lower than a line, only every n-th rank is named.
    const int every = (metrics.height() + view.layout.rowHeight - 2) / view.layout.rowHeight;
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, area.height(), 1)) {
        if (row.rank % std::max(1, every) != 0)
            continue;
        const QRect box(area.left(), area.top() + row.place.top, area.width() - kPad,
                        row.place.height);
        // The first stays under the header.
        const int above = row.rank == 0 ? std::max(0, metrics.height() - box.height()) / 2 : 0;
        const QRect tall
            = box.adjusted(0, -metrics.height(), 0, metrics.height()).translated(0, above);
        painter.setPen(view.theme.text);
        painter.drawText(tall, Qt::AlignRight | Qt::AlignVCenter,
                         timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "rank %1")).arg(row.rank));
        if (row.memory.height > 0 && every <= 1)
            paintMemoryLabel(painter, view, row);
        if (row.kernels.height > 0 && every <= 1)
            paintKernelLabels(painter, view, row);
    }
    painter.restore();
    painter.setPen(view.theme.border);
    painter.drawLine(area.topRight(), area.bottomRight());
}

void paintHeaders(QPainter& painter, const ChromeView& view)
{
    const int left = view.areas.labels.left();
    const int right = view.areas.plot.right();
    const int height = ChromeAreas::headerHeight(painter.fontMetrics());
    for (const LaidTrack& laid : view.layout.tracks) {
        const TrackData& track = *view.tracks.at(laid.slot);
        const int top = view.areas.plot.top() + laid.top - view.scroll;
        const QRect header(left, top, right - left + 1, height);
        painter.fillRect(header, view.theme.panel);
        painter.setPen(view.theme.border);
        painter.drawLine(header.topLeft(), header.topRight());

        painter.save();
        painter.setFont(bold(painter.font()));
        painter.setPen(view.theme.text);
        int x = left + kPad;
        const QRect line(x, top, header.width(), height);
        painter.drawText(line, Qt::AlignVCenter, track.title);
        x += painter.fontMetrics().horizontalAdvance(track.title) + 2 * kPad;
        painter.restore();

        for (const auto& [label, ground] : badgesOf(track, view.theme)) {
            const QFontMetrics metrics = painter.fontMetrics();
            const QRect box(x, top + (height - metrics.height() - 2) / 2,
                            metrics.horizontalAdvance(label) + 2 * kPad, metrics.height() + 2);
            painter.fillRect(box, ground);
            painter.setPen(textOn(ground));
            painter.drawText(box, Qt::AlignCenter, label);
            x = box.right() + kPad;
        }

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
    const int height = ChromeAreas::headerHeight(painter.fontMetrics());
    const QRect& plot = view.areas.plot;
    for (const LaidTrack& laid : view.layout.tracks) {
        const TrackData& track = *view.tracks.at(laid.slot);
        // A step under way has no makespan yet.
        if (laid.ranks == 0 || track.live || track.timeline->makespan <= Nanoseconds{0})
            continue;
        const Nanoseconds end = track.timeline->makespan;
        const double x = plot.left() + view.axis.x(end);
        if (x < plot.left() || x > plot.right() + 1)
            continue;
        const int top = plot.top() + laid.top - view.scroll;
        verticalLine(painter, x, top + 2, plot.top() + laid.bottom - view.scroll,
                     QPen(view.theme.text));
        const QString label = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "makespan %1"))
                                  .arg(shortTime(end, view.unit));
        const int labelTop = top + (height - painter.fontMetrics().height() - 2) / 2;
        QRect bounds = plot;
        // The tag of a step that ends early would otherwise cover the title.
        bounds.setLeft(std::max(plot.left(), headerTextEnd(painter, view, track)));
        tag(painter, bounds, x, labelTop, label, view.theme.panel);
    }
}

void paintEmpty(QPainter& painter, const ChromeView& view, const QString& words)
{
    painter.setPen(view.theme.mutedText);
    painter.drawText(view.areas.plot.adjusted(kPad, kPad, -kPad, -kPad),
                     Qt::AlignCenter | Qt::TextWordWrap, words);
}

void paintCursor(QPainter& painter, const ChromeView& view, std::optional<Nanoseconds> cursor,
                 std::optional<Nanoseconds> marker)
{
    const QRect& plot = view.areas.plot;
    const QRect bounds(plot.left(), view.areas.ruler.top(), plot.width(),
                       view.areas.ruler.height());
    const auto x = [&](Nanoseconds time) { return plot.left() + view.axis.x(time); };
    const auto inSight
        = [&](Nanoseconds time) { return x(time) >= plot.left() && x(time) <= plot.right(); };
    const int tagTop = view.areas.ruler.top() + 2;
    if (marker && inSight(*marker)) {
        verticalLine(painter, x(*marker), view.areas.ruler.top(), plot.bottom(),
                     QPen(view.theme.accent, 1, Qt::DashLine));
        // The cursor's tag tells its distance from the marker; a second tag could only overlap it.
        if (!cursor)
            tag(painter, bounds, x(*marker), tagTop, shortTime(*marker, view.unit),
                view.theme.accent);
    }
    if (!cursor || !inSight(*cursor))
        return;
    verticalLine(painter, x(*cursor), view.areas.ruler.bottom() - 9, plot.bottom(),
                 QPen(view.theme.accent));
    QString label = shortTime(*cursor, view.unit);
    if (marker) {
        const Nanoseconds delta = *cursor - *marker;
        label += QStringLiteral("   \u0394 %1%2")
                     .arg(delta > Nanoseconds{0} ? QStringLiteral("+") : QString(),
                          shortTime(delta, view.unit));
    }
    tag(painter, bounds, x(*cursor), tagTop, label, view.theme.accent);
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
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(selected ? view.theme.accent : view.theme.text, selected ? 3 : 1));
    painter.drawRect(box);
}

} // namespace gui

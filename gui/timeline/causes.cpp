#include "gui/timeline/causes.h"

#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// Pixels of the line around the ops of a chain, of the line from one to the next, and of
// the rim of both.
constexpr double kFrame = 2;
constexpr double kWay = 1.5;
constexpr double kRim = 2;
constexpr int kLowRow = 16;

constexpr float kVeil = 0.55F; // how much of the ops off the critical path is hidden

TimeRange rangeOf(const plan::Timeline& timeline, const plan::CriticalStep& step)
{
    const auto& spans = timeline.spans[step.rank];
    return {spans[step.firstSpan].start, spans[step.firstSpan + step.spans - 1].end};
}

std::vector<CausePlace> placesOf(const plan::Explanation& explanation)
{
    std::vector<CausePlace> places;
    for (const plan::ChainLink& link : explanation.links)
        places.push_back({link.rank, {link.start, link.end}});
    std::reverse(places.begin(), places.end());
    return places;
}

// Ops that follow each other on a rank without a gap are one.
std::vector<CausePlace> runsOf(std::span<const CausePlace> places)
{
    std::vector<CausePlace> runs;
    for (const CausePlace& place : places) {
        if (!runs.empty() && runs.back().rank == place.rank
            && runs.back().range.end == place.range.begin)
            runs.back().range.end = place.range.end;
        else
            runs.push_back(place);
    }
    return runs;
}

// Where the rows of one track are on the widget.
class Rows {
public:
    Rows(const ChromeView& view, int slot)
        : m_view(view)
        , m_slot(slot)
    {
    }

    double x(Nanoseconds time) const { return m_view.areas.plot.left() + m_view.axis.x(time); }
    QRectF box(int rank, TimeRange range) const
    {
        const double top
            = m_view.areas.plot.top() + m_view.layout.rowTop(m_slot, rank) - m_view.scroll;
        return {QPointF(x(range.begin), top),
                QPointF(x(range.end), top + m_view.layout.rowHeight - 2)};
    }

private:
    const ChromeView& m_view;
    int m_slot;
};

bool hasRow(const ChromeView& view, int slot, int rank)
{
    const LaidTrack* laid = view.layout.track(slot);
    return laid && rank >= 0 && rank < laid->ranks;
}

} // namespace

std::vector<CausePlace> criticalPlaces(const TrackData& track, TimeRange range)
{
    std::vector<CausePlace> places;
    if (!track.critical || !track.timeline)
        return places;
    const auto& steps = track.critical->steps;
    const plan::Timeline& timeline = *track.timeline;
    auto first = std::partition_point(steps.begin(), steps.end(), [&](const auto& step) {
        return rangeOf(timeline, step).end <= range.begin;
    });
    auto last = std::partition_point(first, steps.end(), [&](const auto& step) {
        return rangeOf(timeline, step).begin < range.end;
    });
    // One more on either side: the lines that come in from outside the range are drawn too.
    first -= first != steps.begin();
    last += last != steps.end();
    for (auto step = first; step != last; ++step)
        places.push_back({static_cast<int>(step->rank), rangeOf(timeline, *step)});
    const int rank = track.critical->lastRank;
    if (last == steps.end() && rank >= 0 && !timeline.tails.empty()) {
        const plan::Tail& tail = timeline.tails[static_cast<std::size_t>(rank)];
        places.push_back({rank, {tail.begin, tail.end}});
    }
    return places;
}

std::vector<CausePlace> chainOf(const TrackData& track, const GapRef& gap)
{
    const plan::Bubble* bubble = bubbleAt(track, gap.rank, gap.range.begin);
    if (!bubble || !track.explainer)
        return {};
    return placesOf(
        track.explainer->explain(*bubble, static_cast<std::size_t>(gap.rank), kChainPlaces));
}

std::vector<CausePlace> chainOf(const TrackData& track, const OpRef& op)
{
    if (!track.explainer || !track.timeline)
        return {};
    const plan::Span* span = findSpan(*track.timeline, op.rank, op.op);
    if (!span)
        return {};
    const auto rank = static_cast<std::size_t>(op.rank);
    const auto index = static_cast<std::size_t>(span - track.timeline->spans[rank].data());
    auto places = placesOf(track.explainer->explainSpan(rank, index, kChainPlaces));
    if (!places.empty())
        places.push_back({op.rank, {span->start, span->end}});
    return places;
}

void paintCauses(QPainter& painter, const ChromeView& view, int slot,
                 std::span<const CausePlace> places, const QColor& colour)
{
    const Rows rows(view, slot);
    // In low rows a thick frame would leave nothing of the ops.
    const bool low = view.layout.rowHeight < kLowRow;
    const double frame = low ? 1 : kFrame;
    const double rim = low ? 0 : kRim;
    QPainterPath boxes;
    QPainterPath ways;
    std::optional<QPointF> from;
    for (const CausePlace& run : runsOf(places)) {
        if (!hasRow(view, slot, run.rank))
            continue;
        const QRectF box = rows.box(run.rank, run.range);
        // Behind what is pinned there is nothing to frame.
        if (box.bottom() < view.plotOf(run.rank).top())
            continue;
        const QPointF entry(box.left(), box.center().y());
        if (from && (entry - *from).manhattanLength() >= 1) {
            ways.moveTo(*from);
            ways.lineTo(entry);
        }
        // The line goes inside the box, so that it does not cover the neighbours. Where there is no
        // room for that, it is a single stroke.
        if (box.width() >= 2 * frame)
            boxes.addRect(box.adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2));
        else
            boxes.addRect(QRectF(box.left(), box.top(), 0.5, box.height()));
        from = QPointF(box.right(), box.center().y());
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // On a rim of the ground's colour, so that the line shows on ops of any colour.
    const auto stroke = [&](const QPainterPath& path, double width, Qt::PenCapStyle cap) {
        painter.setPen(QPen(view.theme.base, width + rim, Qt::SolidLine, cap, Qt::MiterJoin));
        painter.drawPath(path);
        painter.setPen(QPen(colour, width, Qt::SolidLine, cap, Qt::MiterJoin));
        painter.drawPath(path);
    };
    stroke(ways, low ? 1 : kWay, Qt::FlatCap);
    stroke(boxes, frame, Qt::SquareCap);
    painter.restore();
}

void paintVeil(QPainter& painter, const ChromeView& view, int slot,
               std::span<const CausePlace> places)
{
    const LaidTrack* laid = view.layout.track(slot);
    if (!laid)
        return;
    const Rows rows(view, slot);
    std::vector<double> veiledFrom(static_cast<std::size_t>(laid->ranks), view.areas.plot.left());
    QColor veil = view.theme.base;
    veil.setAlphaF(kVeil);
    const auto cover = [&](int rank, double from, double to) {
        QRectF box = rows.box(rank, view.axis.range);
        box.setLeft(std::floor(from));
        box.setRight(std::floor(to));
        box.setTop(std::max<double>(box.top(), view.plotOf(rank).top()));
        if (box.width() >= 1 && box.height() >= 1)
            painter.fillRect(box, veil);
    };
    for (const CausePlace& run : runsOf(places)) {
        if (!hasRow(view, slot, run.rank))
            continue;
        double& from = veiledFrom[static_cast<std::size_t>(run.rank)];
        cover(run.rank, from, rows.x(run.range.begin));
        from = std::max(from, rows.x(run.range.end));
    }
    for (int rank = 0; rank < laid->ranks; ++rank)
        cover(rank, veiledFrom[static_cast<std::size_t>(rank)], view.areas.plot.right() + 1);
}

void paintGapFrame(QPainter& painter, const ChromeView& view, const GapRef& gap, bool selected)
{
    if (!hasRow(view, gap.slot, gap.rank))
        return;
    const QRectF box = Rows(view, gap.slot).box(gap.rank, gap.range);
    painter.save();
    painter.setClipRect(view.plotOf(gap.rank));
    painter.setPen(
        QPen(view.theme.accent, selected ? kFrame : 1, selected ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -1, -0.5));
    painter.restore();
}

} // namespace gui

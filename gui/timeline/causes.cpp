#include "gui/timeline/causes.h"

#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr double kFrame = 2; // pixels of the line around an op of the chain

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
        const double top = m_view.areas.plot.top() + m_view.layout.rowTop(m_slot, rank)
            - m_view.scroll;
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
    first -= first != steps.begin();
    last += last != steps.end();
    for (auto step = first; step != last; ++step)
        places.push_back({static_cast<int>(step->rank), rangeOf(timeline, *step)});
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
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    std::optional<QPointF> from;
    QPoint drawn(-1, -1);
    for (const CausePlace& place : places) {
        if (!hasRow(view, slot, place.rank))
            continue;
        const QRectF box = rows.box(place.rank, place.range);
        const QPointF entry(box.left(), box.center().y());
        const bool moved = entry.toPoint() != drawn;
        if (from && moved) {
            painter.setPen(QPen(colour, 1.5));
            painter.drawLine(*from, entry);
        }
        if (box.width() >= 2 * kFrame) {
            painter.setPen(QPen(colour, kFrame, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(box.adjusted(kFrame / 2, kFrame / 2, -kFrame / 2, -kFrame / 2));
        } else if (moved) {
            painter.setPen(QPen(colour, 1));
            painter.drawLine(box.topLeft(), box.bottomLeft());
        }
        drawn = entry.toPoint();
        from = QPointF(box.right(), box.center().y());
    }
    painter.restore();
}

void paintGapFrame(QPainter& painter, const ChromeView& view, const GapRef& gap, bool selected)
{
    if (!hasRow(view, gap.slot, gap.rank))
        return;
    const QRectF box = Rows(view, gap.slot).box(gap.rank, gap.range);
    painter.setPen(QPen(view.theme.accent, selected ? kFrame : 1,
                        selected ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -1, -0.5));
}

} // namespace gui

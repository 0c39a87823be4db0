#include "gui/timeline/gap_advice.h"

#include "gui/text/number_format.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <algorithm>

namespace gui {
namespace {

// An op of another rank that takes longer than this rank's by less is no cause of waiting.
constexpr double kSlower = 1.03;

// The middle one of what ops of that kind take on a rank; 0 where it has none.
Nanoseconds middlingTime(const std::vector<plan::Span>& spans, plan::OpKind kind)
{
    std::vector<Nanoseconds> times;
    for (const plan::Span& span : spans)
        if (span.op.kind == kind)
            times.push_back(span.end - span.start);
    if (times.empty())
        return {};
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

// The rank whose last work ends the step.
int lastRank(const plan::Timeline& timeline)
{
    int last = 0;
    Nanoseconds latest{-1};
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        Nanoseconds end{0};
        if (!timeline.spans[rank].empty())
            end = timeline.spans[rank].back().end;
        if (rank < timeline.tails.size())
            end = std::max(end, timeline.tails[rank].end);
        if (end > latest) {
            latest = end;
            last = static_cast<int>(rank);
        }
    }
    return last;
}

// That the rank waited for is slower at such ops; empty where it is not.
QString slowerLine(const TrackData& track, const plan::Bubble& bubble, int rank, TimeUnit unit)
{
    const auto& spans = track.timeline->spans;
    const auto other = static_cast<std::size_t>(bubble.waitingForRank);
    if (other >= spans.size() || bubble.waitingForRank == rank)
        return {};
    const plan::OpKind kind = bubble.waitingFor->kind;
    const Nanoseconds theirs = middlingTime(spans[other], kind);
    const Nanoseconds ours = middlingTime(spans[static_cast<std::size_t>(rank)], kind);
    if (ours <= Nanoseconds{0}
        || static_cast<double>(theirs.count()) < kSlower * static_cast<double>(ours.count()))
        return {};
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                       "Shorter if rank %1 had less work: its %2 takes %3, that of "
                                       "this rank %4"))
        .arg(QString::number(rankNumber(track, bubble.waitingForRank)), kindInWords(kind),
             stepTime(theirs, unit), stepTime(ours, unit));
}

QString phaseLine(plan::Phase phase)
{
    switch (phase) {
    case plan::Phase::WarmUp:
        return storyText(QT_TRANSLATE_NOOP(
            "gui::TimelineStory",
            "The pipeline fills: more chunks per rank shorten it, and more microbatches make it a "
            "smaller share of the step"));
    case plan::Phase::CoolDown:
        return storyText(QT_TRANSLATE_NOOP(
            "gui::TimelineStory",
            "The pipeline drains: more chunks per rank shorten it, and splitting off the weight "
            "gradients can fill it"));
    case plan::Phase::Steady:
        break;
    }
    return {};
}

} // namespace

QStringList shorteningLines(const TrackData& track, const GapRef& gap, TimeUnit unit)
{
    const plan::Bubble* bubble = bubbleAt(track, gap.rank, gap.range.begin);
    if (!bubble)
        return {};
    QStringList lines;
    if (!bubble->next) {
        const int last = lastRank(*track.timeline);
        if (last != gap.rank)
            lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                 "Shorter if rank %1, which ends the step, were "
                                                 "done earlier"))
                         .arg(rankNumber(track, last));
    } else if (2 * bubble->inTransfer > bubble->end - bubble->start) {
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                             "Shorter over a faster link: most of it is transfer"));
    } else if (bubble->waitingFor) {
        if (const QString slower = slowerLine(track, *bubble, gap.rank, unit); !slower.isEmpty())
            lines << slower;
    }
    if (const QString phase = phaseLine(bubble->phase); !phase.isEmpty())
        lines << phase;
    return lines;
}

} // namespace gui

#include "gui/timeline/story.h"

#include "gui/timeline/inner_story.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/no_data.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

int chunkOf(const TrackData& track, const plan::Op& op)
{
    if (!track.schedule)
        // No order says which rank has which stages; most often they are dealt out in turn.
        return op.stage / static_cast<int>(track.timeline->spans.size());
    const plan::Placement& placement = track.schedule->placement;
    const int direction = placement.directionOf(op.microbatch);
    const auto& ranks = direction == 0 ? placement.ranks : placement.mirror;
    const auto stage = ranks.begin() + op.stage;
    return static_cast<int>(std::count(ranks.begin(), stage, *stage)) + direction;
}

bool hasChunks(const TrackData& track)
{
    return track.schedule && track.schedule->shape.chunks > 1;
}

// How far back what the bubble waits for reaches; empty if that is not known.
QString chainLine(const TrackData& track, const plan::Bubble& bubble, int rank)
{
    if (!track.explainer)
        return {};
    // One link will do: the sentence only needs their number, and the root.
    const auto explanation = track.explainer->explain(bubble, static_cast<std::size_t>(rank), 1);
    const auto ops = static_cast<int>(explanation.links.size() + explanation.more);
    if (!explanation.root || ops == 0)
        return {};
    return (explanation.root->kind == plan::ChainRoot::Kind::StepStart
                ? storyText(
                    QT_TRANSLATE_NOOP("gui::TimelineStory",
                                      "Back through %1 ops to the %2 on rank %3, at the start of "
                                      "the step"))
                : storyText(
                    QT_TRANSLATE_NOOP("gui::TimelineStory",
                                      "Back through %1 ops to the %2 on rank %3, before which "
                                      "data is lost")))
        .arg(ops)
        .arg(opInWords(explanation.root->op))
        .arg(explanation.root->rank);
}

// What runs as one with the op; empty if nothing does.
QString pairLine(const TrackData& track, const OpRef& ref)
{
    if (!track.schedule || track.schedule->pairs.empty())
        return {};
    const auto& order = track.schedule->order[static_cast<std::size_t>(ref.rank)];
    for (const std::uint32_t first : track.schedule->pairs[static_cast<std::size_t>(ref.rank)])
        if (order[first] == ref.op || order[first + 1] == ref.op)
            return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Runs as one with the %1"))
                .arg(opInWords(order[first] == ref.op ? order[first + 1] : order[first]));
    return {};
}

QString waitingLine(const plan::Bubble& bubble, TimeUnit unit)
{
    const QString waited = timeWords(bubble.end - bubble.start, unit);
    if (!bubble.waitingFor)
        return storyText(
                   QT_TRANSLATE_NOOP("gui::TimelineStory", "The rank was idle for %1 before it"))
            .arg(waited);
    QString line
        = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Waited %1 for the %2 from rank %3"))
              .arg(waited, opInWords(*bubble.waitingFor))
              .arg(bubble.waitingForRank);
    if (bubble.inTransfer > Nanoseconds{0})
        line += storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", ", of it %1 in transfer"))
                    .arg(timeWords(bubble.inTransfer, unit));
    return line;
}

QString differenceLine(const TrackData& other, Nanoseconds otherTime, Nanoseconds here,
                       TimeUnit unit)
{
    QString line = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2"))
                       .arg(other.title, timeWords(otherTime, unit));
    // There is no share of nothing.
    if (otherTime <= Nanoseconds{0})
        return line;
    const double percent = 100.0 * static_cast<double>((here - otherTime).count())
        / static_cast<double>(otherTime.count());
    return line
        + storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", " (here %1%2 %)"))
              .arg(percent < 0 ? QString() : QStringLiteral("+"))
              .arg(percent, 0, 'f', 1);
}

bool isLost(const TrackData& track, int rank, TimeRange gap)
{
    if (!track.schedule)
        return false;
    const auto at = static_cast<std::size_t>(rank);
    const auto ranges = noDataRanges(track.schedule->order[at], track.timeline->spans[at],
                                     track.timeline->makespan, track.live);
    return std::any_of(ranges.begin(), ranges.end(),
                       [&gap](const TimeRange& range) { return range.begin == gap.begin; });
}

} // namespace

QString opInWords(const plan::Op& op)
{
    const char* words = "";
    switch (op.kind) {
    case plan::OpKind::Forward:
        words = QT_TRANSLATE_NOOP("gui::TimelineStory", "forward of microbatch %1 on stage %2");
        break;
    case plan::OpKind::Backward:
        words = QT_TRANSLATE_NOOP("gui::TimelineStory", "backward of microbatch %1 on stage %2");
        break;
    case plan::OpKind::InputGrad:
        words = QT_TRANSLATE_NOOP("gui::TimelineStory",
                                  "input gradient of microbatch %1 on stage %2");
        break;
    case plan::OpKind::WeightGrad:
        words = QT_TRANSLATE_NOOP("gui::TimelineStory",
                                  "weight gradient of microbatch %1 on stage %2");
        break;
    }
    return storyText(words).arg(op.microbatch).arg(op.stage);
}

QString phaseInWords(plan::Phase phase)
{
    switch (phase) {
    case plan::Phase::WarmUp:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "warm-up"));
    case plan::Phase::Steady:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "steady"));
    case plan::Phase::CoolDown:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "cool-down"));
    }
    return {};
}

const plan::Bubble* bubbleAt(const TrackData& track, int rank, Nanoseconds start)
{
    if (!track.ledger || static_cast<std::size_t>(rank) >= track.ledger->bubbles.size())
        return nullptr;
    const auto& bubbles = track.ledger->bubbles[static_cast<std::size_t>(rank)];
    const auto found
        = std::partition_point(bubbles.begin(), bubbles.end(),
                               [start](const auto& bubble) { return bubble.start < start; });
    return found == bubbles.end() || found->start != start ? nullptr : &*found;
}

QStringList opStory(const Tracks& tracks, const OpRef& ref, TimeUnit unit)
{
    const auto found = tracks.find(ref.slot);
    if (found == tracks.end() || !found->second->timeline)
        return {};
    const TrackData& track = *found->second;
    const plan::Span* span = findSpan(*track.timeline, ref.rank, ref.op);
    if (!span)
        return {};

    QString what = opInWords(ref.op);
    // Elsewhere the words stand within a sentence; here they begin one.
    what[0] = what[0].toUpper();
    QString place = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1")).arg(ref.rank);
    if (hasChunks(track))
        place += storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", ", chunk %1"))
                     .arg(chunkOf(track, ref.op));
    QStringList lines{QStringLiteral("%1 (%2)").arg(what, place),
                      storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2, from %3 to %4"))
                          .arg(track.title, timeWords(span->end - span->start, unit),
                               timeWords(span->start, unit), timeWords(span->end, unit))};

    if (const QString pair = pairLine(track, ref); !pair.isEmpty())
        lines << pair;
    lines += innerLines(track, ref, unit);
    lines += kernelLines(track, ref, unit);
    const auto& spans = track.timeline->spans[static_cast<std::size_t>(ref.rank)];
    // The bubble before an op begins where the op before it ended, and for the first one at 0.
    const Nanoseconds free = span == spans.data() ? Nanoseconds{0} : (span - 1)->end;
    const plan::Bubble* bubble = bubbleAt(track, ref.rank, free);
    if (bubble && bubble->next == ref.op)
        lines << waitingLine(*bubble, unit);

    for (const auto& [slot, other] : tracks) {
        if (slot == ref.slot || !other->timeline)
            continue;
        if (const plan::Span* same = findSpan(*other->timeline, ref.rank, ref.op))
            lines << differenceLine(*other, same->end - same->start, span->end - span->start, unit);
    }
    return lines;
}

QStringList tailStory(const TrackData& track, int rank, Nanoseconds at, TimeUnit unit)
{
    if (static_cast<std::size_t>(rank) >= track.timeline->tails.size())
        return {};
    const plan::Tail& tail = track.timeline->tails[static_cast<std::size_t>(rank)];
    if (at < tail.begin || at >= tail.end)
        return {};
    const bool reduces = at < tail.optimizerBegin;
    const Nanoseconds from = reduces ? tail.begin : tail.optimizerBegin;
    const Nanoseconds to = reduces ? tail.optimizerBegin : tail.end;
    return {(reduces
                 ? storyText(
                     QT_TRANSLATE_NOOP("gui::TimelineStory", "Gradient reduction on rank %1: %2"))
                 : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Optimizer on rank %1: %2")))
                .arg(rank)
                .arg(timeWords(to - from, unit)),
            storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2"))
                .arg(timeWords(from, unit), timeWords(to, unit))};
}

QStringList gapStory(const Tracks& tracks, int slot, int rank, TimeRange gap, TimeUnit unit)
{
    const TrackData& track = *tracks.at(slot);
    const QString length = timeWords(gap.length(), unit);
    const QString when = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2"))
                             .arg(timeWords(gap.begin, unit), timeWords(gap.end, unit));
    if (isLost(track, rank, gap))
        return {
            storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "No data on rank %1 for %2"))
                .arg(rank)
                .arg(length),
            when,
            storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Telemetry of this time was lost"))};

    const auto& spans = track.timeline->spans[static_cast<std::size_t>(rank)];
    const plan::Phase phase = plan::phaseTimes(spans, track.timeline->makespan).at(gap.begin);
    QStringList lines{
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Bubble of %1 on rank %2, %3"))
            .arg(length)
            .arg(rank)
            .arg(phaseInWords(phase)),
        when};
    const plan::Bubble* bubble = bubbleAt(track, rank, gap.begin);
    if (!bubble)
        return lines;
    if (bubble->waitingFor)
        lines << storyText(
                     QT_TRANSLATE_NOOP("gui::TimelineStory", "Waiting for the %1 from rank %2"))
                     .arg(opInWords(*bubble->waitingFor))
                     .arg(bubble->waitingForRank);
    else if (!bubble->next)
        lines << storyText(
            QT_TRANSLATE_NOOP("gui::TimelineStory", "Done; waiting for the step to end"));
    if (bubble->inTransfer > Nanoseconds{0})
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 of it in transfer"))
                     .arg(timeWords(bubble->inTransfer, unit));
    if (const QString chain = chainLine(track, *bubble, rank); !chain.isEmpty())
        lines << chain;
    if (bubble->unexplained > Nanoseconds{0})
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 of it unexplained"))
                     .arg(timeWords(bubble->unexplained, unit));
    return lines;
}

} // namespace gui

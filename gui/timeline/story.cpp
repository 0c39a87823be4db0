#include "gui/timeline/story.h"

#include "gui/text/joined.h"
#include "gui/timeline/error_story.h"
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
    // The op that is waited for is named already.
    if (!explanation.root || ops < 2)
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
        .arg(rankNumber(track, explanation.root->rank));
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

QString waitingLine(const TrackData& track, const plan::Bubble& bubble, TimeStyle style)
{
    const QString waited = timeWords(bubble.end - bubble.start, style);
    if (!bubble.waitingFor)
        return storyText(
                   QT_TRANSLATE_NOOP("gui::TimelineStory", "The rank was idle for %1 before it"))
            .arg(waited);
    QString line
        = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Waited %1 for the %2 from rank %3"))
              .arg(waited, opInWords(*bubble.waitingFor))
              .arg(rankNumber(track, bubble.waitingForRank));
    if (bubble.inTransfer > Nanoseconds{0})
        line += storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", ", of it %1 in transfer"))
                    .arg(timeWords(bubble.inTransfer, style));
    return line;
}

QString differenceLine(const TrackData& other, Nanoseconds otherTime, Nanoseconds here,
                       TimeStyle style)
{
    QString line = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2"))
                       .arg(other.title, timeWords(otherTime, style));
    // There is no share of nothing.
    if (otherTime <= Nanoseconds{0})
        return line;
    return line
        + storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", " (here %1)"))
              .arg(signedShare(here - otherTime, otherTime));
}

// A stage of one is as much of the model as that stage of the other, as far as their orders say.
bool haveSameStages(const TrackData& track, const TrackData& other)
{
    return !track.schedule || !other.schedule
        || track.schedule->placement.ranks.size() == other.schedule->placement.ranks.size();
}

// "From 1.2 ms to 3.4 ms", with the title of the track where there are others.
QString whenLine(const Tracks& tracks, const TrackData& track, TimeRange range, TimeStyle style)
{
    const bool alone = std::none_of(tracks.begin(), tracks.end(), [&track](const auto& each) {
        return each.second->timeline && each.second.get() != &track;
    });
    const QString from = momentWords(range.begin, range, style);
    const QString to = momentWords(range.end, range, style);
    if (alone)
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2")).arg(from, to);
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: from %2 to %3"))
        .arg(track.title, from, to);
}

bool isLost(const TrackData& track, int rank, TimeRange gap)
{
    if (sentNoOps(track, rank))
        return true;
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

QString kindInWords(plan::OpKind kind)
{
    switch (kind) {
    case plan::OpKind::Forward:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "forward"));
    case plan::OpKind::Backward:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "backward"));
    case plan::OpKind::InputGrad:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "input gradient"));
    case plan::OpKind::WeightGrad:
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "weight gradient"));
    }
    return {};
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

QString rankInWords(const TrackData& track, int place)
{
    return track.ranks ? track.ranks->inWords(track.ranks->number(place))
                       : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1")).arg(place);
}

QString opTitle(const TrackData& track, const OpRef& ref)
{
    QString what = opInWords(ref.op);
    // Elsewhere the words stand within a sentence; here they begin one.
    what[0] = what[0].toUpper();
    QString place = rankInWords(track, ref.rank);
    if (hasChunks(track))
        place += storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", ", chunk %1"))
                     .arg(chunkOf(track, ref.op));
    return bracketed(what, place);
}

QStringList opStory(const Tracks& tracks, const OpRef& ref, TimeStyle style)
{
    const auto found = tracks.find(ref.slot);
    if (found == tracks.end() || !found->second->timeline)
        return {};
    const TrackData& track = *found->second;
    const plan::Span* span = findSpan(*track.timeline, ref.rank, ref.op);
    if (!span)
        return {};

    const TimeRange taken{span->start, span->end};
    QStringList lines{opTitle(track, ref),
                      storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2, from %3 to %4"))
                          .arg(track.title, timeWords(span->end - span->start, style),
                               momentWords(span->start, taken, style),
                               momentWords(span->end, taken, style))};

    if (const QString pair = pairLine(track, ref); !pair.isEmpty())
        lines << pair;
    lines += innerLines(track, ref, style);
    lines += kernelLines(track, ref, style);
    const auto& spans = track.timeline->spans[static_cast<std::size_t>(ref.rank)];
    // The bubble before an op begins where the op before it ended, and for the first one at 0.
    const Nanoseconds free = span == spans.data() ? Nanoseconds{0} : (span - 1)->end;
    const plan::Bubble* bubble = bubbleAt(track, ref.rank, free);
    if (bubble && bubble->next == ref.op)
        lines << waitingLine(track, *bubble, style);

    // Of one difference there is one number.
    if (const QStringList errors = errorLines(tracks, ref, style.unit); !errors.isEmpty())
        return lines + errors;
    for (const auto& [slot, other] : tracks) {
        if (slot == ref.slot || !other->timeline || !haveSameStages(track, *other))
            continue;
        if (const plan::Span* same = findSpan(*other->timeline, ref.rank, ref.op))
            lines << differenceLine(*other, same->end - same->start, span->end - span->start,
                                    style);
    }
    return lines;
}

QStringList tailStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style)
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
                .arg(rankNumber(track, rank))
                .arg(timeWords(to - from, style)),
            storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "From %1 to %2"))
                .arg(momentWords(from, {from, to}, style), momentWords(to, {from, to}, style))};
}

QStringList gapStory(const Tracks& tracks, int slot, int rank, TimeRange gap, TimeStyle style)
{
    const TrackData& track = *tracks.at(slot);
    const QString length = timeWords(gap.length(), style);
    const TimeUnit both = style.unit == TimeUnit::Auto ? unitFor(gap.end) : style.unit;
    const QString when = whenLine(tracks, track, gap, {both, style.brief});
    if (isLost(track, rank, gap))
        return {storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "No data on rank %1 for %2"))
                    .arg(rankNumber(track, rank))
                    .arg(length),
                when,
                sentNoOps(track, rank)
                    ? storyText(QT_TRANSLATE_NOOP(
                        "gui::TimelineStory", "The rank sent what its step came to, and no ops"))
                    : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                  "Telemetry of this time was lost"))};

    const auto& spans = track.timeline->spans[static_cast<std::size_t>(rank)];
    const plan::Phase phase = plan::phaseTimes(spans, track.timeline->makespan).at(gap.begin);
    QStringList lines{
        storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Bubble of %1 on rank %2, %3"))
            .arg(length)
            .arg(rankNumber(track, rank))
            .arg(phaseInWords(phase)),
        when};
    const plan::Bubble* bubble = bubbleAt(track, rank, gap.begin);
    if (!bubble)
        return lines;
    if (bubble->waitingFor)
        lines << storyText(
                     QT_TRANSLATE_NOOP("gui::TimelineStory", "Waiting for the %1 from rank %2"))
                     .arg(opInWords(*bubble->waitingFor))
                     .arg(rankNumber(track, bubble->waitingForRank));
    else if (!bubble->next)
        lines << storyText(
            QT_TRANSLATE_NOOP("gui::TimelineStory", "Done; waiting for the step to end"));
    if (bubble->inTransfer > Nanoseconds{0})
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 of it in transfer"))
                     .arg(timeWords(bubble->inTransfer, style));
    if (const QString chain = chainLine(track, *bubble, rank); !chain.isEmpty())
        lines << chain;
    if (bubble->unexplained > Nanoseconds{0})
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 of it unexplained"))
                     .arg(timeWords(bubble->unexplained, style));
    return lines;
}

} // namespace gui

#include "gui/lanes/lane_words.h"

#include "engine/lesson/quantity.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

using plan::Cause;
using plan::ChainLink;

struct LaneWords {
    Q_DECLARE_TR_FUNCTIONS(gui::LaneWords)
};

QString quantityText(const lesson::Quantity& quantity, LaneUnit unit)
{
    return QString::fromStdString(
        lesson::toText(quantity, lesson::usualUnit(quantity.dimension, unit), unit));
}

// What a rank does at a moment: the op that runs, or since when it idles.
struct Doing {
    const plan::Span* span = nullptr;
    std::optional<TimeRange> gap{};

    Nanoseconds since() const { return span ? span->start : gap ? gap->begin : Nanoseconds{-1}; }
};

Doing doingOf(const TrackData& track, int rank, Nanoseconds at)
{
    return {spanAt(*track.timeline, rank, at),
            gapAt(*track.timeline, rank, at, track.timeline->makespan)};
}

const plan::Bubble* bubbleOf(const TrackData& track, int rank, const Doing& doing)
{
    return doing.gap ? bubbleAt(track, rank, doing.gap->begin) : nullptr;
}

int newestRank(const TrackData& track, Nanoseconds at)
{
    int best = 0;
    auto bestKey = std::pair(Nanoseconds{-2}, false);
    for (int rank = 0; rank < int(track.timeline->spans.size()); ++rank) {
        const Doing doing = doingOf(track, rank, at);
        const plan::Bubble* bubble = bubbleOf(track, rank, doing);
        const auto key = std::pair(doing.since(), bubble && bubble->waitingFor);
        if (key > bestKey) {
            bestKey = key;
            best = rank;
        }
    }
    return best;
}

QString waitSentence(const TrackData& track, const plan::Bubble& bubble, int rank, Nanoseconds at)
{
    if (!bubble.next)
        return LaneWords::tr("Rank %1 is done, and waits for the step to end.").arg(rank);
    if (!bubble.waitingFor)
        return LaneWords::tr("Rank %1 idles.").arg(rank);
    const QString awaited = opText(*bubble.waitingFor);
    const plan::Span* made = findSpan(*track.timeline, bubble.waitingForRank, *bubble.waitingFor);
    if (made && made->end <= at)
        return LaneWords::tr("Rank %1 waits for %2, which is on its way.").arg(rank).arg(awaited);
    if (!track.explainer)
        return LaneWords::tr("Rank %1 waits for %2.").arg(rank).arg(awaited);
    const auto explained = track.explainer->explain(bubble, static_cast<std::size_t>(rank), 2);
    if (explained.links.size() < 2)
        return LaneWords::tr("Rank %1 waits for %2 of rank %3, at the start of the step.")
            .arg(rank)
            .arg(awaited)
            .arg(bubble.waitingForRank);
    const ChainLink& second = explained.links[1];
    const QString text = second.why == Cause::Input
        ? LaneWords::tr("Rank %1 waits for %2 of rank %3, which waits for %4.")
        : LaneWords::tr("Rank %1 waits for %2 of rank %3, which runs after %4.");
    return text.arg(rank).arg(awaited).arg(bubble.waitingForRank).arg(opText(second.op));
}

// Who waits at that place of the walk: an op, or the rank that idles.
QString waiterAt(const WhyWalk& walk, std::size_t link)
{
    if (link > 0)
        return opText(walk.walked()[link - 1].op);
    return walk.origin()->op ? opText(*walk.origin()->op)
                             : LaneWords::tr("Rank %1").arg(walk.origin()->rank);
}

QString linkText(const ChainLink& link, bool isRoot)
{
    switch (link.why) {
    case Cause::Input:
        if (isRoot)
            return LaneWords::tr("%1 waits for %2 of rank %3, which begins at the start of the "
                                 "step.");
        return link.transfer.count() > 0
            ? LaneWords::tr("%1 waits for %2 of rank %3, whose message takes %4.")
            : LaneWords::tr("%1 waits for %2 of rank %3.");
    case Cause::RankBusy:
        return isRoot
            ? LaneWords::tr("%1 could not begin before: its rank was busy with %2, which begins "
                            "at the start of the step.")
            : LaneWords::tr("%1 could not begin before: its rank was busy with %2.");
    case Cause::FusedPartner:
        return LaneWords::tr("%1 runs as one with %2, whose input came last.");
    case Cause::StepEnd:
        return LaneWords::tr("%1 has nothing left to run: the step ends with %2 of rank %3.");
    }
    return {};
}

} // namespace

QString laneTime(Nanoseconds time, LaneUnit unit) { return quantityText(lesson::time(time), unit); }

QString opText(const plan::Op& op) { return QString::fromStdString(plan::toText(op)); }

QString tickSentence(const TrackData& track, Nanoseconds at, LaneUnit unit, int rank)
{
    if (at >= track.timeline->makespan)
        return LaneWords::tr("The step ends after %1.")
            .arg(laneTime(track.timeline->makespan, unit));
    if (rank < 0)
        rank = newestRank(track, at);
    const Doing doing = doingOf(track, rank, at);
    if (doing.span) {
        const auto held = heldOn(*track.timeline, rank, at).size();
        return LaneWords::tr("Rank %1 runs %2; in flight on it: %3.")
            .arg(rank)
            .arg(opText(doing.span->op))
            .arg(held);
    }
    if (const plan::Bubble* bubble = bubbleOf(track, rank, doing))
        return waitSentence(track, *bubble, rank, at);
    return tailStory(track, rank, at, TimeUnit::Auto).value(0);
}

QString whySentence(const WhyWalk& walk, LaneUnit unit)
{
    if (!walk.isOn())
        return {};
    const auto walked = walk.walked();
    if (walked.empty()) {
        const TimeRange range = walk.origin()->range;
        if (!walk.origin()->op)
            return LaneWords::tr("Rank %1 idles for %2. Press [ to see what it waits for.")
                .arg(walk.origin()->rank)
                .arg(laneTime(range.length(), unit));
        if (walk.length() == 0)
            return LaneWords::tr("%1 waits for nothing: it is at the start of the step.")
                .arg(waiterAt(walk, 0));
        return LaneWords::tr("%1 runs from %2 to %3. Press [ to see what it waited for.")
            .arg(waiterAt(walk, 0), laneTime(range.begin, unit), laneTime(range.end, unit));
    }
    const ChainLink& link = walked.back();
    QString text = linkText(link, walk.isAtRoot());
    // Not every one of them names the rank, or the time.
    text.replace(QStringLiteral("%3"), QString::number(link.rank));
    text.replace(QStringLiteral("%4"), laneTime(link.transfer, unit));
    return text.arg(waiterAt(walk, walked.size() - 1), opText(link.op));
}

std::vector<LaneFact> factsOf(const lesson::Planned& planned, LaneUnit unit)
{
    const plan::ComparisonRow& row = planned.row();
    return {
        {LaneWords::tr("Step"), laneTime(row.makespan, unit)},
        {LaneWords::tr("Bubble"), quantityText(lesson::share(row.bubbleFraction), unit)},
        {LaneWords::tr("Overhead"), quantityText(lesson::share(row.bubbleOverhead), unit)},
        {LaneWords::tr("Span bubble"), quantityText(lesson::share(row.spanBubbleFraction), unit)},
        {LaneWords::tr("In flight"), QString::number(row.maxInFlight)},
        {LaneWords::tr("Messages"), QString::number(row.transfers)},
    };
}

} // namespace gui

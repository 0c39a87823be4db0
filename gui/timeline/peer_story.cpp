#include "gui/timeline/peer_story.h"

#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

namespace gui {
namespace {

constexpr std::size_t kNamedOutliers = 6;

// "rank 773 on n96", or "rank 3, replica 5" where the ranks of the run are not known.
QString peerInWords(const TrackData& track, int rank, int peer)
{
    return track.ranks ? track.ranks->inWords(track.ranks->number(rank, peer))
                       : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1, replica %2"))
                             .arg(rank)
                             .arg(peer);
}

// "Rank 773", or "Replica 5".
QString shortPeerName(const TrackData& track, int rank, int peer)
{
    return track.ranks ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Rank %1"))
                             .arg(track.ranks->number(rank, peer))
                       : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Replica %1")).arg(peer);
}

QString capital(QString words)
{
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

// "1.34 times as long", against what most of them take.
QString paceInWords(double pace)
{
    return pace <= 0
        ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "ran other ops, or some are missing"))
        : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1 times what most take"))
              .arg(threeDigits(pace));
}

} // namespace

QStringList peerStory(const TrackData& track, const PeerPlace& place, TimeStyle style)
{
    const PeerWork& peers = *track.peers;
    const QString who = peerInWords(track, place.rank, place.peer);
    if (!peers.hasOps(place.rank, place.peer))
        return {capital(who), peerTotalInWords(track, place.rank, place.peer, style)};
    if (!place.span)
        return {track.ranks ? capital(who) : who, paceInWords(peers.pace(place.rank, place.peer))};
    const plan::Span& span = *place.span;
    QString what = opInWords(span.op);
    what[0] = what[0].toUpper();
    QStringList lines{bracketed(what, who),
                      storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1, from %2 to %3"))
                          .arg(timeWords(span.end - span.start, style),
                               momentWords(span.start, {span.start, span.end}, style),
                               momentWords(span.end, {span.start, span.end}, style))};
    if (peers.isExact())
        return lines;
    if (const plan::Span* shown = findSpan(*track.timeline, place.rank, span.op))
        lines << labelled(shortPeerName(track, place.rank, peers.shown()),
                          timeWords(shown->end - shown->start, style));
    lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "All its ops: %1"))
                 .arg(paceInWords(peers.pace(place.rank, place.peer)));
    return lines;
}

QString peerTotalInWords(const TrackData& track, int rank, int peer, TimeStyle style)
{
    const PeerTotal* total
        = track.peers->totals() ? track.peers->totals()->of(rank, peer) : nullptr;
    if (!total || total->known == PeerTotal::Known::Nothing)
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "no ops recorded"));
    if (!total->hasWork())
        return storyText(
                   QT_TRANSLATE_NOOP("gui::TimelineStory", "no ops recorded: its step took %1"))
            .arg(timeWords(total->end, style));
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "summary only: ops %1, idle %2, %3"))
        .arg(timeWords(total->ops, style), shareText(total->idle, track.timeline->makespan),
             paceInWords(track.peers->pace(rank, peer)));
}

QStringList peersInWords(const TrackData& track, int rank, TimeStyle style)
{
    const PeerWork& peers = *track.peers;
    QStringList lines;
    if (track.ranks && track.ranks->areMany()) {
        const QString hosts = track.ranks->hostsOf(rank);
        lines << (hosts.isEmpty()
                      ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Ranks %1"))
                            .arg(track.ranks->numbersOf(rank))
                      : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Ranks %1 on %2"))
                            .arg(track.ranks->numbersOf(rank), hosts));
    }
    lines << (peers.isExact()
                  ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                                "%1: rank %3 stands for %2 devices that do the "
                                                "same"))
                        .arg(track.title, QString::number(peers.each()),
                             QString::number(rankNumber(track, rank)))
                  : storyText(
                        QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2 of %3 replicas are alike"))
                        .arg(track.title, QString::number(peers.alike(rank)),
                             QString::number(peers.each())));
    if (const int silent = peers.silent(rank); silent > 0)
        lines << storyText(
                     QT_TRANSLATE_NOOP("gui::TimelineStory", "Of %1 it is not known what they did"))
                     .arg(silent);
    int named = 0;
    const auto& outliers = peers.outliers(rank);
    for (const int peer : outliers.size() > kNamedOutliers ? peers.prominent(rank) : outliers) {
        ++named;
        lines << labelled(shortPeerName(track, rank, peer), paceInWords(peers.pace(rank, peer)));
    }
    if (const int more = static_cast<int>(outliers.size()) - named; more > 0)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "and %1 more")).arg(more);
    return lines + peerTotalsInWords(track, rank, style);
}

namespace {

// "; predicted 210 ms": of the ops of that place; empty where nothing is.
QString plannedInWords(const TrackData& track, int rank, TimeStyle style)
{
    const auto at = static_cast<std::size_t>(rank);
    if (!track.planned || at >= track.planned->spans.size())
        return {};
    Nanoseconds ops{};
    for (const plan::Span& span : track.planned->spans[at])
        ops += span.end - span.start;
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "; predicted %1"))
        .arg(timeWords(ops, style));
}

} // namespace

QStringList peerTotalsInWords(const TrackData& track, int rank, TimeStyle style)
{
    const PeerTotals* totals = track.peers->totals().get();
    QStringList lines;
    if (!totals || track.live)
        return lines;
    const PlaceTotals& place = totals->ofPlace(rank);
    const auto spread = [&](const char* source, const Spread& times, const auto& text) {
        lines << storyText(source).arg(text(times.least), text(times.median), text(times.most));
    };
    if (place.told > 0)
        spread(QT_TRANSLATE_NOOP("gui::TimelineStory", "Step: %1 to %3, median %2"), place.end,
               [&](Nanoseconds time) { return timeWords(time, style); });
    if (place.worked > 0)
        spread(QT_TRANSLATE_NOOP("gui::TimelineStory", "Idle: %1 to %3, median %2"), place.idle,
               [&](Nanoseconds time) { return shareText(time, track.timeline->makespan); });
    if (place.worked > 0) {
        spread(QT_TRANSLATE_NOOP("gui::TimelineStory", "Ops: %1 to %3, median %2"), place.ops,
               [&](Nanoseconds time) { return timeWords(time, style); });
        if (const QString planned = plannedInWords(track, rank, style); !planned.isEmpty())
            lines.back() += planned;
    }
    if (place.worked > 1)
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Slowest: %1, %2"))
                     .arg(peerInWords(track, rank, place.slowest),
                          paceInWords(track.peers->pace(rank, place.slowest)));
    if (const QString held = heldUpInWords(track); !held.isEmpty())
        lines << held;
    return lines;
}

QString heldUpInWords(const TrackData& track)
{
    const PeerTotals* totals = track.peers ? track.peers->totals().get() : nullptr;
    if (!totals || track.live || !totals->heldUpBy())
        return {};
    const PeerTotals::Culprit& by = *totals->heldUpBy();
    return storyText(
               QT_TRANSLATE_NOOP("gui::TimelineStory",
                                 "%1 holds the step up: its ops take %2 times what most take"))
        .arg(capital(peerInWords(track, by.place, by.peer)), threeDigits(by.pace));
}

} // namespace gui

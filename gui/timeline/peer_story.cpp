#include "gui/timeline/peer_story.h"

#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

namespace gui {
namespace {

constexpr int kNamedOutliers = 6;

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
    const QString who = storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "rank %1, replica %2"))
                            .arg(place.rank)
                            .arg(place.peer);
    if (!place.span)
        return {who, paceInWords(peers.pace(place.rank, place.peer))};
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
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Replica %1: %2"))
                     .arg(QString::number(peers.shown()),
                          timeWords(shown->end - shown->start, style));
    lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "All its ops: %1"))
                 .arg(paceInWords(peers.pace(place.rank, place.peer)));
    return lines;
}

QStringList peersInWords(const TrackData& track, int rank)
{
    const PeerWork& peers = *track.peers;
    QStringList lines{
        peers.isExact()
            ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory",
                                          "%1: rank %3 stands for %2 devices that do the same"))
                  .arg(track.title, QString::number(peers.each()), QString::number(rank))
            : storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1: %2 of %3 replicas are alike"))
                  .arg(track.title, QString::number(peers.alike(rank)),
                       QString::number(peers.each()))};
    int named = 0;
    for (const int peer : peers.outliers(rank)) {
        if (++named > kNamedOutliers)
            break;
        lines << storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Replica %1: %2"))
                     .arg(QString::number(peer), paceInWords(peers.pace(rank, peer)));
    }
    return lines;
}

} // namespace gui

#include "gui/timeline/fold_marks.h"

#include "gui/timeline/peer_story.h"
#include "gui/timeline/texts.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

QString plainRankName(int rank)
{
    return timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "rank %1")).arg(rank);
}

QString folded(const QString& name, bool unfolded)
{
    return QStringLiteral("%1 %2").arg(unfolded ? QStringLiteral("▾") : QStringLiteral("▸"), name);
}

QString withHost(const QString& name, const QString& host)
{
    return host.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, host);
}

// Of a run, where it says more than a place.
const RunRanks* runRanks(const Tracks& tracks)
{
    for (const auto& [slot, track] : tracks)
        if (track->ranks && (track->ranks->areMany() || track->ranks->hosts.size() > 1))
            return track->ranks.get();
    return nullptr;
}

// What is measured says more than what is predicted.
const PeerWork* peersIn(const Tracks& tracks)
{
    const PeerWork* peers = nullptr;
    for (const auto& [slot, track] : tracks)
        if (track->peers && track->peers->each() > 1 && (!peers || !track->peers->isExact()))
            peers = track->peers.get();
    return peers;
}

QString nameOf(const RunRanks* ranks, const PeerWork* peers, int rank, bool unfolded)
{
    if (ranks && ranks->areMany())
        return folded(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "ranks %1"))
                          .arg(ranks->numbersOf(rank)),
                      unfolded);
    const QString name
        = ranks ? withHost(plainRankName(rank), ranks->host(rank)) : plainRankName(rank);
    return peers
        ? folded(QStringLiteral("%1 ×%2").arg(name, QString::number(peers->alike(rank))), unfolded)
        : name;
}

QString shareRange(const Spread& times, Nanoseconds whole)
{
    const QString least = shareText(times.least, whole);
    const QString most = shareText(times.most, whole);
    return least == most ? least : QStringLiteral("%1 – %2").arg(least, most);
}

} // namespace

QString rankName(const ChromeView& view, int rank)
{
    const bool unfolded = std::binary_search(view.unfolded.begin(), view.unfolded.end(), rank);
    return nameOf(runRanks(view.tracks), peersIn(view.tracks), rank, unfolded);
}

QStringList rankDetails(const ChromeView& view, int rank)
{
    QStringList details;
    const RunRanks* ranks = runRanks(view.tracks);
    if (!ranks || !ranks->areMany())
        return details;
    if (const QString hosts = ranks->hostsOf(rank); !hosts.isEmpty())
        details << hosts;
    for (const auto& [slot, track] : view.tracks) {
        const auto* totals = track->peers ? track->peers->totals().get() : nullptr;
        if (!totals || track->live || totals->ofPlace(rank).worked == 0
            || track->timeline->makespan <= Nanoseconds{0})
            continue;
        details << timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "idle %1"))
                       .arg(shareRange(totals->ofPlace(rank).idle, track->timeline->makespan));
        break;
    }
    return details;
}

QString widestRankName(const Tracks& tracks)
{
    std::size_t ranks = 1;
    for (const auto& [slot, track] : tracks)
        if (track->timeline)
            ranks = std::max(ranks, track->timeline->spans.size());
    const int last = static_cast<int>(ranks) - 1;
    const RunRanks* run = runRanks(tracks);
    QString widest = nameOf(run, nullptr, last, false);
    for (const QString& host : run ? run->hosts : std::vector<QString>{})
        if (const QString name = withHost(plainRankName(run->number(last)), host);
            name.size() > widest.size())
            widest = name;
    if (run && run->areMany()) {
        // What stands under the names, a place's ranks all alike.
        const QString idle = folded(timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "idle %1"))
                                        .arg(shareText(Nanoseconds{500}, Nanoseconds{1000})),
                                    false);
        return idle.size() > widest.size() ? idle : widest;
    }
    int peers = 1;
    for (const auto& [slot, track] : tracks)
        if (track->peers)
            peers = std::max(peers, track->peers->each());
    return peers < 2 ? widest : folded(QStringLiteral("%1 ×%2").arg(widest).arg(peers), false);
}

namespace {

QString peerName(const TrackData& track, const FrameRow& row)
{
    if (!track.ranks)
        return timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "replica %1")).arg(row.peer);
    const int number = track.ranks->number(row.rank, row.peer);
    return withHost(plainRankName(number), track.ranks->host(number));
}

} // namespace

void paintPeerName(QPainter& painter, const ChromeView& view, const FrameRow& row)
{
    const QRect& area = view.areas.labels;
    const QFontMetrics metrics = painter.fontMetrics();
    const auto& track = *view.tracks.at(row.slot);
    const auto& outliers = track.peers->outliers(row.rank);
    const bool apart = std::binary_search(outliers.begin(), outliers.end(), row.peer)
        && std::abs(track.peers->pace(row.rank, row.peer) - 1) > 0;
    const int middle = area.top() + row.place.top + row.place.height / 2;
    painter.setPen(apart ? view.theme.warning : view.theme.mutedText);
    painter.drawText(QRect(area.left(), middle - metrics.height() / 2,
                           area.width() - gui::metrics().px(6), metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(peerName(track, row), Qt::ElideMiddle,
                                                      area.width() - 2 * gui::metrics().px(6)));
}

// On a ground of its own where it would stand on the dots of what is not known.
void paintPeerTotals(QPainter& painter, const ChromeView& view)
{
    const QRect& plot = view.areas.plot;
    const QFontMetrics metrics = painter.fontMetrics();
    for (const FrameRow& row : view.layout.visibleRows(view.scroll, plot.height(), 1)) {
        const TrackData& track = *view.tracks.at(row.slot);
        if (row.peer < 0 || !track.peers || track.peers->hasOps(row.rank, row.peer)
            || row.place.height < metrics.height())
            continue;
        const QString words = peerTotalInWords(track, row.rank, row.peer, {view.unit, true});
        QRect box(plot.left() + gui::metrics().px(6),
                  plot.top() + row.place.top + (row.place.height - metrics.height()) / 2,
                  metrics.horizontalAdvance(words) + gui::metrics().px(8), metrics.height());
        const PeerTotal* total
            = track.peers->totals() ? track.peers->totals()->of(row.rank, row.peer) : nullptr;
        if (!total || total->known == PeerTotal::Known::Nothing)
            painter.fillRect(box, view.theme.base);
        painter.setPen(view.theme.text);
        painter.drawText(box, Qt::AlignCenter, words);
    }
}

} // namespace gui

#include "gui/timeline/fold_marks.h"

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

QString withPeers(const QString& name, bool unfolded, int alike)
{
    return QStringLiteral("%1 %2 ×%3")
        .arg(unfolded ? QStringLiteral("▾") : QStringLiteral("▸"), name)
        .arg(alike);
}

} // namespace

QString rankName(const ChromeView& view, int rank)
{
    const QString name = plainRankName(rank);
    const PeerWork* peers = nullptr; // what is measured says more than what is predicted
    for (const auto& [slot, track] : view.tracks)
        if (track->peers && track->peers->each() > 1 && (!peers || !track->peers->isExact()))
            peers = track->peers.get();
    if (!peers)
        return name;
    const bool unfolded = std::binary_search(view.unfolded.begin(), view.unfolded.end(), rank);
    return withPeers(name, unfolded, peers->alike(rank));
}

QString widestRankName(const Tracks& tracks)
{
    std::size_t ranks = 1;
    int peers = 1;
    for (const auto& [slot, track] : tracks) {
        if (track->timeline)
            ranks = std::max(ranks, track->timeline->spans.size());
        if (track->peers)
            peers = std::max(peers, track->peers->each());
    }
    const QString widest = plainRankName(static_cast<int>(ranks) - 1);
    return peers < 2 ? widest : withPeers(widest, false, peers);
}

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
                     timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "replica %1")).arg(row.peer));
}

} // namespace gui

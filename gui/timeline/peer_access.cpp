// The rows of single peers, as screen readers have them.

#include "gui/text/joined.h"
#include "gui/timeline/access_rows.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/timeline_canvas.h"

#include <algorithm>

namespace gui {

bool PeerAccess::isValid() const
{
    const std::vector<int>& peers = peersOf(m_slot, m_rank);
    return track(m_slot) && std::find(peers.begin(), peers.end(), m_peer) != peers.end();
}

QAccessibleInterface* PeerAccess::parent() const { return rowOf(m_slot, m_rank); }

QString PeerAccess::text(QAccessible::Text which) const
{
    if (!isValid())
        return {};
    QStringList story
        = peerStory(*track(m_slot), {m_rank, m_peer, nullptr}, canvas().viewState().unit());
    if (which == QAccessible::Name)
        return enumerated({track(m_slot)->title, story.front()});
    return which == QAccessible::Description ? story.mid(1).join(QStringLiteral(". ")) : QString();
}

QRect PeerAccess::rect() const
{
    if (!isValid())
        return {};
    const TrackLayout& layout = scene().layout();
    const std::vector<int>& peers = peersOf(m_slot, m_rank);
    const auto before = std::find(peers.begin(), peers.end(), m_peer) - peers.begin();
    const QRect plot = scene().areas().plot;
    const QRect place = QRect(plot.left(),
                              plot.top() + layout.peersTop(*layout.track(m_slot), m_rank)
                                  + static_cast<int>(before) * layout.rowHeight - scene().scroll(),
                              plot.width(), layout.rowHeight)
                            .intersected(plot);
    return place.isEmpty() ? QRect() : QRect(canvas().mapToGlobal(place.topLeft()), place.size());
}

QAccessible::State PeerAccess::state() const
{
    QAccessible::State state;
    state.readOnly = true;
    state.invalid = !isValid();
    state.offscreen = rect().isEmpty();
    return state;
}

} // namespace gui

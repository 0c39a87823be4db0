#include "gui/window/peers_shown.h"

#include <algorithm>

namespace gui {
namespace {

constexpr long long kMostPeers = 1 << 16; // of one place, whatever a strategy says

} // namespace

std::shared_ptr<const PeerWork> peersOf(const strategy::Strategy& strategy)
{
    const strategy::Parallel& parallel = strategy.parallel;
    const long long each = std::clamp(1LL * parallel.tensor * parallel.context, 1LL, kMostPeers)
        * strategy::dataParallel(strategy);
    return each < 2
        ? nullptr
        : std::make_shared<const PeerWork>(static_cast<int>(std::min(each, kMostPeers)));
}

std::shared_ptr<const PeerWork> PeersShown::of(const measured::Step& step, int replica, bool live)
{
    const bool isSame = live && m_step == step.number && m_places == step.peers.size() && m_made
        && m_made->shown() == replica;
    if (isSame && !m_since.hasExpired(kPatienceMs))
        return m_made;
    m_step = live ? step.number : -1;
    m_places = step.peers.size();
    m_made = step.peers.empty()
        ? nullptr
        : std::make_shared<const PeerWork>(replica, step.peers, step.timeline, live);
    m_since.start();
    return m_made;
}

} // namespace gui

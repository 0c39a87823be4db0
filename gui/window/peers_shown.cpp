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

std::shared_ptr<const PeerWork> peersOf(const measured::Step& step, int replica, bool live)
{
    return step.peers.empty()
        ? nullptr
        : std::make_shared<const PeerWork>(replica, step.peers, step.timeline, live);
}

} // namespace gui

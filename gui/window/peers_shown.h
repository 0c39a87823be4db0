// The ranks that share a place of the pipeline, as the tracks of the timeline show them.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/strategy/strategy.h"
#include "gui/timeline/peer_work.h"

#include <QElapsedTimer>

#include <memory>

namespace gui {

// Of the strategy's tensor, context and data ranks, which are predicted to do the same; null where
// every place has one rank.
std::shared_ptr<const PeerWork> peersOf(const strategy::Strategy& strategy);

// As measured, of the steps that are on show one after the other.
class PeersShown {
public:
    // A step under way is looked at again only after so long, for every span of every peer is.
    static constexpr int kPatienceMs = 250;

    // Null where the run has one replica. `replica`: whose timeline the step's is. `live`: the step
    // is under way.
    std::shared_ptr<const PeerWork> of(const measured::Step& step, int replica, bool live);

private:
    std::shared_ptr<const PeerWork> m_made;
    int m_step = -1; // under way, that m_made is of; -1: none is
    std::size_t m_places = 0;
    QElapsedTimer m_since;
};

} // namespace gui

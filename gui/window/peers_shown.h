// The ranks that share a place of the pipeline, as the tracks of the timeline show them.

#pragma once

#include "engine/measured/step_assembler.h"
#include "engine/strategy/strategy.h"
#include "gui/timeline/peer_work.h"

#include <memory>

namespace gui {

// Of the strategy's tensor, context and data ranks, which are predicted to do the same; null where
// every place has one rank.
std::shared_ptr<const PeerWork> peersOf(const strategy::Strategy& strategy);

// As measured; null where the run has one replica. `replica`: whose timeline the step's is. `live`:
// the step is under way.
std::shared_ptr<const PeerWork> peersOf(const measured::Step& step, int replica, bool live);

} // namespace gui

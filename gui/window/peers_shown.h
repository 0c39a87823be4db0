// The ranks that share a place of the pipeline, as the tracks of the timeline show them.

#pragma once

#include "engine/measured/rank_hosts.h"
#include "engine/measured/run_info.h"
#include "engine/measured/step_assembler.h"
#include "engine/strategy/strategy.h"
#include "gui/timeline/peer_work.h"
#include "gui/timeline/run_ranks.h"

#include <QElapsedTimer>

#include <memory>

namespace gui {

// Of the strategy's tensor, context and data ranks, which are predicted to do the same; null where
// every place has one rank.
std::shared_ptr<const PeerWork> peersOf(const strategy::Strategy& strategy);

// "n96" of "n96.cluster.example", harmless to show; of an address all of it.
QString shortHost(const std::string& name);

// What every rank of the world came to in that step; null where the run has one replica, or little
// of it has spoken. `replicas`: of the run.
std::shared_ptr<const PeerTotals> totalsOf(const measured::Step& step, int replicas);

// The numbers and the hosts of the ranks of a run, as far as they have told them.
class RunRanksShown {
public:
    // Never null; the same until something of it has changed.
    std::shared_ptr<const RunRanks> of(const measured::RunInfo& run,
                                       const measured::RankHosts& hosts);

private:
    std::shared_ptr<const RunRanks> m_made;
    measured::RunInfo m_run;
    std::uint64_t m_revision = 0; // of the hosts
};

// As measured, of the steps that are on show one after the other.
class PeersShown {
public:
    // A step under way is looked at again only after so long, for every span of every peer is.
    static constexpr int kPatienceMs = 250;

    // Null where the run has one replica. `replica`: whose timeline the step's is, of so many.
    // `live`: the step is under way. What is handed out shares the step.
    std::shared_ptr<const PeerWork> of(const std::shared_ptr<const measured::Step>& step,
                                       int replica, int replicas, bool live);

private:
    std::shared_ptr<const PeerWork> m_made;
    int m_step = -1; // under way, that m_made is of; -1: none is
    std::size_t m_places = 0;
    QElapsedTimer m_since;
};

} // namespace gui

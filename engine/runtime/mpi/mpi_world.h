// The ranks of a run, over MPI: what they agree on, the transport of each pipeline, the groups
// across pipelines, and the clocks of all.

#pragma once

#include "engine/runtime/host_communicator.h"
#include "engine/runtime/mpi/mpi_clock.h"
#include "engine/runtime/mpi/mpi_control.h"
#include "engine/runtime/mpi/mpi_transport.h"
#include "engine/runtime/pipeline_setup.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

struct WorldOptions {
    int replica = 0;            // of the pipelines side by side, the one of this rank
    int place = 0;              // this rank's in its pipeline
    Nanoseconds patience{};     // of one wait
    bool measureClocks = false; // even between ranks that share one
};

// Among the ranks of this machine.
struct LocalPlace {
    int rank = 0;
    int ranks = 1;
};

// Used by the thread that initialised MPI; destroyed while MPI is still initialised, after all
// groups that it made.
class MpiWorld {
public:
    // All ranks of MPI_COMM_WORLD call it. `waiting` must outlive it.
    static plan::Result<std::unique_ptr<MpiWorld>>
    open(const PipelineSetup& pipeline, const WorldOptions& options, Waiting& waiting);
    ~MpiWorld();
    MpiWorld(const MpiWorld&) = delete;
    MpiWorld& operator=(const MpiWorld&) = delete;

    LocalPlace localPlace() const { return m_localPlace; }

    Control& control() { return *m_control; }
    MpiTransport& transport() { return *m_transport; } // between the ranks of this pipeline

    // The group of that name; `members` are ranks of the run, in the group's order, and empty
    // where this rank is in none of that name: then there is none. All ranks call it for the same
    // names in the same order.
    plan::Result<std::unique_ptr<HostCommunicator>> makeGroup(const std::string& name,
                                                              const std::vector<int>& members);

    const RankClock& clock() const { return m_clock->get(); }
    // By all ranks, between steps.
    plan::Outcome measureClocks() { return m_clock->measureAgain(); }

private:
    MpiWorld(Nanoseconds patience, Waiting& waiting);
    plan::Outcome findLocalPlace();
    plan::Outcome connect(const PipelineSetup& pipeline, const WorldOptions& options);

    const Nanoseconds m_patience;
    Waiting& m_waiting;
    LocalPlace m_localPlace;
    MPI_Comm m_pipeline = MPI_COMM_NULL;
    std::unique_ptr<MpiControl> m_control;
    std::unique_ptr<MpiTransport> m_transport;
    std::optional<MpiClock> m_clock;
};

} // namespace engine

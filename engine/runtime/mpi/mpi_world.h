// The ranks of a run that trains, over MPI: the transport of each pipeline, the groups across
// pipelines, and the clocks of all.

#pragma once

#include "engine/runtime/cpu/cpu_communicator.h"
#include "engine/runtime/mpi/mpi_clock.h"
#include "engine/runtime/mpi/mpi_transport.h"
#include "engine/runtime/training/training_setup.h"

#include <memory>

namespace engine {

// Used by the thread that initialised MPI; destroyed while MPI is still initialised, after all
// groups that it made.
class MpiWorld {
public:
    // All ranks of MPI_COMM_WORLD call it. `setup` and `waiting` must outlive it.
    static plan::Result<std::unique_ptr<MpiWorld>> open(const training::TrainingSetup& setup,
                                                        Nanoseconds patience, bool measureClocks,
                                                        Waiting& waiting);
    ~MpiWorld();
    MpiWorld(const MpiWorld&) = delete;
    MpiWorld& operator=(const MpiWorld&) = delete;

    MpiTransport& transport() { return *m_transport; } // between the ranks of this pipeline
    HostCommunicator& world() { return *m_world; }     // all ranks
    training::MakeHostGroup makeGroup();

    const RankClock& clock() const { return m_clock->get(); }
    // By all ranks, between steps.
    plan::Outcome measureClocks();

private:
    MpiWorld(Nanoseconds patience, Waiting& waiting);
    plan::Outcome connect(const training::TrainingSetup& setup, bool measureClocks);

    Nanoseconds m_patience;
    Waiting& m_waiting;
    MPI_Comm m_pipeline = MPI_COMM_NULL;
    std::unique_ptr<MpiTransport> m_transport;
    std::unique_ptr<HostCommunicator> m_world;
    std::optional<MpiClock> m_clock;
};

} // namespace engine

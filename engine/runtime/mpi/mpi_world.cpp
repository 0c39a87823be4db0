#include "engine/runtime/mpi/mpi_world.h"

#include "engine/runtime/mpi/mpi_check.h"
#include "engine/runtime/mpi/mpi_communicator.h"

#include <numeric>
#include <vector>

namespace engine {

plan::Result<std::unique_ptr<MpiWorld>> MpiWorld::open(const training::TrainingSetup& setup,
                                                       Nanoseconds patience, bool measureClocks,
                                                       Waiting& waiting)
{
    std::unique_ptr<MpiWorld> world(new MpiWorld(patience, waiting));
    if (auto connected = world->connect(setup, measureClocks); !connected)
        return connected.error();
    return world;
}

MpiWorld::MpiWorld(Nanoseconds patience, Waiting& waiting)
    : m_patience(patience)
    , m_waiting(waiting)
{
}

MpiWorld::~MpiWorld()
{
    m_clock.reset();
    m_transport.reset();
    if (m_pipeline != MPI_COMM_NULL)
        MPI_Comm_free(&m_pipeline);
}

plan::Outcome MpiWorld::connect(const training::TrainingSetup& setup, bool measureClocks)
{
    auto clock = MpiClock::open(MPI_COMM_WORLD, m_waiting, m_patience, measureClocks);
    if (!clock)
        return clock.error();
    m_clock.emplace(std::move(*clock));

    const int replica = training::rankAt(setup.grid, setup.place) % setup.grid.replicas();
    if (auto error
        = mpiError(MPI_Comm_split(MPI_COMM_WORLD, replica, setup.place.pipeline, &m_pipeline),
                   "making the communicator of a pipeline"))
        return *error;
    const PipelineSetup& pipeline = setup.pipeline;
    auto transport = MpiTransport::open(m_pipeline,
                                        {.stages = pipeline.schedule.shape.stages(),
                                         .microbatches = pipeline.schedule.shape.microbatches,
                                         .messageBytes = pipeline.messageBytes,
                                         .leastBuffers = pipeline.buffers,
                                         .patience = m_patience,
                                         .startsTogether = false,
                                         .pairs = pipeline.pairs},
                                        m_waiting);
    if (!transport)
        return transport.error();
    m_transport = std::move(*transport);
    m_transport->setClockOffset(m_clock->get().toRankZero);
    std::vector<int> everybody(static_cast<std::size_t>(setup.grid.ranks()));
    std::iota(everybody.begin(), everybody.end(), 0);
    auto world = makeGroup()("world", everybody);
    if (!world)
        return world.error();
    m_world = std::move(*world);
    return plan::done();
}

plan::Outcome MpiWorld::measureClocks()
{
    if (auto measured = m_clock->measureAgain(); !measured)
        return measured;
    m_transport->setClockOffset(m_clock->get().toRankZero);
    return plan::done();
}

training::MakeHostGroup MpiWorld::makeGroup()
{
    return
        [this](const std::string& name,
               const std::vector<int>& members) -> plan::Result<std::unique_ptr<HostCommunicator>> {
            if (members.empty())
                return std::unique_ptr<HostCommunicator>();
            auto group = MpiCommunicator::split(MPI_COMM_WORLD, name, members,
                                                {.patience = m_patience}, m_waiting);
            if (!group)
                return group.error();
            return std::unique_ptr<HostCommunicator>(std::move(*group));
        };
}

} // namespace engine

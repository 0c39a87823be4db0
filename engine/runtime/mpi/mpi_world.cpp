#include "engine/runtime/mpi/mpi_world.h"

#include "engine/runtime/mpi/mpi_check.h"
#include "engine/runtime/mpi/mpi_communicator.h"

namespace engine {

plan::Result<std::unique_ptr<MpiWorld>>
MpiWorld::open(const PipelineSetup& pipeline, const WorldOptions& options, Waiting& waiting)
{
    std::unique_ptr<MpiWorld> world(new MpiWorld(options.patience, waiting));
    if (auto connected = world->connect(pipeline, options); !connected)
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
    m_control.reset();
    if (m_pipeline != MPI_COMM_NULL)
        MPI_Comm_free(&m_pipeline);
}

plan::Outcome MpiWorld::findLocalPlace()
{
    MPI_Comm machine = MPI_COMM_NULL;
    // By their ranks of the run, so that neighbours share what they share.
    if (auto error = mpiError(
            MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
            "finding the ranks of this machine"))
        return *error;
    MPI_Comm_rank(machine, &m_localPlace.rank);
    MPI_Comm_size(machine, &m_localPlace.ranks);
    MPI_Comm_free(&machine);
    return plan::done();
}

plan::Outcome MpiWorld::connect(const PipelineSetup& pipeline, const WorldOptions& options)
{
    if (auto found = findLocalPlace(); !found)
        return found;
    auto control = MpiControl::open(MPI_COMM_WORLD, m_patience, m_waiting);
    if (!control)
        return control.error();
    m_control = std::move(*control);
    // Before the transport: no message of a pipeline is on its way that could lengthen a round
    // trip.
    auto clock = MpiClock::open(MPI_COMM_WORLD, m_waiting, m_patience, options.measureClocks);
    if (!clock)
        return clock.error();
    m_clock.emplace(std::move(*clock));

    if (auto error
        = mpiError(MPI_Comm_split(MPI_COMM_WORLD, options.replica, options.place, &m_pipeline),
                   "making the communicator of a pipeline"))
        return *error;
    const plan::Shape& shape = pipeline.schedule.shape;
    auto transport = MpiTransport::open(m_pipeline,
                                        {.stages = shape.stages(),
                                         .microbatches = shape.microbatches,
                                         .messageBytes = pipeline.messageBytes,
                                         .leastBuffers = pipeline.buffers,
                                         .patience = m_patience,
                                         .pairs = pipeline.pairs},
                                        m_waiting);
    if (!transport)
        return transport.error();
    m_transport = std::move(*transport);
    return plan::done();
}

plan::Result<std::unique_ptr<HostCommunicator>> MpiWorld::makeGroup(const std::string& name,
                                                                    const std::vector<int>& members)
{
    // Nothing collective happens here: a group is made by its members alone, so others need not
    // take part.
    if (members.empty())
        return std::unique_ptr<HostCommunicator>();
    auto group = MpiCommunicator::split(MPI_COMM_WORLD, name, members, {.patience = m_patience},
                                        m_waiting);
    if (!group)
        return group.error();
    return std::unique_ptr<HostCommunicator>(std::move(*group));
}

} // namespace engine

#include "engine/runtime/mpi/mpi_control.h"

#include "engine/runtime/message.h"
#include "engine/runtime/mpi/mpi_check.h"

namespace engine {

plan::Result<std::unique_ptr<MpiControl>> MpiControl::open(MPI_Comm world, Nanoseconds patience,
                                                           Waiting& waiting)
{
    std::unique_ptr<MpiControl> control(new MpiControl(patience, waiting));
    // A communicator that MPI made itself ends the process at an error; this one returns it.
    if (auto error = mpiError(MPI_Comm_dup(world, &control->m_comm), "making a communicator"))
        return *error;
    MPI_Comm_set_errhandler(control->m_comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(control->m_comm, &control->m_rank);
    MPI_Comm_size(control->m_comm, &control->m_ranks);
    return control;
}

MpiControl::MpiControl(Nanoseconds patience, Waiting& waiting)
    : m_patience(patience)
    , m_waiting(waiting)
{
}

MpiControl::~MpiControl()
{
    if (m_comm != MPI_COMM_NULL)
        MPI_Comm_free(&m_comm);
}

// Never blocks inside MPI: whoever waits for a rank that is gone must be able to say so.
plan::Result<Nanoseconds> MpiControl::agreeMax(Nanoseconds value, const std::string& what)
{
    // On the stack although MPI holds their addresses: this function returns early only with an
    // error that ends the run, after which MPI is only called to abort.
    std::int64_t mine = value.count();
    std::int64_t largest = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    const std::string doing = "agreeing on " + what;
    if (auto error = mpiError(
            MPI_Iallreduce(&mine, &largest, 1, MPI_INT64_T, MPI_MAX, m_comm, &request), doing))
        return *error;
    const auto over
        = m_waiting.pollUntil(m_waiting.now() + m_patience, [&]() -> plan::Result<bool> {
              int flag = 0;
              if (auto error = mpiError(MPI_Test(&request, &flag, MPI_STATUS_IGNORE), doing))
                  return *error;
              return flag != 0;
          });
    if (!over)
        return over.error();
    if (!*over)
        return noAgreement(m_rank, what, m_patience);
    return Nanoseconds(largest);
}

} // namespace engine

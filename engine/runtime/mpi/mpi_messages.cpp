#include "engine/runtime/mpi/mpi_messages.h"

#include "engine/runtime/mpi/mpi_check.h"

#include <algorithm>

namespace engine {

namespace {

// MPI counts in int.
constexpr std::size_t kLongestMessage = std::size_t{1} << 30;
constexpr int kSent = -1;

} // namespace

MpiMessages::MpiMessages(MPI_Comm comm, std::string doing)
    : m_comm(comm)
    , m_doing(std::move(doing))
{
}

MpiMessages::~MpiMessages()
{
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
        if (m_requests[i] == MPI_REQUEST_NULL)
            continue;
        if (m_lengths[i] != kSent)
            // Only receives: cancelling a send is deprecated since MPI 4.0, and the peer may
            // already be reading it.
            MPI_Cancel(&m_requests[i]);
        MPI_Request_free(&m_requests[i]);
    }
}

plan::Outcome MpiMessages::send(std::span<const std::byte> data, int to, int tag)
{
    for (; !data.empty(); data = data.subspan(std::min(data.size(), kLongestMessage))) {
        const int length = static_cast<int>(std::min(data.size(), kLongestMessage));
        MPI_Request request = MPI_REQUEST_NULL;
        if (auto error = mpiError(
                MPI_Isend(data.data(), length, MPI_BYTE, to, tag, m_comm, &request), m_doing))
            return *error;
        m_requests.push_back(request);
        m_lengths.push_back(kSent);
    }
    return plan::done();
}

plan::Outcome MpiMessages::receive(std::span<std::byte> data, int from, int tag)
{
    for (; !data.empty(); data = data.subspan(std::min(data.size(), kLongestMessage))) {
        const int length = static_cast<int>(std::min(data.size(), kLongestMessage));
        MPI_Request request = MPI_REQUEST_NULL;
        if (auto error = mpiError(
                MPI_Irecv(data.data(), length, MPI_BYTE, from, tag, m_comm, &request), m_doing))
            return *error;
        m_requests.push_back(request);
        m_lengths.push_back(length);
    }
    return plan::done();
}

plan::Result<bool> MpiMessages::over()
{
    if (none())
        return true;
    m_statuses.resize(m_requests.size());
    int flag = 0;
    const int code = MPI_Testall(static_cast<int>(m_requests.size()), m_requests.data(), &flag,
                                 m_statuses.data());
    // The code only says that some of them failed; which, and why, stands in their states.
    if (code == MPI_ERR_IN_STATUS) {
        for (const MPI_Status& status : m_statuses)
            if (status.MPI_ERROR != MPI_ERR_PENDING)
                if (auto error = mpiError(status.MPI_ERROR, m_doing))
                    return *error;
    }
    if (auto error = mpiError(code, m_doing))
        return *error;
    if (flag == 0)
        return false;
    auto checked = checkLengths();
    m_requests.clear();
    m_lengths.clear();
    if (!checked)
        return checked.error();
    return true;
}

plan::Outcome MpiMessages::checkLengths() const
{
    for (std::size_t i = 0; i < m_lengths.size(); ++i) {
        if (m_lengths[i] == kSent)
            continue;
        int length = 0;
        MPI_Get_count(&m_statuses[i], MPI_BYTE, &length);
        // A shorter message is no error to MPI, but to us it is another collective of a rank that
        // got out of step.
        if (length != m_lengths[i])
            return plan::Error{std::to_string(length) + " bytes came " + m_doing + " where "
                               + std::to_string(m_lengths[i])
                               + " were expected; do all ranks run the same strategy?"};
    }
    return plan::done();
}

} // namespace engine

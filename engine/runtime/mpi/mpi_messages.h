// The messages of one part of a collective: started together, over together.

#pragma once

#include "engine/plan/result.h"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace engine {

// Used by one thread. Memory that was handed to send() or receive() stays the caller's and must not
// be touched before over() says true.
class MpiMessages {
public:
    // `doing` is for the sentence of an error: "in the all-reduce of tp".
    MpiMessages(MPI_Comm comm, std::string doing);
    ~MpiMessages(); // lets go of what is under way: its buffers must not be used again
    MpiMessages(const MpiMessages&) = delete;
    MpiMessages& operator=(const MpiMessages&) = delete;

    // Data over 1 GiB goes as several messages. Nothing is sent for no data.
    plan::Outcome send(std::span<const std::byte> data, int to, int tag);
    plan::Outcome receive(std::span<std::byte> data, int from, int tag);

    // Nothing was started since the last over(), or nothing had data.
    bool none() const { return m_requests.empty(); }

    // True once all are over, which are then forgotten. The error is of MPI, or a message
    // of another length than the receive.
    plan::Result<bool> over();

private:
    plan::Outcome checkLengths() const;

    MPI_Comm m_comm;
    std::string m_doing;
    // The three go together, by index.
    std::vector<MPI_Request> m_requests;
    std::vector<int> m_lengths; // of the receive; -1: a send
    std::vector<MPI_Status> m_statuses;
};

} // namespace engine

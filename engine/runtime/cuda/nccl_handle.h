// One communicator of NCCL, from the first call for it to the last.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/cuda/flight_record.h"
#include "engine/runtime/lanes.h"

#include <memory>
#include <string>

#include <nccl.h>

namespace gpu {

struct NcclTerms {
    std::string name; // "tp", "0 to 1"
    int rank = 0;     // of this one among its members
    int size = 1;
    engine::Lane lane{}; // that its operations are queued in
    // The most thread blocks that one of its kernels takes; see NcclOptions.
    int blocks = 8;
};

// No call of it waits, but abort(), which frees what the device has. What it returns is an error of
// NCCL. Used by one thread.
class NcclHandle {
public:
    // Begins to make it; it comes about when all members have begun, and settled() says when.
    static plan::Result<std::unique_ptr<NcclHandle>> begin(NcclTerms terms, const ncclUniqueId& id);
    // Aborts what was neither destroyed nor aborted.
    ~NcclHandle();
    NcclHandle(const NcclHandle&) = delete;
    NcclHandle& operator=(const NcclHandle&) = delete;

    const std::string& name() const { return m_terms.name; }
    // Short, the same for all members, and of no other communicator.
    const std::string& identity() const { return m_identity; }
    int rank() const { return m_terms.rank; }
    int size() const { return m_terms.size; }
    engine::Lane lane() const { return m_terms.lane; }

    // For NCCL's own calls, which may be made while it is alive() and settled().
    ncclComm_t get() const { return m_communicator; }
    bool alive() const { return m_communicator != nullptr; }

    // Whether nothing is under way of what was asked for last; before that is so, an operation may
    // not be in its lane yet. The error may be one of another member, or of the network, and of
    // any operation.
    plan::Result<bool> settled();

    // Ends it together with the other members, who do the same: begins to, and settled() says when
    // that is done; then it can be destroyed.
    plan::Outcome finalize();
    void destroy();

    // Ends it alone: its kernels give up, and what they were to receive is left as it is. Once; a
    // communicator that is gone stays so.
    void abort();

    FlightLog& log() { return m_log; }

private:
    NcclHandle(NcclTerms terms, std::string identity);

    const NcclTerms m_terms;
    const std::string m_identity;
    ncclComm_t m_communicator = nullptr; // none: it is gone
    FlightLog m_log;
};

} // namespace gpu

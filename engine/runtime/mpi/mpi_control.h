// Agreement between processes, over MPI.

#pragma once

#include "engine/runtime/control.h"
#include "engine/runtime/waiting.h"

#include <mpi.h>

#include <memory>

namespace engine {

// Used by the thread that initialised MPI; destroyed while it still is.
class MpiControl final : public Control {
public:
    // All ranks of `world` call this. Makes a communicator of its own, whose errors are returned.
    // `patience`: of one wait.
    static plan::Result<std::unique_ptr<MpiControl>> open(MPI_Comm world, Nanoseconds patience,
                                                          Waiting& waiting);
    ~MpiControl() override;
    MpiControl(const MpiControl&) = delete;
    MpiControl& operator=(const MpiControl&) = delete;

    int rank() const override { return m_rank; }
    int ranks() const override { return m_ranks; }
    plan::Result<Nanoseconds> agreeMax(Nanoseconds value, const std::string& what) override;

private:
    MpiControl(Nanoseconds patience, Waiting& waiting);

    const Nanoseconds m_patience;
    Waiting& m_waiting;
    // Its own, so that no message of a step can be taken for one of an agreement.
    MPI_Comm m_comm = MPI_COMM_NULL;
    int m_rank = 0;
    int m_ranks = 1;
};

} // namespace engine

// All communicators of NCCL that a rank has: it makes them, watches over them, and ends them.
//
// Each has a lane of its own, so that none waits in a queue behind another; and its kernels take so
// few thread blocks that one of each fits on the GPU at once. A kernel of NCCL waits on the GPU for
// the other members, so one that finds no room behind another could wait for ever: ranks come to
// their groups in orders of their own.

#pragma once

#include "engine/runtime/cuda/cuda_lanes.h"
#include "engine/runtime/cuda/nccl_handle.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/standing.h"
#include "engine/runtime/store.h"
#include "engine/runtime/waiting.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpu {

struct NcclOptions {
    int rank = 0; // of the run
    // Of one operation, from when its lane comes to it; see setPatience().
    Nanoseconds patience = std::chrono::minutes(10);
    // Until all members of a communicator have come.
    Nanoseconds handshake = std::chrono::seconds(60);
    // Thread blocks of one communicator's kernels; see blocksOfEach().
    int blocks = 8;
    // Sums are taken in the order of the members, as on processors, which takes longer.
    bool deterministic = false;
    // Where a flight record goes if a communicator fails; empty: nowhere.
    std::filesystem::path records{};
};

// So many blocks of each that all communicators of a rank fit on half of a GPU with so many
// multiprocessors; a power of two, to which the library would raise it otherwise, at least 1, and
// no more than it makes use of.
int blocksOfEach(int multiprocessors, int communicators);

// Used by one thread. After the first failure every call returns it, and so does every wait for the
// lanes.
class NcclWorld final : private engine::Background {
public:
    // All that is given must outlive this. The error is that of checkNcclVersion().
    static plan::Result<std::unique_ptr<NcclWorld>> open(const NcclOptions& options,
                                                         CudaLanes& lanes, engine::Store& store,
                                                         engine::Waiting& waiting);
    // Aborts what was not closed.
    ~NcclWorld() override;
    NcclWorld(const NcclWorld&) = delete;
    NcclWorld& operator=(const NcclWorld&) = delete;

    // Among the devices of the members of `host`, at least two, who all call it, and in the same
    // order wherever two of them have several. The error names the group and, where that is known,
    // the members that did not come in time.
    plan::Result<NcclHandle*> make(engine::HostCommunicator& host);
    // Of two, the first of which sends to the second. Both know the identity, which one of them
    // has made.
    plan::Result<NcclHandle*> makePair(const std::string& name, int rank, const ncclUniqueId& id);
    static plan::Result<ncclUniqueId> makeIdentity();

    // Ends all of them together with the other ranks, who do the same; nothing may be under way.
    // What the others do not come to is aborted.
    plan::Outcome close();

    // Of one operation from here on.
    void setPatience(Nanoseconds patience) { m_options.patience = patience; }

    // Asked where the rank stands when it gives up.
    void setWitness(engine::Witness witness) { m_witness = std::move(witness); }

    // Writes the flight record of this rank, which gives up for that reason; no more than once, and
    // nowhere where there is no place for it. Waits for nobody.
    void keepRecord(const std::string& reason);

    // The first failure: an error of NCCL, or an operation that was not over in time. The record is
    // kept and all communicators are aborted by then.
    const std::optional<plan::Error>& failure() const { return m_failure; }
    plan::Outcome goesOn() const;

    // ---- for whoever queues operations ----

    void beginStep(int step) { m_step = step; }
    const NcclOptions& options() const { return m_options; }
    CudaLanes& lanes() { return m_lanes; }
    engine::Store& store() { return m_store; }
    engine::Waiting& waiting() { return m_waiting; }

    // Notes that an operation begins, and that all of it is queued; returns the moment in its lane
    // when it will be over. `what`: "all-reduce".
    void begin(NcclHandle& handle, const std::string& what, std::size_t bytes);
    engine::Mark end(NcclHandle& handle);

    // Does calls to NCCL as one group of these communicators. When it returns, they are in their
    // lanes.
    plan::Outcome group(std::span<NcclHandle* const> handles,
                        const std::function<ncclResult_t()>& calls);

private:
    NcclWorld(NcclOptions options, CudaLanes& lanes, engine::Store& store,
              engine::Waiting& waiting);

    // Looks for errors, and for what takes too long.
    void moveOn() override;
    void lookAt(NcclHandle& handle);
    void abortAll();
    plan::Error fail(const plan::Error& error);
    plan::Error giveUp(const plan::Error& notOver);
    // "; begun and not over is tp (rank 1 of 2): the all-reduce of 4.1 kB"; empty where there is
    // none.
    std::string underWay();
    plan::Result<bool> settled(NcclHandle& handle);
    plan::Outcome settle(std::span<NcclHandle* const> handles);
    plan::Result<NcclHandle*> makeWith(NcclTerms terms, const ncclUniqueId& id,
                                       engine::HostCommunicator* host);
    plan::Outcome meet(NcclHandle& handle, engine::HostCommunicator* host);
    plan::Outcome warmUp(NcclHandle& handle, bool collectives);

    NcclOptions m_options;
    CudaLanes& m_lanes;
    engine::Store& m_store;
    engine::Waiting& m_waiting;
    std::vector<std::unique_ptr<NcclHandle>> m_handles; // in the order of their making
    int m_step = 0;
    Nanoseconds m_lastLook{};
    Nanoseconds m_watched{}; // time between looks, without what the process was held
    std::optional<plan::Error> m_failure;
    engine::Witness m_witness;
    bool m_gaveUp = false; // something was not over in time
    bool m_recorded = false;
    std::string m_notRecorded; // why there is no record of a failure
};

} // namespace gpu

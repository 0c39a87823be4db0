#include "engine/runtime/cuda/nccl_world.h"

#include "engine/runtime/collective.h"
#include "engine/runtime/cuda/nccl_check.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace gpu {

using namespace std::chrono_literals;
using engine::Mark;

namespace {

// A wait looks some thousand times a second; errors need not be found that soon.
constexpr Nanoseconds kBetweenLooks = 1ms;
// Between two looks no more than this has passed unless the process was held, or did something
// else than wait.
constexpr Nanoseconds kHeld = 1s;
constexpr int kMostBlocks = 32; // that NCCL has a use for
constexpr unsigned kMostAbortSeconds = 20;

} // namespace

int blocksOfEach(int multiprocessors, int communicators)
{
    // Half of them compute meanwhile.
    const int room = std::clamp(multiprocessors / 2 / std::max(communicators, 1), 1, kMostBlocks);
    return static_cast<int>(std::bit_floor(static_cast<unsigned>(room)));
}

plan::Result<std::unique_ptr<NcclWorld>> NcclWorld::open(const NcclOptions& options,
                                                         CudaLanes& lanes, engine::Store& store,
                                                         engine::Waiting& waiting)
{
    if (auto checked = checkNcclVersion(); !checked)
        return checked.error();
    return std::unique_ptr<NcclWorld>(new NcclWorld(options, lanes, store, waiting));
}

NcclWorld::NcclWorld(NcclOptions options, CudaLanes& lanes, engine::Store& store,
                     engine::Waiting& waiting)
    : m_options(std::move(options))
    , m_lanes(lanes)
    , m_store(store)
    , m_waiting(waiting)
    , m_lastLook(waiting.now())
{
    m_waiting.add(*this);
    m_lanes.setTrouble([this] { return m_failure; });
    m_lanes.setSuspect([this] { return underWay(); });
}

NcclWorld::~NcclWorld()
{
    abortAll();
    m_lanes.setTrouble({});
    m_lanes.setSuspect({});
    m_waiting.remove(*this);
}

// ---- operations ----

void NcclWorld::begin(NcclHandle& handle, const std::string& what, std::size_t bytes)
{
    handle.log().begin({.what = what,
                        .bytes = bytes,
                        .step = m_step,
                        .queued = m_waiting.now(),
                        .start = m_lanes.mark(handle.lane())});
}

Mark NcclWorld::end(NcclHandle& handle)
{
    const Mark mark = m_lanes.mark(handle.lane());
    handle.log().end(mark);
    return mark;
}

plan::Outcome NcclWorld::group(std::span<NcclHandle* const> handles,
                               const std::function<ncclResult_t()>& calls)
{
    if (auto well = goesOn(); !well)
        return well;
    const std::string what = "queue an operation of " + handles.front()->name();
    ncclComm_t const first = handles.front()->get();
    if (auto error = ncclError(ncclGroupStart(), what, first))
        return fail(*error);
    const ncclResult_t called = calls();
    const ncclResult_t ended = ncclGroupEnd();
    for (const ncclResult_t result : {called, ended})
        if (auto error = ncclError(result, what, first))
            return fail(*error);
    return ended == ncclInProgress ? settle(handles) : plan::done();
}

// Any wait may find a failure, which aborts them all.
plan::Result<bool> NcclWorld::settled(NcclHandle& handle)
{
    if (m_failure)
        return *m_failure;
    return handle.settled();
}

plan::Outcome NcclWorld::settle(std::span<NcclHandle* const> handles)
{
    for (NcclHandle* const handle : handles) {
        const auto over = m_waiting.lookUntil(m_waiting.now() + m_options.patience,
                                              [&] { return settled(*handle); });
        if (!over)
            return fail(over.error());
        if (!*over)
            return giveUp(engine::notOver(engine::memberText(*handle) + ": beginning an operation",
                                          m_options.patience));
    }
    return plan::done();
}

// ---- watching ----

void NcclWorld::moveOn()
{
    const Nanoseconds now = m_waiting.now();
    const Nanoseconds since = now - m_lastLook;
    if (since < kBetweenLooks || m_failure)
        return;
    m_lastLook = now;
    m_watched += std::min(since, kHeld);
    for (const auto& handle : m_handles)
        if (handle->alive() && !m_failure)
            lookAt(*handle);
}

void NcclWorld::lookAt(NcclHandle& handle)
{
    if (const auto well = handle.settled(); !well) {
        fail(well.error());
        return;
    }
    FlightOperation* const open = handle.log().oldestOpen(m_lanes);
    if (open == nullptr)
        return;
    // An operation that waits for its turn is not late: the one that it waits for is.
    if (!open->seen && m_lanes.passed(open->start))
        open->seen = m_watched;
    if (open->whole && open->seen && m_watched - *open->seen > m_options.patience)
        giveUp(engine::notOver(engine::operationText(handle, open->what, open->bytes),
                               m_options.patience));
}

plan::Outcome NcclWorld::goesOn() const
{
    if (m_failure)
        return *m_failure;
    return plan::done();
}

void NcclWorld::keepRecord(const std::string& reason)
{
    if (m_options.records.empty() || std::exchange(m_recorded, true))
        return;
    std::vector<FlightMember> members;
    members.reserve(m_handles.size());
    for (const auto& handle : m_handles)
        members.push_back(
            {handle->name(), handle->identity(), handle->rank(), handle->size(), &handle->log()});
    const auto written = writeFlightRecord(m_options.records,
                                           {.rank = m_options.rank,
                                            .reason = reason,
                                            .late = m_gaveUp || m_lanes.gaveUp(),
                                            .standing = m_witness ? m_witness() : std::nullopt},
                                           members, m_lanes);
    if (!written)
        m_notRecorded = "; no record of that could be made: " + written.error().message;
}

// The record is written first, while it is still to be seen which operation hangs; and the failure
// is known before anything is aborted, since lanes that waited then go on with whatever is in their
// memory.
plan::Error NcclWorld::fail(const plan::Error& error)
{
    if (m_failure)
        return *m_failure;
    keepRecord(error.message);
    m_failure = plan::Error{error.message + m_notRecorded};
    const plan::Error failure = *m_failure;
    abortAll();
    return failure;
}

// In one group: each is told to let go before NCCL waits for the device to free the first, whose
// kernels may stand behind those of another.
void NcclWorld::abortAll()
{
    if (std::none_of(m_handles.begin(), m_handles.end(),
                     [](const auto& handle) { return handle->alive(); }))
        return;
    // It waits for the device, and a device that hangs would keep this process for ever.
    const unsigned left = alarm(kMostAbortSeconds);
    // What it says of communicators that are given up is of no use.
    const bool grouped = ncclGroupStart() == ncclSuccess;
    for (const auto& handle : m_handles)
        handle->abort();
    if (grouped)
        static_cast<void>(ncclGroupEnd());
    alarm(left);
}

plan::Error NcclWorld::giveUp(const plan::Error& notOver)
{
    m_gaveUp = true;
    return fail(notOver);
}

// Collectives first: a receive is posted long before its message is due.
std::string NcclWorld::underWay()
{
    for (const bool ofTwo : {false, true})
        for (const auto& handle : m_handles) {
            const FlightOperation* const open = handle->log().oldestOpen(m_lanes);
            if (open != nullptr && (open->what == kMessage) == ofTwo && m_lanes.passed(open->start))
                return "; begun and not over is "
                    + engine::operationText(*handle, open->what, open->bytes);
        }
    return {};
}

// ---- the end ----

plan::Outcome NcclWorld::close()
{
    if (auto well = goesOn(); !well)
        return well;
    for (const auto& handle : m_handles) {
        if (!handle->alive())
            continue;
        if (auto begun = handle->finalize(); !begun)
            return fail(begun.error());
        const auto over = m_waiting.pollUntil(m_waiting.now() + m_options.handshake,
                                              [&] { return settled(*handle); });
        if (!over)
            return fail(over.error());
        if (!*over)
            return fail(
                engine::notOver(engine::memberText(*handle) + ": its end", m_options.handshake));
        handle->destroy();
    }
    return plan::done();
}

} // namespace gpu

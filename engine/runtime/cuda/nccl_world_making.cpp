// How the communicators of a rank are made: one after the other, by all members of each, with a
// deadline, and tried before anything depends on them.

#include "engine/runtime/cuda/nccl_world.h"

#include "engine/runtime/collective.h"
#include "engine/runtime/cuda/nccl_check.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <utility>

namespace gpu {

using engine::Mark;

namespace {

constexpr std::size_t kWarmUpValues = 1;

// How far a member has come with a communicator, as members tell each other.
enum class Came : std::uint8_t { NotInTime, Failed, Through };

std::string listed(const std::vector<int>& ranks)
{
    std::string text;
    for (const int rank : ranks)
        text += (text.empty() ? "" : ", ") + std::to_string(rank);
    return text;
}

// What all members say of themselves.
plan::Result<std::vector<std::byte>> tellHowFar(engine::HostCommunicator& host, Came own)
{
    std::vector<std::byte> came(static_cast<std::size_t>(host.size()));
    if (auto told = finish(host.allGather(std::as_bytes(std::span<Came, 1>(&own, 1)), came)); !told)
        return told.error();
    return came;
}

std::vector<int> ranksThat(std::span<const std::byte> came, Came how)
{
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < came.size(); ++rank)
        if (static_cast<Came>(came[rank]) == how)
            ranks.push_back(static_cast<int>(rank));
    return ranks;
}

// "; of its ranks these did not come through: 2, 3"
std::string whoWasLate(std::span<const std::byte> came)
{
    const std::vector<int> late = ranksThat(came, Came::NotInTime);
    if (late.size() == came.size())
        return "; none of its ranks came through";
    return "; of its ranks these did not come through: " + listed(late);
}

} // namespace

plan::Result<ncclUniqueId> NcclWorld::makeIdentity()
{
    ncclUniqueId id{};
    if (auto error = ncclError(ncclGetUniqueId(&id),
                               "open a port for others to come to; does "
                               "NCCL_SOCKET_IFNAME name an interface that "
                               "this host has"))
        return *error;
    return id;
}

plan::Result<NcclHandle*> NcclWorld::make(engine::HostCommunicator& host)
{
    if (auto well = goesOn(); !well)
        return well.error();
    // Whether there is an identity is told with it: the others are waiting.
    struct Told {
        ncclUniqueId id;
        bool made;
    } told{};
    std::optional<plan::Error> error;
    if (host.rank() == 0) {
        auto id = makeIdentity();
        told.made = bool(id);
        if (id)
            told.id = *id;
        else
            error = id.error();
    }
    const auto heard
        = finish(host.broadcast(std::as_writable_bytes(std::span<Told, 1>(&told, 1)), 0));
    if (!heard)
        return heard.error();
    if (error)
        return *error;
    if (!told.made)
        return plan::Error{engine::memberText(host)
                           + ": its rank 0 cannot open a port for the others to come to"};
    return makeWith({.name = host.name(), .rank = host.rank(), .size = host.size()}, told.id,
                    &host);
}

plan::Result<NcclHandle*> NcclWorld::makePair(const std::string& name, int rank,
                                              const ncclUniqueId& id)
{
    if (auto well = goesOn(); !well)
        return well.error();
    return makeWith({.name = name, .rank = rank, .size = 2}, id, nullptr);
}

plan::Result<NcclHandle*> NcclWorld::makeWith(NcclTerms terms, const ncclUniqueId& id,
                                              engine::HostCommunicator* host)
{
    auto lane = training::caught(
        [&]() -> plan::Result<engine::Lane> { return m_lanes.open(terms.name); });
    if (!lane)
        return lane.error();
    terms.lane = *lane;
    terms.blocks = m_options.blocks;
    auto handle = NcclHandle::begin(terms, id);
    if (!handle) {
        // The others wait for its word, as meet() does for theirs.
        if (host != nullptr)
            static_cast<void>(tellHowFar(*host, Came::Failed));
        return fail(handle.error());
    }
    m_handles.push_back(std::move(*handle));
    NcclHandle& made = *m_handles.back();
    if (auto met = meet(made, host); !met)
        return fail(met.error());
    auto warm = training::caught([&] { return warmUp(made, host != nullptr); });
    if (!warm)
        return fail(warm.error());
    return &made;
}

// Every member says over the host how far it came: who came through knows nothing of who did not.
plan::Outcome NcclWorld::meet(NcclHandle& handle, engine::HostCommunicator* host)
{
    const auto deadline = m_waiting.now() + m_options.handshake;
    const auto ready = m_waiting.pollUntil(deadline, [&] { return settled(handle); });
    const Came own = !ready ? Came::Failed : *ready ? Came::Through : Came::NotInTime;
    std::vector<std::byte> came(static_cast<std::size_t>(handle.size()), std::byte(own));
    if (host != nullptr) {
        auto told = tellHowFar(*host, own);
        if (!told)
            return ready ? told.error() : ready.error();
        came = *std::move(told);
    }
    if (!ready)
        return ready.error();
    if (std::all_of(came.begin(), came.end(),
                    [](std::byte one) { return static_cast<Came>(one) == Came::Through; }))
        return plan::done();
    if (const auto failed = ranksThat(came, Came::Failed); !failed.empty())
        return plan::Error{engine::memberText(handle)
                           + ": of its ranks these could not begin, and say why: "
                           + listed(failed)};
    return plan::Error{
        engine::memberText(handle) + ": not all of its GPUs came together within "
        + engine::durationText(m_options.handshake) + (host != nullptr ? whoWasLate(came) : "")
        + ". Run with NCCL_DEBUG=INFO and look at the last words of those; hosts that do not reach "
          "each other need NCCL_SOCKET_IFNAME, or a firewall that lets them"};
}

// Once of each kind, so that all connections are made before the first step.
plan::Outcome NcclWorld::warmUp(NcclHandle& handle, bool collectives)
{
    const auto size = static_cast<std::size_t>(handle.size());
    const std::size_t bytes = 2 * size * kWarmUpValues * sizeof(float);
    const engine::DeviceAddress memory = m_store.take(bytes);
    if (!memory)
        return plan::Error{"the GPU has no memory left to try " + handle.name() + " with"};
    auto* const values = static_cast<float*>(engine::rawPointer(memory));
    // Written before: in this lane, whatever had the memory is over.
    m_store.fill({memory, bytes}, std::byte{0});
    m_lanes.wait(handle.lane(), m_lanes.mark(engine::kComputeLane));
    NcclHandle* const one[] = {&handle};
    const cudaStream_t stream = m_lanes.stream(handle.lane());
    begin(handle, "warm-up", bytes);
    auto queued = plan::done();
    if (collectives)
        queued = group(one, [&] {
            return ncclAllReduce(values, values, kWarmUpValues, ncclFloat32, ncclSum, handle.get(),
                                 stream);
        });
    if (queued)
        queued = group(one, [&] {
            ncclResult_t result = ncclSuccess;
            for (int k = 1; k < handle.size() && result == ncclSuccess; ++k) {
                const int to = (handle.rank() + k) % handle.size();
                const int from = (handle.rank() + handle.size() - k) % handle.size();
                if (collectives || handle.rank() == 0)
                    result = ncclSend(values + to, 1, ncclFloat32, to, handle.get(), stream);
                if (result == ncclSuccess && (collectives || handle.rank() == 1))
                    result = ncclRecv(values + size + static_cast<std::size_t>(from), 1,
                                      ncclFloat32, from, handle.get(), stream);
            }
            return result;
        });
    if (queued) {
        const Mark over = end(handle);
        const auto tried = m_waiting.pollUntil(m_waiting.now() + m_options.handshake,
                                               [&]() -> plan::Result<bool> {
                                                   if (m_failure)
                                                       return *m_failure;
                                                   return m_lanes.passed(over);
                                               });
        if (!tried)
            queued = tried.error();
        else if (!*tried)
            queued = engine::notOver(engine::operationText(handle, "warm-up", bytes),
                                     m_options.handshake);
    }
    if (queued)
        m_store.release(memory, bytes); // else it stays with a GPU that may still write to it
    return queued;
}

} // namespace gpu

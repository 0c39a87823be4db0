#include "engine/runtime/cuda/nccl_transport.h"

#include "engine/runtime/message.h"
#include "engine/runtime/raw_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include <fmt/format.h>

namespace gpu {

using engine::Mark;
using engine::Transfer;
using Kind = plan::Instruction::Kind;

namespace {

// What the sender of a direction tells its receiver.
struct Told {
    ncclUniqueId id;
    bool made;
};

} // namespace

plan::Result<std::unique_ptr<NcclTransport>>
NcclTransport::open(NcclWorld& world, engine::HostCommunicator& everybody,
                    std::span<const int> members, std::span<const std::pair<int, int>> pairs,
                    const Bounds& bounds)
{
    const auto own = std::find(members.begin(), members.end(), everybody.rank());
    assert(own != members.end());
    std::unique_ptr<NcclTransport> transport(new NcclTransport(
        world, static_cast<int>(own - members.begin()), static_cast<int>(members.size()), bounds));
    if (auto connected = transport->connect(everybody, members, pairs); !connected)
        return connected.error();
    return transport;
}

NcclTransport::NcclTransport(NcclWorld& world, int rank, int ranks, const Bounds& bounds)
    : m_world(world)
    , m_rank(rank)
    , m_ranks(ranks)
    , m_bounds(bounds)
{
}

NcclTransport::~NcclTransport()
{
    if (m_nobodys)
        m_world.store().release(m_nobodys, m_bounds.messageBytes);
}

std::vector<NcclTransport::Route>
NcclTransport::routesOf(std::span<const std::pair<int, int>> pairs)
{
    std::vector<Route> routes;
    for (const auto& [low, high] : pairs) {
        routes.push_back({low, high});
        routes.push_back({high, low});
    }
    return routes;
}

plan::Outcome NcclTransport::connect(engine::HostCommunicator& everybody,
                                     std::span<const int> members,
                                     std::span<const std::pair<int, int>> pairs)
{
    const std::vector<Route> routes = routesOf(pairs);
    std::vector<Told> own(routes.size());
    std::optional<plan::Error> error;
    for (std::size_t i = 0; i < routes.size(); ++i)
        if (routes[i].from == m_rank) {
            auto id = NcclWorld::makeIdentity();
            own[i].made = bool(id);
            if (id)
                own[i].id = *id;
            else
                error = id.error();
        }
    std::vector<Told> all(routes.size() * static_cast<std::size_t>(everybody.size()));
    if (auto told = finish(everybody.allGather(std::as_bytes(std::span(own)),
                                               std::as_writable_bytes(std::span(all))));
        !told)
        return told;
    if (error)
        return *error;
    // In one order on all ranks: each waits for the other end of a route before it makes the next.
    for (std::size_t i = 0; i < routes.size(); ++i) {
        const Route& route = routes[i];
        if (route.from != m_rank && route.to != m_rank)
            continue;
        const auto sender = static_cast<std::size_t>(members[static_cast<std::size_t>(route.from)]);
        const Told& told = all[sender * routes.size() + i];
        if (!told.made)
            return plan::Error{
                fmt::format("rank {} of the pipeline cannot open a port for rank {} to come to",
                            route.from, m_rank)};
        auto handle = m_world.makePair(fmt::format("{} to {}", route.from, route.to),
                                       route.from == m_rank ? 0 : 1, told.id);
        if (!handle)
            return handle.error();
        m_routes[route] = *handle;
    }
    return plan::done();
}

void NcclTransport::beginStep(int step)
{
    m_world.beginStep(step);
    m_receives.clear();
}

NcclHandle* NcclTransport::routeOf(const plan::Instruction& instruction) const
{
    const auto found
        = m_routes.find(instruction.kind == Kind::Send ? Route{m_rank, instruction.peer}
                                                       : Route{instruction.peer, m_rank});
    return found != m_routes.end() ? found->second : nullptr;
}

engine::Lane NcclTransport::laneOf(const plan::Instruction& instruction) const
{
    const NcclHandle* const route = routeOf(instruction);
    return route != nullptr ? route->lane() : engine::kComputeLane;
}

plan::Outcome NcclTransport::start(std::span<const Transfer> group)
{
    if (auto well = m_world.goesOn(); !well)
        return well;
    const bool sends = std::any_of(group.begin(), group.end(), [](const Transfer& transfer) {
        return transfer.instruction.kind == Kind::Send;
    });
    if (sends && m_sends.size() >= m_bounds.mostSends)
        if (auto room = awaitSends(m_bounds.mostSends - 1); !room)
            return room;
    CudaLanes& lanes = m_world.lanes();
    std::vector<NcclHandle*> routes; // each once
    std::optional<Mark> computed;
    for (const Transfer& transfer : group) {
        NcclHandle* const route = routeOf(transfer.instruction);
        if (route == nullptr)
            return plan::Error{"no message was expected between rank " + std::to_string(m_rank)
                               + " and rank " + std::to_string(transfer.instruction.peer)};
        if (!transfer.payload.data && !m_nobodys)
            m_nobodys = m_world.store().take(m_bounds.messageBytes);
        if (!transfer.payload.data && !m_nobodys)
            return plan::Error{"the GPU has no memory left for messages"};
        if (transfer.instruction.kind == Kind::Send) {
            if (!computed)
                computed = lanes.mark(engine::kComputeLane);
            lanes.wait(route->lane(), *computed);
        }
        if (std::find(routes.begin(), routes.end(), route) == routes.end())
            routes.push_back(route);
    }
    for (NcclHandle* const route : routes)
        m_world.begin(*route, kMessage, m_bounds.messageBytes);
    if (auto queued = m_world.group(routes,
                                    [&] {
                                        ncclResult_t result = ncclSuccess;
                                        for (const Transfer& transfer : group)
                                            if (result == ncclSuccess)
                                                result = queue(transfer);
                                        return result;
                                    });
        !queued)
        return queued;
    std::map<NcclHandle*, Mark> ends;
    for (NcclHandle* const route : routes)
        ends[route] = m_world.end(*route);
    for (const Transfer& transfer : group) {
        const Mark end = ends.at(routeOf(transfer.instruction));
        if (transfer.instruction.kind == Kind::Send)
            m_sends.emplace_back(transfer.instruction, end);
        else
            m_receives[transfer.instruction.op] = end;
    }
    return plan::done();
}

ncclResult_t NcclTransport::queue(const Transfer& transfer)
{
    NcclHandle& route = *routeOf(transfer.instruction);
    const cudaStream_t stream = m_world.lanes().stream(route.lane());
    void* const memory
        = engine::rawPointer(transfer.payload.data ? transfer.payload.data : m_nobodys);
    constexpr int kSender = 0;
    constexpr int kReceiver = 1;
    if (transfer.instruction.kind == Kind::Send)
        return ncclSend(memory, m_bounds.messageBytes, ncclUint8, kReceiver, route.get(), stream);
    return ncclRecv(memory, m_bounds.messageBytes, ncclUint8, kSender, route.get(), stream);
}

plan::Result<bool> NcclTransport::progress()
{
    if (auto well = m_world.goesOn(); !well)
        return well.error();
    // Asked between any two products, so it looks at the oldest alone.
    while (!m_sends.empty() && m_world.lanes().passed(m_sends.front().second))
        m_sends.pop_front();
    return !m_sends.empty();
}

plan::Result<engine::Arrival> NcclTransport::wait(const plan::Op& op)
{
    if (auto well = m_world.goesOn(); !well)
        return well.error();
    const auto receive = m_receives.extract(op);
    if (receive.empty())
        return plan::Error{"no receive of " + toText(op) + " was started"};
    const Mark here = receive.mapped();
    m_world.lanes().wait(engine::kComputeLane, here);
    return engine::Arrival{.stamp = {}, .at = here};
}

plan::Outcome NcclTransport::drain() { return awaitSends(0); }

plan::Outcome NcclTransport::awaitSends(std::size_t most)
{
    const auto patience = m_world.options().patience;
    engine::Waiting& waiting = m_world.waiting();
    const auto left = waiting.pollUntil(waiting.now() + patience, [&]() -> plan::Result<bool> {
        if (auto well = m_world.goesOn(); !well)
            return well.error();
        std::erase_if(m_sends,
                      [this](const auto& send) { return m_world.lanes().passed(send.second); });
        return m_sends.size() <= most;
    });
    if (!left)
        return left.error();
    if (!*left)
        return engine::notSent(m_rank, m_sends.front().first, patience);
    return plan::done();
}

} // namespace gpu

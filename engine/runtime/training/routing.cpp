#include "engine/runtime/training/routing.h"

#include <numeric>

namespace training {

namespace {

std::vector<std::size_t> times(const std::vector<std::size_t>& rows, const Matrix& matrix)
{
    std::vector<std::size_t> bytes = rows;
    for (std::size_t& count : bytes)
        count *= static_cast<std::size_t>(matrix.columns) * bytesOf(matrix.type);
    return bytes;
}

// How many rows this rank sends to each expert, and how many of each member come to its own.
struct Counts {
    HeldIndices memory;
    IndexMatrix arriving;           // [member, local expert]
    std::vector<std::int32_t> sent; // [expert]
    std::vector<std::int32_t> come; // [member * local experts + local expert]
};

// Counts the pairs of each expert and packs them, and tells the members what they are sent.
Counts countAndPack(Machinery& machinery, Routing& routing)
{
    const auto experts = std::int64_t{machinery.dims.experts};
    const auto members = std::int64_t{machinery.expert.size()};
    const bool alone = machinery.expert.alone();
    Counts counts;
    counts.memory = machinery.memory.indices(alone ? 1 : 2, experts, Use::Buffers);
    const IndexMatrix& both = counts.memory.view;
    const IndexMatrix sent = both.rowRange(0, 1);
    machinery.kernels.countExperts(sent, routing.chosen.view);
    machinery.kernels.packByExpert(routing.packed.view, routing.rows.view, routing.chosen.view,
                                   sent);
    const IndexMatrix come = both.rowRange(both.rows - 1, 1);
    if (!alone) {
        const std::vector<std::size_t> bytes(static_cast<std::size_t>(members),
                                             sent.bytes() / static_cast<std::size_t>(members));
        machinery.expert.allToAll(sent.inBytes(), bytes, come.inBytes(), bytes);
    }
    counts.arriving = {come.data, members, experts / members};
    std::vector<std::int32_t> values(static_cast<std::size_t>(both.size()));
    // Both at once: this is the one wait for the device in a layer, since the host must know how
    // many rows to send.
    engine::downloadValues(machinery.memory.store(), std::span(values), both.values());
    counts.sent.assign(values.begin(), values.begin() + experts);
    counts.come.assign(values.end() - experts, values.end());
    return counts;
}

std::vector<std::size_t> rowsOfMembers(const std::vector<std::int32_t>& counts,
                                       std::int64_t members)
{
    const std::ptrdiff_t each = std::ssize(counts) / members;
    std::vector<std::size_t> rows;
    for (auto begin = counts.begin(); begin != counts.end(); begin += each)
        rows.push_back(static_cast<std::size_t>(std::accumulate(begin, begin + each, 0)));
    return rows;
}

// Where the rows of each local expert begin once they are ordered by expert, and their end.
std::vector<std::int64_t> beginsOfExperts(const Counts& counts)
{
    const auto [data, members, experts] = counts.arriving;
    std::vector<std::int64_t> begins{0};
    for (std::int64_t expert = 0; expert < experts; ++expert) {
        begins.push_back(begins.back());
        for (std::int64_t member = 0; member < members; ++member)
            begins.back() += counts.come[static_cast<std::size_t>(member * experts + expert)];
    }
    return begins;
}

} // namespace

Routing route(Machinery& machinery, HeldIndices chosen)
{
    Memory& memory = machinery.memory;
    Routing routing;
    routing.chosen = std::move(chosen);
    const std::int64_t pairs = routing.chosen.view.size();
    routing.packed = memory.indices(pairs, 1, Use::Activations);
    routing.rows = memory.indices(pairs, 1, Use::Activations);
    const Counts counts = countAndPack(machinery, routing);
    const int members = machinery.expert.size();
    routing.sendRows = rowsOfMembers(counts.sent, members);
    routing.receiveRows = rowsOfMembers(counts.come, members);
    routing.ofExpert = beginsOfExperts(counts);
    routing.arrival = memory.indices(routing.ofExpert.back(), 1, Use::Activations);
    routing.departure = memory.indices(routing.ofExpert.back(), 1, Use::Activations);
    machinery.kernels.orderArrivals(routing.arrival.view, routing.departure.view, counts.arriving);
    return routing;
}

void sendToExperts(Machinery& machinery, const Routing& routing, const Matrix& byExpert,
                   const Matrix& packed)
{
    if (machinery.expert.alone())
        return machinery.kernels.gatherRows(byExpert, packed, routing.arrival.view, 0);
    // Rows arrive member by member; the experts want them expert by expert, as one product each.
    const Held arrived = machinery.scratch(byExpert.rows, byExpert.columns, byExpert.type);
    machinery.expert.allToAll(bytesIn(packed), times(routing.sendRows, packed),
                              bytesIn(arrived.view), times(routing.receiveRows, packed));
    machinery.kernels.gatherRows(byExpert, arrived.view, routing.arrival.view, 0);
}

void sendBack(Machinery& machinery, const Routing& routing, const Matrix& packed,
              const Matrix& byExpert)
{
    if (machinery.expert.alone())
        return machinery.kernels.gatherRows(packed, byExpert, routing.departure.view, 0);
    const Held leaving = machinery.scratch(byExpert.rows, byExpert.columns, byExpert.type);
    machinery.kernels.gatherRows(leaving.view, byExpert, routing.departure.view, 0);
    machinery.expert.allToAll(bytesIn(leaving.view), times(routing.receiveRows, packed),
                              bytesIn(packed), times(routing.sendRows, packed));
}

} // namespace training

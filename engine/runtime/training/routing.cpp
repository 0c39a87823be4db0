#include "engine/runtime/training/routing.h"

#include <numeric>

namespace training {

namespace {

std::span<std::byte> bytesIn(const Matrix& m)
{
    return {static_cast<std::byte*>(m.data), m.bytes()};
}

std::vector<std::size_t> times(const std::vector<std::size_t>& rows, const Matrix& matrix)
{
    std::vector<std::size_t> bytes = rows;
    for (std::size_t& count : bytes)
        count *= static_cast<std::size_t>(matrix.columns) * bytesOf(matrix.type);
    return bytes;
}

// [member * localExperts + local expert]: rows that come from there.
std::vector<int> exchangeCounts(Machinery& machinery, const std::vector<int>& counts)
{
    std::vector<int> received(counts.size());
    const auto members = static_cast<std::size_t>(machinery.expert.size());
    const std::vector<std::size_t> bytes(members, counts.size() / members * sizeof(int));
    machinery.expert.allToAll(std::as_bytes(std::span(counts)), bytes,
                              std::as_writable_bytes(std::span(received)), bytes);
    return machinery.expert.alone() ? counts : received;
}

// Orders what arrived by expert: `counts` is [member * localExperts + local expert].
void orderArrivals(Routing& routing, const std::vector<int>& counts, std::size_t members)
{
    const std::size_t localExperts = counts.size() / members;
    std::vector<int> firsts(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), firsts.begin(), 0);
    for (std::size_t expert = 0; expert < localExperts; ++expert) {
        routing.ofExpert.push_back(routing.expertRows());
        for (std::size_t member = 0; member < members; ++member) {
            const std::size_t at = member * localExperts + expert;
            for (int i = 0; i < counts[at]; ++i)
                routing.arrival.push_back(firsts[at] + i);
        }
    }
    routing.ofExpert.push_back(routing.expertRows());
    routing.departure.resize(routing.arrival.size());
    for (std::size_t i = 0; i < routing.arrival.size(); ++i)
        routing.departure[static_cast<std::size_t>(routing.arrival[i])] = static_cast<int>(i);
}

} // namespace

Routing route(Machinery& machinery, std::vector<int> chosen, int rows)
{
    const Dims& dims = machinery.dims;
    Routing routing;
    routing.chosen = std::move(chosen);
    std::vector<std::vector<int>> ofExpert(static_cast<std::size_t>(dims.experts));
    for (std::size_t pair = 0; pair < routing.chosen.size(); ++pair)
        ofExpert[static_cast<std::size_t>(routing.chosen[pair])].push_back(static_cast<int>(pair));
    const int perToken = static_cast<int>(routing.chosen.size()) / rows;
    std::vector<int> counts;
    for (const std::vector<int>& pairs : ofExpert) {
        counts.push_back(static_cast<int>(pairs.size()));
        for (const int pair : pairs) {
            routing.packed.push_back(pair);
            routing.rows.push_back(pair / perToken);
        }
    }
    const std::vector<int> arriving = exchangeCounts(machinery, counts);
    const auto members = static_cast<std::size_t>(machinery.expert.size());
    const std::size_t localExperts = counts.size() / members;
    for (std::size_t member = 0; member < members; ++member) {
        const auto sum = [&](const std::vector<int>& of) {
            const auto begin = of.begin() + static_cast<std::ptrdiff_t>(member * localExperts);
            return static_cast<std::size_t>(
                std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(localExperts), 0));
        };
        routing.sendRows.push_back(sum(counts));
        routing.receiveRows.push_back(sum(arriving));
    }
    orderArrivals(routing, arriving, members);
    return routing;
}

void sendToExperts(Machinery& machinery, const Routing& routing, const Matrix& byExpert,
                   const Matrix& packed)
{
    if (machinery.expert.alone())
        return machinery.kernels.gatherRows(byExpert, packed, routing.arrival, 0);
    const Held arrived = machinery.scratch(byExpert.rows, byExpert.columns, byExpert.type);
    machinery.expert.allToAll(bytesIn(packed), times(routing.sendRows, packed),
                              bytesIn(arrived.view), times(routing.receiveRows, packed));
    machinery.kernels.gatherRows(byExpert, arrived.view, routing.arrival, 0);
}

void sendBack(Machinery& machinery, const Routing& routing, const Matrix& packed,
              const Matrix& byExpert)
{
    if (machinery.expert.alone())
        return machinery.kernels.gatherRows(packed, byExpert, routing.departure, 0);
    const Held leaving = machinery.scratch(byExpert.rows, byExpert.columns, byExpert.type);
    machinery.kernels.gatherRows(leaving.view, byExpert, routing.departure, 0);
    machinery.expert.allToAll(bytesIn(leaving.view), times(routing.receiveRows, packed),
                              bytesIn(packed), times(routing.sendRows, packed));
}

} // namespace training

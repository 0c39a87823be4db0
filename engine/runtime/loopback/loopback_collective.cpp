#include "engine/runtime/loopback/loopback_collective.h"

#include "engine/runtime/reduction.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace engine {

namespace {

using Parts = std::span<const LoopbackPart>;

void copy(std::span<const std::byte> from, std::span<std::byte> to)
{
    if (!from.empty() && from.data() != to.data())
        std::memmove(to.data(), from.data(), from.size());
}

// Memory of a member that holds numbers came as numbers.
template <class T>
std::span<T> numbers(std::span<std::byte> bytes)
{
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <class T>
std::span<const T> numbers(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

constexpr std::size_t kAtOnce = 4096; // numbers: they stay in the cache

template <class T>
void allReduce(Parts parts)
{
    // Summed apart from the members' memory, since every member's values are read until the sum is
    // whole.
    std::array<T, kAtOnce> sums;
    const std::size_t length = numbers<T>(parts[0].out).size();
    for (std::size_t begin = 0; begin < length; begin += kAtOnce) {
        const auto piece = [begin, count = std::min(kAtOnce, length - begin)](auto& part) {
            return numbers<T>(part.out).subspan(begin, count);
        };
        const std::span<T> sum(sums.data(), piece(parts[0]).size());
        std::ranges::copy(piece(parts[0]), sum.begin());
        for (const LoopbackPart& part : parts.subspan(1))
            reduceInto<T>(sum, piece(part), part.reduction);
        for (const LoopbackPart& part : parts)
            std::ranges::copy(sum, piece(part).begin());
    }
}

void reduceScatter(Parts parts)
{
    // In the order of the group, as every transport does it, so that tests over threads give the
    // bits of a run over MPI.
    for (std::size_t to = 0; to < parts.size(); ++to) {
        const std::span<float> own = numbers<float>(parts[to].out);
        const auto block = [&](std::size_t from) {
            return numbers<float>(parts[from].in).subspan(to * own.size(), own.size());
        };
        // A copy, because `own` may lie within `all`, where other members still read.
        std::vector<float> sum(block(0).begin(), block(0).end());
        for (std::size_t from = 1; from < parts.size(); ++from)
            reduceInto<float>(sum, block(from), ReduceOp::Sum);
        std::ranges::copy(sum, own.begin());
    }
}

void allGather(Parts parts)
{
    for (const LoopbackPart& to : parts)
        for (std::size_t from = 0; from < parts.size(); ++from)
            copy(parts[from].in, to.out.subspan(from * parts[from].in.size()));
}

std::size_t before(const std::vector<std::size_t>& bytes, std::size_t member)
{
    return std::accumulate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(member),
                           std::size_t{0});
}

void allToAll(Parts parts)
{
    for (std::size_t to = 0; to < parts.size(); ++to)
        for (std::size_t from = 0; from < parts.size(); ++from)
            copy(parts[from].in.subspan(before(parts[from].sendBytes, to),
                                        parts[from].sendBytes[to]),
                 parts[to].out.subspan(before(parts[to].receiveBytes, from)));
}

void broadcast(Parts parts)
{
    const auto root = static_cast<std::size_t>(parts[0].root);
    for (const LoopbackPart& to : parts)
        copy(parts[root].out, to.out);
}

void shift(Parts parts)
{
    for (std::size_t from = 0; from < parts.size(); ++from)
        copy(parts[from].in, parts[(from + 1) % parts.size()].out);
}

bool alike(const LoopbackPart& a, const LoopbackPart& b)
{
    if (a.kind != b.kind || a.reduction != b.reduction || a.wide != b.wide || a.root != b.root)
        return false;
    // Sizes of an all-to-all differ between members; its blocks are compared pair by pair.
    return a.kind == CollectiveKind::AllToAll
        || (a.in.size() == b.in.size() && a.out.size() == b.out.size());
}

std::string startedText(std::size_t member, const LoopbackPart& part)
{
    return "rank " + std::to_string(member) + " started the " + toText(part.kind) + " of "
        + std::to_string(part.in.size()) + " to " + std::to_string(part.out.size()) + " bytes";
}

plan::Outcome check(const std::string& group, Parts parts)
{
    for (std::size_t member = 1; member < parts.size(); ++member)
        if (!alike(parts[0], parts[member]))
            return plan::Error{group + ": the ranks do not do the same: " + startedText(0, parts[0])
                               + ", " + startedText(member, parts[member])};
    if (parts[0].kind != CollectiveKind::AllToAll)
        return plan::done();
    for (std::size_t to = 0; to < parts.size(); ++to)
        for (std::size_t from = 0; from < parts.size(); ++from)
            if (parts[from].sendBytes[to] != parts[to].receiveBytes[from])
                return plan::Error{group + ": rank " + std::to_string(from) + " sends "
                                   + std::to_string(parts[from].sendBytes[to]) + " bytes to rank "
                                   + std::to_string(to) + ", which expects "
                                   + std::to_string(parts[to].receiveBytes[from])};
    return plan::done();
}

} // namespace

plan::Outcome carryOut(const std::string& group, std::span<const LoopbackPart> parts)
{
    // All members are here and none has been touched: a mistake leaves everybody's values as they
    // were.
    if (auto checked = check(group, parts); !checked)
        return checked;
    switch (parts[0].kind) {
    case CollectiveKind::AllReduce:
        parts[0].wide ? allReduce<double>(parts) : allReduce<float>(parts);
        break;
    case CollectiveKind::AllGather:
        allGather(parts);
        break;
    case CollectiveKind::ReduceScatter:
        reduceScatter(parts);
        break;
    case CollectiveKind::AllToAll:
        allToAll(parts);
        break;
    case CollectiveKind::Broadcast:
        broadcast(parts);
        break;
    case CollectiveKind::Shift:
        shift(parts);
        break;
    }
    return plan::done();
}

} // namespace engine

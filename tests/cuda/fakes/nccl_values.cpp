#include "tests/cuda/fakes/nccl_values.h"

#include "tests/cuda/emulator/fiber.h"

#include <cmath>
#include <cstring>

namespace fake {

namespace {

using Kind = Operation::Kind;

// What a letter begins with.
struct Head {
    Kind kind;
    ncclDataType_t type;
    ncclRedOp_t reduction;
    std::uint64_t count;
};

std::size_t sizeOf(ncclDataType_t type)
{
    switch (type) {
    case ncclFloat32:
        return sizeof(float);
    case ncclFloat64:
        return sizeof(double);
    default:
        return 1; // bytes; the engine sends nothing else
    }
}

std::string nameOf(ncclDataType_t type)
{
    return type == ncclFloat32 ? "float32" : type == ncclFloat64 ? "float64" : "bytes";
}

std::size_t valueBytes(const Operation& operation)
{
    return operation.count * sizeOf(operation.type);
}

Operation operationIn(const Bytes& letter)
{
    Head head;
    std::memcpy(&head, letter.data(), sizeof(head));
    return {.kind = head.kind, .count = head.count, .type = head.type, .reduction = head.reduction};
}

const std::byte* valuesIn(const Bytes& letter) { return letter.data() + sizeof(Head); }

bool meet(const Operation& own, const Operation& other)
{
    if (isCollective(own))
        return own.kind == other.kind && own.count == other.count && own.type == other.type
            && own.reduction == other.reduction;
    const bool opposite = (own.kind == Kind::Send) == (other.kind == Kind::Receive);
    return opposite && own.count == other.count && own.type == other.type;
}

template <class T>
T reduced(ncclRedOp_t reduction, T a, T b)
{
    return reduction == ncclMax ? std::fmax(a, b) : a + b;
}

// Part `part` of the values goes around the ring from the member after it to that member.
template <class T>
void reduceAround(const Operation& operation, std::span<const Bytes> letters, int rank)
{
    const std::size_t members = letters.size();
    auto* const to = static_cast<T*>(operation.receive);
    for (std::uint64_t i = 0; i < operation.count; ++i) {
        const std::size_t part = operation.kind == Kind::ReduceScatter
            ? static_cast<std::size_t>(rank)
            : i * members / operation.count;
        const auto valueOf = [&](std::size_t member) {
            T value;
            std::memcpy(&value, valuesIn(letters[member % members]) + i * sizeof(T), sizeof(T));
            return value;
        };
        T sum = valueOf(part + 1);
        for (std::size_t k = 2; k <= members; ++k)
            sum = reduced(operation.reduction, sum, valueOf(part + k));
        to[i] = sum;
    }
}

void put(const Operation& operation, int rank, std::span<const Bytes> letters)
{
    switch (operation.kind) {
    case Kind::AllReduce:
    case Kind::ReduceScatter:
        if (operation.type == ncclFloat64)
            reduceAround<double>(operation, letters, rank);
        else
            reduceAround<float>(operation, letters, rank);
        break;
    case Kind::AllGather:
        for (std::size_t member = 0; member < letters.size(); ++member)
            std::memcpy(static_cast<std::byte*>(operation.receive) + member * valueBytes(operation),
                        valuesIn(letters[member]), valueBytes(operation));
        break;
    case Kind::Receive:
        std::memcpy(operation.receive, valuesIn(letters[0]), valueBytes(operation));
        break;
    case Kind::Send:
        break;
    }
}

} // namespace

bool isCollective(const Operation& operation)
{
    return operation.kind != Kind::Send && operation.kind != Kind::Receive;
}

std::string kernelOf(const std::vector<Operation>& operations)
{
    if (operations.empty() || !isCollective(operations.front()))
        return "ncclDevKernel_SendRecv";
    switch (operations.front().kind) {
    case Kind::AllGather:
        return "ncclDevKernel_AllGather_RING_LL";
    case Kind::ReduceScatter:
        return "ncclDevKernel_ReduceScatter_Sum_f32_RING_LL";
    default:
        return "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
    }
}

std::string toText(const Operation& operation)
{
    const std::string values = std::to_string(operation.count) + " " + nameOf(operation.type);
    const std::string reduction = operation.reduction == ncclMax ? " (max)" : " (sum)";
    switch (operation.kind) {
    case Kind::AllReduce:
        return "an all-reduce of " + values + reduction;
    case Kind::ReduceScatter:
        return "a reduce-scatter to " + values + " each" + reduction;
    case Kind::AllGather:
        return "an all-gather of " + values + " each";
    case Kind::Send:
        return "a send of " + values;
    case Kind::Receive:
        return "a receive of " + values;
    }
    return {};
}

Bytes letterTo(const Operation& operation, int to)
{
    const Head head{operation.kind, operation.type, operation.reduction, operation.count};
    const bool withValues = operation.kind != Kind::Receive;
    Bytes letter(sizeof(Head) + (withValues ? valueBytes(operation) : 0));
    std::memcpy(letter.data(), &head, sizeof(head));
    const std::size_t first = operation.kind == Kind::ReduceScatter
        ? static_cast<std::size_t>(to) * valueBytes(operation)
        : 0;
    if (withValues && operation.count > 0)
        std::memcpy(letter.data() + sizeof(Head),
                    static_cast<const std::byte*>(operation.send) + first, valueBytes(operation));
    emulator::release(letter.data());
    return letter;
}

std::string open(const Operation& operation, int rank, std::span<const Bytes> letters)
{
    for (std::size_t i = 0; i < letters.size(); ++i) {
        emulator::acquire(const_cast<std::byte*>(letters[i].data()));
        const Operation other = operationIn(letters[i]);
        const std::string from
            = isCollective(operation) ? std::to_string(i) : std::to_string(operation.peer);
        if (!meet(operation, other))
            return "rank " + std::to_string(rank) + " calls " + toText(operation) + " where rank "
                + from + " calls " + toText(other);
    }
    if (operation.count > 0)
        put(operation, rank, letters);
    return {};
}

} // namespace fake

#include "engine/runtime/cuda/nccl_communicator.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/cuda/kernels/ordered_sum.h"
#include "engine/runtime/cuda/nccl_work.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace gpu {

using engine::CollectiveKind;
using engine::DeviceBytes;
using engine::DeviceSpan;
using engine::Started;

namespace {

// Values that are reduced in order at once: as many lie in the scratch memory of each group, which
// is taken before the first step.
constexpr std::size_t kPiece = std::size_t{1} << 19;

template <class T>
T* pointerTo(DeviceSpan<T> span)
{
    return static_cast<T*>(engine::rawPointer(span.data));
}

template <class T>
constexpr ncclDataType_t kTypeOf = std::is_same_v<T, float> ? ncclFloat32 : ncclFloat64;

// Where part `index` of `parts` begins; the first ones are one longer where it does not come out
// even.
std::size_t beginOf(std::size_t count, int index, int parts)
{
    const auto all = static_cast<std::size_t>(parts);
    const auto at = static_cast<std::size_t>(index);
    return count / all * at + std::min(count % all, at);
}

} // namespace

plan::Result<std::unique_ptr<engine::Communicator>>
NcclCommunicator::make(NcclWorld& world, engine::HostCommunicator& host)
{
    auto handle = world.make(host);
    if (!handle)
        return handle.error();
    return training::caught([&]() -> plan::Result<std::unique_ptr<engine::Communicator>> {
        return std::unique_ptr<engine::Communicator>(new NcclCommunicator(world, **handle));
    });
}

NcclCommunicator::NcclCommunicator(NcclWorld& world, NcclHandle& handle)
    : m_world(world)
    , m_handle(handle)
    , m_stream(world.lanes().stream(handle.lane()))
    , m_scratch(world.store())
{
    // One value more for each member, whose parts may be so much longer.
    m_scratch.take(kPiece * sizeof(float) + static_cast<std::size_t>(size()) * sizeof(double));
}

Started NcclCommunicator::start(CollectiveKind kind, std::size_t bytes,
                                const std::function<plan::Outcome()>& queue)
{
    if (auto well = m_world.goesOn(); !well)
        return well.error();
    m_world.begin(m_handle, toText(kind), bytes);
    if (auto queued = training::caught(queue); !queued)
        return queued.error();
    return std::unique_ptr<engine::Work>(
        std::make_unique<NcclWork>(m_world, m_world.end(m_handle)));
}

plan::Outcome NcclCommunicator::call(const std::function<ncclResult_t()>& calls)
{
    NcclHandle* const one[] = {&m_handle};
    return m_world.group(one, calls);
}

Started NcclCommunicator::allReduce(DeviceSpan<float> values, engine::ReduceOp reduction)
{
    return reduceAll(values, reduction);
}

Started NcclCommunicator::allReduce(DeviceSpan<double> values, engine::ReduceOp reduction)
{
    return reduceAll(values, reduction);
}

template <class T>
Started NcclCommunicator::reduceAll(DeviceSpan<T> values, engine::ReduceOp reduction)
{
    return start(CollectiveKind::AllReduce, values.bytes(), [&]() -> plan::Outcome {
        T* const at = pointerTo(values);
        const bool largest = reduction == engine::ReduceOp::Max;
        if (largest || m_world.options().deterministic)
            return reduceInOrder(at, values.size, largest);
        if (values.empty())
            return plan::done();
        return call([&] {
            return ncclAllReduce(at, at, values.size, kTypeOf<T>, ncclSum, m_handle.get(),
                                 m_stream);
        });
    });
}

Started NcclCommunicator::allGather(DeviceBytes own, DeviceBytes all)
{
    constexpr auto kKind = CollectiveKind::AllGather;
    if (auto fits = checkBlocks(*this, kKind, own.size, all.size); !fits)
        return fits.error();
    return start(kKind, own.size, [&]() -> plan::Outcome {
        if (own.empty())
            return plan::done();
        return call([&] {
            return ncclAllGather(pointerTo(own), pointerTo(all), own.size, ncclUint8,
                                 m_handle.get(), m_stream);
        });
    });
}

Started NcclCommunicator::reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own)
{
    constexpr auto kKind = CollectiveKind::ReduceScatter;
    if (auto fits = checkBlocks(*this, kKind, own.bytes(), all.bytes()); !fits)
        return fits.error();
    return start(kKind, own.bytes(), [&]() -> plan::Outcome {
        if (m_world.options().deterministic)
            return scatterInOrder(pointerTo(all), pointerTo(own), own.size);
        if (own.empty())
            return plan::done();
        return call([&] {
            return ncclReduceScatter(pointerTo(all), pointerTo(own), own.size, ncclFloat32, ncclSum,
                                     m_handle.get(), m_stream);
        });
    });
}

Started NcclCommunicator::allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                                   DeviceBytes receive, std::span<const std::size_t> receiveBytes)
{
    if (auto fits = checkAllToAll(*this, send.size, sendBytes, receive.size, receiveBytes); !fits)
        return fits.error();
    return start(CollectiveKind::AllToAll, send.size, [&]() -> plan::Outcome {
        return call([&] {
            ncclResult_t result = ncclSuccess;
            const std::byte* out = pointerTo(send);
            std::byte* in = pointerTo(receive);
            for (int member = 0; member < size() && result == ncclSuccess; ++member) {
                const std::size_t bytesOut = sendBytes[static_cast<std::size_t>(member)];
                const std::size_t bytesIn = receiveBytes[static_cast<std::size_t>(member)];
                if (bytesOut > 0) // of its own, too
                    result = ncclSend(out, bytesOut, ncclUint8, member, m_handle.get(), m_stream);
                if (bytesIn > 0 && result == ncclSuccess)
                    result = ncclRecv(in, bytesIn, ncclUint8, member, m_handle.get(), m_stream);
                out += bytesOut;
                in += bytesIn;
            }
            return result;
        });
    });
}

Started NcclCommunicator::shift(DeviceBytes send, DeviceBytes receive)
{
    if (auto fits = checkShift(*this, send.size, receive.size); !fits)
        return fits.error();
    return start(CollectiveKind::Shift, send.size, [&]() -> plan::Outcome {
        if (send.empty())
            return plan::done();
        return call([&] {
            const int next = (rank() + 1) % size();
            const int previous = (rank() + size() - 1) % size();
            const ncclResult_t sent
                = ncclSend(pointerTo(send), send.size, ncclUint8, next, m_handle.get(), m_stream);
            if (sent != ncclSuccess)
                return sent;
            return ncclRecv(pointerTo(receive), receive.size, ncclUint8, previous, m_handle.get(),
                            m_stream);
        });
    });
}

// Among all other members at once.
template <class T>
plan::Outcome NcclCommunicator::exchange(const BlockOf<T>& to, const BlockOf<T>& from)
{
    return call([&] {
        ncclResult_t result = ncclSuccess;
        for (int member = 0; member < size() && result == ncclSuccess; ++member) {
            if (member == rank())
                continue;
            const Block<T> out = to(member);
            const Block<T> in = from(member);
            if (out.count > 0)
                result
                    = ncclSend(out.values, out.count, kTypeOf<T>, member, m_handle.get(), m_stream);
            if (in.count > 0 && result == ncclSuccess)
                result
                    = ncclRecv(in.values, in.count, kTypeOf<T>, member, m_handle.get(), m_stream);
        }
        return result;
    });
}

// Each member gets all others' values of its part, reduces them, and gives the result to all.
template <class T>
plan::Outcome NcclCommunicator::reduceInOrder(T* values, std::size_t count, bool largest)
{
    constexpr std::size_t kAtOnce = kPiece * sizeof(float) / sizeof(T);
    for (std::size_t first = 0; first < count; first += kAtOnce) {
        const std::size_t length = std::min(kAtOnce, count - first);
        T* const piece = values + first;
        const auto partOf = [&](int member) -> Block<T> {
            const std::size_t begin = beginOf(length, member, size());
            return {piece + begin, beginOf(length, member + 1, size()) - begin};
        };
        const Block<T> own = partOf(rank());
        auto* const others = static_cast<T*>(
            m_scratch.take(static_cast<std::size_t>(size()) * own.count * sizeof(T)));
        const auto otherPart = [&](int member) -> Block<T> {
            return {others + static_cast<std::size_t>(member) * own.count, own.count};
        };
        if (auto moved = exchange<T>(partOf, otherPart); !moved)
            return moved;
        gpu::reduceInOrder<T>(m_stream, own.values,
                              {.own = own.values,
                               .others = others,
                               .count = static_cast<std::int64_t>(own.count),
                               .members = size(),
                               .self = rank()},
                              largest);
        check(cudaPeekAtLastError(), "reduce in the order of ranks");
        if (auto moved = exchange<T>([&](int) { return own; }, partOf); !moved)
            return moved;
    }
    return plan::done();
}

plan::Outcome NcclCommunicator::scatterInOrder(float* all, float* own, std::size_t count)
{
    const std::size_t atOnce = kPiece / static_cast<std::size_t>(size());
    for (std::size_t first = 0; first < count; first += atOnce) {
        const std::size_t length = std::min(atOnce, count - first);
        const auto partOf = [&](int member) -> Block<float> {
            return {all + static_cast<std::size_t>(member) * count + first, length};
        };
        auto* const others = static_cast<float*>(
            m_scratch.take(static_cast<std::size_t>(size()) * length * sizeof(float)));
        const auto otherPart = [&](int member) -> Block<float> {
            return {others + static_cast<std::size_t>(member) * length, length};
        };
        if (auto moved = exchange<float>(partOf, otherPart); !moved)
            return moved;
        gpu::reduceInOrder<float>(m_stream, own + first,
                                  {.own = partOf(rank()).values,
                                   .others = others,
                                   .count = static_cast<std::int64_t>(length),
                                   .members = size(),
                                   .self = rank()},
                                  false);
        check(cudaPeekAtLastError(), "reduce in the order of ranks");
    }
    return plan::done();
}

} // namespace gpu

#include "tests/cuda/nccl_tests/device_group.h"

#include <utility>

namespace gpu::test {

using engine::DeviceBytes;
using engine::Started;

namespace {

// Memory of the device for values of the host; of none, none.
class Copy {
public:
    Copy(engine::Store& store, std::size_t bytes)
        : m_store(store)
        , m_bytes{bytes > 0 ? store.take(bytes) : engine::DeviceAddress(), bytes}
    {
    }
    Copy(engine::Store& store, std::span<const std::byte> values)
        : Copy(store, values.size())
    {
        if (!values.empty())
            store.upload(m_bytes, values);
    }
    ~Copy()
    {
        if (m_bytes.data)
            m_store.release(m_bytes.data, m_bytes.size);
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    DeviceBytes bytes() const { return m_bytes; }
    engine::DeviceSpan<float> floats() const
    {
        return {m_bytes.data, m_bytes.size / sizeof(float)};
    }

private:
    engine::Store& m_store;
    DeviceBytes m_bytes;
};

struct Copies {
    std::unique_ptr<Copy> in{};
    std::unique_ptr<Copy> out{};
    DeviceBytes result{}; // where it lies on the device
    std::span<std::byte> to{};
};

class CopyingWork final : public engine::Work {
public:
    CopyingWork(std::unique_ptr<engine::Work> work, engine::Mark end, Copies copies,
                engine::Store& store, engine::Lanes& lanes)
        : m_copies(std::move(copies))
        , m_work(std::move(work))
        , m_end(end)
        , m_store(store)
        , m_lanes(lanes)
    {
    }

    plan::Result<bool> test() override { return m_work->test(); }
    plan::Outcome wait() override
    {
        if (auto waited = m_work->wait(); !waited)
            return waited;
        m_lanes.wait(engine::kComputeLane, m_end);
        if (!m_copies.to.empty())
            m_store.download(m_copies.to, m_copies.result);
        return plan::done();
    }

private:
    Copies m_copies;
    std::unique_ptr<engine::Work> m_work;
    engine::Mark m_end;
    engine::Store& m_store;
    engine::Lanes& m_lanes;
};

// The collective begins behind the copies to the device.
template <class Start>
Started begin(engine::Communicator& group, engine::Store& store, engine::Lanes& lanes,
              Copies copies, const Start& start)
{
    lanes.wait(group.lane(), lanes.mark(engine::kComputeLane));
    Started started = start();
    if (!started)
        return started;
    return std::unique_ptr<engine::Work>(std::make_unique<CopyingWork>(
        std::move(*started), lanes.mark(group.lane()), std::move(copies), store, lanes));
}

} // namespace

Started DeviceGroup::allReduce(std::span<float> values, engine::ReduceOp reduction)
{
    auto copy = std::make_unique<Copy>(m_store, std::as_bytes(values));
    const auto floats = copy->floats();
    const DeviceBytes bytes = copy->bytes();
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(copy), .result = bytes, .to = std::as_writable_bytes(values)},
                 [&] { return m_group.allReduce(floats, reduction); });
}

Started DeviceGroup::allReduce(std::span<double> values, engine::ReduceOp reduction)
{
    auto copy = std::make_unique<Copy>(m_store, std::as_bytes(values));
    const DeviceBytes bytes = copy->bytes();
    const engine::DeviceSpan<double> numbers{bytes.data, values.size()};
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(copy), .result = bytes, .to = std::as_writable_bytes(values)},
                 [&] { return m_group.allReduce(numbers, reduction); });
}

Started DeviceGroup::allGather(std::span<const std::byte> own, std::span<std::byte> all)
{
    // In place where it is so on the host.
    auto out = std::make_unique<Copy>(m_store, all);
    const bool inPlace
        = !own.empty() && own.data() >= all.data() && own.data() < all.data() + all.size();
    auto in = std::make_unique<Copy>(m_store, own);
    const DeviceBytes result = out->bytes();
    const DeviceBytes from = inPlace
        ? result.part(static_cast<std::size_t>(own.data() - all.data()), own.size())
        : in->bytes();
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(in), .out = std::move(out), .result = result, .to = all},
                 [&] { return m_group.allGather(from, result); });
}

Started DeviceGroup::reduceScatter(std::span<float> all, std::span<float> own)
{
    auto in = std::make_unique<Copy>(m_store, std::as_bytes(all));
    auto out = std::make_unique<Copy>(m_store, own.size_bytes());
    const auto from = in->floats();
    const auto to = out->floats();
    const DeviceBytes result = out->bytes();
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(in),
                  .out = std::move(out),
                  .result = result,
                  .to = std::as_writable_bytes(own)},
                 [&] { return m_group.reduceScatter(from, to); });
}

Started DeviceGroup::allToAll(std::span<const std::byte> send,
                              std::span<const std::size_t> sendBytes, std::span<std::byte> receive,
                              std::span<const std::size_t> receiveBytes)
{
    auto in = std::make_unique<Copy>(m_store, send);
    auto out = std::make_unique<Copy>(m_store, receive.size());
    const DeviceBytes from = in->bytes();
    const DeviceBytes result = out->bytes();
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(in), .out = std::move(out), .result = result, .to = receive},
                 [&] { return m_group.allToAll(from, sendBytes, result, receiveBytes); });
}

Started DeviceGroup::broadcast(std::span<std::byte>, int)
{
    return plan::Error{"GPUs broadcast nothing"};
}

Started DeviceGroup::shift(std::span<const std::byte> send, std::span<std::byte> receive)
{
    auto in = std::make_unique<Copy>(m_store, send);
    auto out = std::make_unique<Copy>(m_store, receive.size());
    const DeviceBytes from = in->bytes();
    const DeviceBytes result = out->bytes();
    return begin(m_group, m_store, m_lanes,
                 {.in = std::move(in), .out = std::move(out), .result = result, .to = receive},
                 [&] { return m_group.shift(from, result); });
}

} // namespace gpu::test

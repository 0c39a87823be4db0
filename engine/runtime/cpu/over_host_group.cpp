#include "engine/runtime/cpu/over_host_group.h"

#include "engine/runtime/collective.h"
#include "engine/runtime/training/failure.h"

#include <utility>

namespace training {

using engine::CollectiveKind;
using engine::DeviceBytes;
using engine::DeviceSpan;
using engine::ReduceOp;
using engine::Started;

namespace {

// Values of a collective while they are the host's.
template <class T>
struct OnHost {
    std::vector<T> in;
    std::vector<T> out; // none where it works in place
};

// The collective among the hosts; what comes of it goes back to the device.
template <class T>
class OverHostWork final : public engine::Work {
public:
    OverHostWork(std::unique_ptr<engine::Work> work, std::unique_ptr<OnHost<T>> values,
                 engine::Store& store, DeviceSpan<T> goesTo)
        : m_values(std::move(values))
        , m_work(std::move(work))
        , m_store(store)
        , m_goesTo(goesTo)
    {
    }

    plan::Result<bool> test() override { return m_work->test(); }

    plan::Outcome wait() override
    {
        if (auto over = m_work->wait(); !over || std::exchange(m_taken, true))
            return over;
        return caught([&]() -> plan::Outcome {
            const auto& values = m_values->out.empty() ? m_values->in : m_values->out;
            engine::uploadValues(m_store, m_goesTo, std::span<const T>(values));
            return plan::done();
        });
    }

private:
    std::unique_ptr<OnHost<T>> m_values; // longer than what works on it
    std::unique_ptr<engine::Work> m_work;
    engine::Store& m_store;
    const DeviceSpan<T> m_goesTo;
    bool m_taken = false; // by the device
};

// Downloads `from`, and starts a collective on that.
template <class T, class Begin>
Started startOnHost(engine::Store& store, DeviceSpan<T> from, DeviceSpan<T> to, const Begin& begin)
{
    return caught([&]() -> Started {
        auto values = std::make_unique<OnHost<T>>();
        values->in.resize(from.size);
        engine::downloadValues(store, std::span(values->in), from);
        if (to.data != from.data)
            values->out.resize(to.size);
        auto work = begin(*values);
        if (!work)
            return work;
        return std::unique_ptr<engine::Work>(
            std::make_unique<OverHostWork<T>>(std::move(*work), std::move(values), store, to));
    });
}

} // namespace

OverHostGroup::OverHostGroup(std::shared_ptr<engine::HostCommunicator> host, engine::Store& store)
    : m_host(std::move(host))
    , m_store(store)
{
}

template <class T>
Started OverHostGroup::reduceAll(DeviceSpan<T> values, ReduceOp reduction)
{
    return startOnHost(m_store, values, values, [&](OnHost<T>& on) {
        return m_host->allReduce(std::span(on.in), reduction);
    });
}

Started OverHostGroup::allReduce(DeviceSpan<float> values, ReduceOp reduction)
{
    return reduceAll(values, reduction);
}

Started OverHostGroup::allReduce(DeviceSpan<double> values, ReduceOp reduction)
{
    return reduceAll(values, reduction);
}

// `own` may lie in `all`; on the host it never does.
Started OverHostGroup::allGather(DeviceBytes own, DeviceBytes all)
{
    return startOnHost(m_store, own, all, [&](OnHost<std::byte>& on) {
        on.out.resize(all.size);
        return m_host->allGather(on.in, on.out);
    });
}

Started OverHostGroup::reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own)
{
    return startOnHost(m_store, all, own, [&](OnHost<float>& on) {
        on.out.resize(own.size);
        return m_host->reduceScatter(on.in, on.out);
    });
}

Started OverHostGroup::allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                                DeviceBytes receive, std::span<const std::size_t> receiveBytes)
{
    return startOnHost(m_store, send, receive, [&](OnHost<std::byte>& on) {
        on.out.resize(receive.size);
        return m_host->allToAll(on.in, sendBytes, on.out, receiveBytes);
    });
}

Started OverHostGroup::shift(DeviceBytes send, DeviceBytes receive)
{
    return startOnHost(m_store, send, receive, [&](OnHost<std::byte>& on) {
        on.out.resize(receive.size);
        return m_host->shift(on.in, on.out);
    });
}

} // namespace training

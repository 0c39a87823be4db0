#include "tests/runtime/training/late_device.h"

#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"
#include "tests/runtime/training/late_kernels.h"
#include "tests/runtime/training/late_queues.h"

#include <limits>
#include <map>
#include <utility>

namespace training {

namespace {

using engine::kComputeLane;
using engine::Lane;
using engine::Mark;

class LateStore final : public engine::Store {
public:
    LateStore(LateQueues& queues, GuardedMemory& memory, LateCounts& counts)
        : m_queues(queues)
        , m_memory(memory)
        , m_counts(counts)
    {
    }

    DeviceAddress take(std::size_t bytes) override { return m_memory.take(bytes); }
    void release(DeviceAddress block, std::size_t bytes) override
    {
        m_queues.runAll();
        m_host.fill(m_memory.real(DeviceBytes{block, bytes}), std::byte{0xff});
    }
    void upload(DeviceBytes to, std::span<const std::byte> from) override
    {
        ++m_counts.uploads;
        m_queues.queue(kComputeLane,
                       [this, to, values = std::vector<std::byte>(from.begin(), from.end())] {
                           m_host.upload(m_memory.real(to), values);
                       });
    }
    void download(std::span<std::byte> to, DeviceBytes from) override
    {
        ++m_counts.downloads;
        m_queues.runUntil(m_queues.mark(kComputeLane));
        m_host.download(to, m_memory.real(from));
    }
    void fill(DeviceBytes to, std::byte value) override
    {
        m_queues.queue(kComputeLane, [this, to, value] { m_host.fill(m_memory.real(to), value); });
    }

private:
    LateQueues& m_queues;
    GuardedMemory& m_memory;
    LateCounts& m_counts;
    HostStore m_host;
};

// Of a collective that is queued.
class LateWork final : public engine::Work {
public:
    LateWork(LateQueues& queues, Mark end)
        : m_queues(queues)
        , m_end(end)
    {
    }
    ~LateWork() override
    {
        if (!m_awaited)
            m_queues.runUntil(m_end); // what throws there ends the test
    }

    plan::Result<bool> test() override { return m_queues.passed(m_end); }
    std::optional<Mark> end() const override { return m_end; }
    plan::Outcome wait() override
    {
        m_awaited = true; // by a lane, not by the host
        return plan::done();
    }

private:
    LateQueues& m_queues;
    Mark m_end;
    bool m_awaited = false;
};

class LateCommunicator final : public engine::Communicator {
public:
    LateCommunicator(LateQueues& queues, const GuardedMemory& memory,
                     std::shared_ptr<engine::HostCommunicator> host)
        : m_queues(queues)
        , m_memory(memory)
        , m_host(std::move(host))
        , m_lane(queues.open(m_host->name()))
    {
    }

    const std::string& name() const override { return m_host->name(); }
    int rank() const override { return m_host->rank(); }
    int size() const override { return m_host->size(); }
    Lane lane() const override { return m_lane; }

    engine::Started allReduce(DeviceSpan<float> values, engine::ReduceOp reduction) override
    {
        return later([=, this] { return m_host->allReduce(spanOf(values), reduction); });
    }
    engine::Started allReduce(DeviceSpan<double> values, engine::ReduceOp reduction) override
    {
        return later([=, this] { return m_host->allReduce(spanOf(values), reduction); });
    }
    engine::Started allGather(DeviceBytes own, DeviceBytes all) override
    {
        return later([=, this] { return m_host->allGather(spanOf(own), spanOf(all)); });
    }
    engine::Started reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own) override
    {
        return later([=, this] { return m_host->reduceScatter(spanOf(all), spanOf(own)); });
    }
    engine::Started allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                             DeviceBytes receive,
                             std::span<const std::size_t> receiveBytes) override
    {
        return later([=, this, sizes = std::vector(sendBytes.begin(), sendBytes.end()),
                      receiveSizes = std::vector(receiveBytes.begin(), receiveBytes.end())] {
            return m_host->allToAll(spanOf(send), sizes, spanOf(receive), receiveSizes);
        });
    }
    engine::Started shift(DeviceBytes send, DeviceBytes receive) override
    {
        return later([=, this] { return m_host->shift(spanOf(send), spanOf(receive)); });
    }

private:
    template <class T>
    std::span<T> spanOf(DeviceSpan<T> span) const
    {
        return {static_cast<T*>(engine::rawPointer(m_memory.real(span.data))), span.size};
    }

    engine::Started later(std::function<engine::Started()> start)
    {
        m_queues.queue(m_lane, [start = std::move(start)] { must(engine::finish(start())); });
        return std::unique_ptr<engine::Work>(
            std::make_unique<LateWork>(m_queues, m_queues.mark(m_lane)));
    }

    LateQueues& m_queues;
    const GuardedMemory& m_memory;
    std::shared_ptr<engine::HostCommunicator> m_host;
    Lane m_lane;
};

// Messages go through host memory on their way.
class LateTransport final : public engine::Transport {
public:
    LateTransport(LateQueues& queues, const GuardedMemory& memory, engine::Transport& host)
        : m_queues(queues)
        , m_memory(memory)
        , m_host(host)
    {
    }

    int rank() const override { return m_host.rank(); }
    int ranks() const override { return m_host.ranks(); }
    std::size_t messageBytes() const override { return m_host.messageBytes(); }
    void beginStep(int step) override { m_host.beginStep(step); }

    plan::Outcome start(std::span<const engine::Transfer> group) override
    {
        for (const engine::Transfer& transfer : group) {
            if (transfer.instruction.kind == plan::Instruction::Kind::Receive) {
                if (auto posted = receive(transfer); !posted)
                    return posted;
                continue;
            }
            const Lane lane = laneOf(transfer.instruction);
            m_queues.wait(lane, m_queues.mark(kComputeLane));
            engine::Transfer sent = transfer;
            sent.keeper.reset(); // it marks the block, so nobody writes to it before this is over
            m_queues.queue(lane, [this, sent] { send(sent); });
        }
        return plan::done();
    }
    // Made when it is first asked for.
    Lane laneOf(const plan::Instruction& instruction) const override
    {
        const auto [found, isNew] = m_lanes.try_emplace({instruction.kind, instruction.peer});
        if (isNew)
            found->second = m_queues.open("messages");
        return found->second;
    }
    plan::Result<engine::Arrival> wait(const plan::Op& op) override
    {
        auto arrived = m_host.wait(op);
        if (!arrived)
            return arrived;
        Arriving arriving = std::move(m_arriving.extract(op).mapped());
        const Lane lane = arriving.lane;
        m_queues.queue(lane, [this, arriving = std::move(arriving)] {
            m_store.upload(m_memory.real(arriving.payload), arriving.message);
        });
        arrived->at = m_queues.mark(lane);
        m_queues.wait(kComputeLane, arrived->at);
        return arrived;
    }
    plan::Result<bool> progress() override { return m_host.progress(); }
    plan::Outcome drain() override
    {
        m_queues.runAll();
        return m_host.drain();
    }

private:
    struct Arriving {
        std::vector<std::byte> message;
        DeviceBytes payload;
        Lane lane;
    };

    plan::Outcome receive(const engine::Transfer& transfer)
    {
        Arriving& arriving = m_arriving[transfer.instruction.op];
        arriving = {std::vector<std::byte>(transfer.payload.size), transfer.payload,
                    laneOf(transfer.instruction)};
        engine::Transfer toHost = transfer;
        toHost.payload = {engine::deviceAddress(arriving.message.data()), arriving.message.size()};
        return m_host.start({&toHost, 1});
    }
    void send(engine::Transfer transfer)
    {
        transfer.payload = m_memory.real(transfer.payload);
        must(m_host.start({&transfer, 1}));
    }

    LateQueues& m_queues;
    const GuardedMemory& m_memory;
    engine::Transport& m_host;
    HostStore m_store;
    std::map<plan::Op, Arriving> m_arriving;
    mutable std::map<std::pair<plan::Instruction::Kind, int>, Lane>
        m_lanes; // by direction and peer
};

class LateDevice final : public Device {
public:
    LateDevice(Late late, const engine::Clock& clock, engine::Waiting& waiting, LateCounts* counts)
        : m_queues(late, clock, waiting)
        , m_kernels(m_queues, m_memory)
        , m_store(m_queues, m_memory, counts != nullptr ? *counts : m_ownCounts)
    {
    }

    std::string description() const override { return "late"; }
    Kernels& kernels() override { return m_kernels; }
    engine::Store& store() override { return m_store; }
    engine::Lanes& lanes() override { return m_queues; }
    std::size_t depth() const override { return std::numeric_limits<std::size_t>::max(); }
    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override
    {
        if (host == nullptr)
            return std::unique_ptr<engine::Communicator>();
        return std::unique_ptr<engine::Communicator>(
            std::make_unique<LateCommunicator>(m_queues, m_memory, std::move(host)));
    }
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const PipelineRoutes&) override
    {
        m_transport = std::make_unique<LateTransport>(m_queues, m_memory, host);
        return m_transport.get();
    }

private:
    GuardedMemory m_memory;
    LateQueues m_queues;
    LateCounts m_ownCounts;
    LateKernels m_kernels;
    LateStore m_store;
    std::unique_ptr<LateTransport> m_transport;
};

} // namespace

std::unique_ptr<Device> lateDevice(Late late, const engine::Clock& clock, engine::Waiting& waiting,
                                   LateCounts* counts)
{
    return std::make_unique<LateDevice>(late, clock, waiting, counts);
}

} // namespace training

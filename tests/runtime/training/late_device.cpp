#include "tests/runtime/training/late_device.h"

#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/host_store.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"
#include "tests/runtime/training/late_queues.h"

#include <map>
#include <utility>

namespace training {

namespace {

using engine::Lane;
using engine::Mark;

// Queues the processor's.
class LateKernels final : public Kernels {
public:
    LateKernels(LateQueues& queues, const GuardedMemory& memory)
        : m_queues(queues)
        , m_memory(memory)
    {
    }

    void multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into) override
    {
        later(&Kernels::multiply, c, a, flipA, b, flipB, into);
    }
    void addBias(Matrix y, Matrix bias) override { later(&Kernels::addBias, y, bias); }
    void addColumnSums(Matrix sums, Matrix x) override { later(&Kernels::addColumnSums, sums, x); }
    void add(Matrix y, Matrix x) override { later(&Kernels::add, y, x); }
    void copy(Matrix y, Matrix x) override { later(&Kernels::copy, y, x); }
    void fill(Matrix y, float value) override { later(&Kernels::fill, y, value); }
    void norm(NormKind kind, Matrix y, Matrix mean, Matrix rstd, Matrix x, Matrix gain,
              Matrix bias) override
    {
        later(&Kernels::norm, kind, y, mean, rstd, x, gain, bias);
    }
    void normInputGrad(NormKind kind, Matrix dx, Matrix dy, Matrix x, Matrix mean, Matrix rstd,
                       Matrix gain) override
    {
        later(&Kernels::normInputGrad, kind, dx, dy, x, mean, rstd, gain);
    }
    void normWeightGrad(NormKind kind, Matrix dGain, Matrix dBias, Matrix dy, Matrix x, Matrix mean,
                        Matrix rstd) override
    {
        later(&Kernels::normWeightGrad, kind, dGain, dBias, dy, x, mean, rstd);
    }
    void gelu(Matrix y, Matrix x) override { later(&Kernels::gelu, y, x); }
    void geluGrad(Matrix dx, Matrix dy, Matrix x) override { later(&Kernels::geluGrad, dx, dy, x); }
    void swiglu(Matrix y, Matrix gate, Matrix up) override { later(&Kernels::swiglu, y, gate, up); }
    void swigluGrad(Matrix dGate, Matrix dUp, Matrix dy, Matrix gate, Matrix up) override
    {
        later(&Kernels::swigluGrad, dGate, dUp, dy, gate, up);
    }
    void rotate(Matrix x, IndexMatrix positions, int size, float base, bool back) override
    {
        later(&Kernels::rotate, x, positions, size, base, back);
    }
    void attend(Matrix out, Matrix logSum, Matrix q, Matrix k, Matrix v, const Heads& heads,
                bool causal) override
    {
        later(&Kernels::attend, out, logSum, q, k, v, heads, causal);
    }
    void headDots(Matrix delta, Matrix dOut, Matrix out, const Heads& heads) override
    {
        later(&Kernels::headDots, delta, dOut, out, heads);
    }
    void attendGrad(Matrix dq, Matrix dk, Matrix dv, Matrix dOut, Matrix delta, Matrix q, Matrix k,
                    Matrix v, Matrix logSum, const Heads& heads, bool causal) override
    {
        later(&Kernels::attendGrad, dq, dk, dv, dOut, delta, q, k, v, logSum, heads, causal);
    }
    void gatherRows(Matrix y, Matrix table, IndexMatrix rows, int first) override
    {
        later(&Kernels::gatherRows, y, table, rows, first);
    }
    void scatterRows(Matrix table, Matrix x, IndexMatrix rows) override
    {
        later(&Kernels::scatterRows, table, x, rows);
    }
    void addToRows(Matrix table, Matrix x, IndexMatrix rows, int first, Matrix scale) override
    {
        later(&Kernels::addToRows, table, x, rows, first, scale);
    }
    void rowDots(Matrix dots, Matrix a, Matrix b) override { later(&Kernels::rowDots, dots, a, b); }
    void scaleRows(Matrix x, Matrix factors) override { later(&Kernels::scaleRows, x, factors); }
    void rowMaxima(Matrix maxima, Matrix logits, std::int64_t valid) override
    {
        later(&Kernels::rowMaxima, maxima, logits, valid);
    }
    void exponentials(Matrix logits, Matrix sums, Matrix chosen, Matrix maxima, IndexMatrix targets,
                      int first, std::int64_t valid) override
    {
        later(&Kernels::exponentials, logits, sums, chosen, maxima, targets, first, valid);
    }
    void sumLosses(Slot loss, Matrix sums, Matrix chosen) override
    {
        later(&Kernels::sumLosses, loss, sums, chosen);
    }
    void lossGrad(Matrix logits, Matrix sums, IndexMatrix targets, int first, float scale) override
    {
        later(&Kernels::lossGrad, logits, sums, targets, first, scale);
    }
    void topExperts(IndexMatrix chosen, Matrix weights, Matrix logits) override
    {
        later(&Kernels::topExperts, chosen, weights, logits);
    }
    void topExpertsGrad(Matrix dLogits, Matrix dWeights, IndexMatrix chosen,
                        Matrix weights) override
    {
        later(&Kernels::topExpertsGrad, dLogits, dWeights, chosen, weights);
    }
    void countExperts(IndexMatrix counts, IndexMatrix chosen) override
    {
        later(&Kernels::countExperts, counts, chosen);
    }
    void packByExpert(IndexMatrix packed, IndexMatrix rows, IndexMatrix chosen,
                      IndexMatrix counts) override
    {
        later(&Kernels::packByExpert, packed, rows, chosen, counts);
    }
    void orderArrivals(IndexMatrix arrival, IndexMatrix departure, IndexMatrix counts) override
    {
        later(&Kernels::orderArrivals, arrival, departure, counts);
    }
    void adamw(const AdamStep& step, Matrix weights, Matrix gradients, Matrix m, Matrix v) override
    {
        later(&Kernels::adamw, step, weights, gradients, m, v);
    }
    void descend(const AdamStep& step, Matrix weights, Matrix gradients) override
    {
        later(&Kernels::descend, step, weights, gradients);
    }
    void addSquares(Slot sum, Matrix x) override { later(&Kernels::addSquares, sum, x); }
    void compareBits(IndexMatrix differs, DeviceBytes a, DeviceBytes b) override
    {
        later(&Kernels::compareBits, differs, a, b);
    }

private:
    template <class... Parameters, class... Arguments>
    void later(void (Kernels::*kernel)(Parameters...), const Arguments&... arguments)
    {
        m_queues.queue(Lane::Compute, [this, kernel, arguments...] {
            (static_cast<Kernels&>(m_cpu).*kernel)(real(arguments)...);
        });
    }

    template <class Argument>
    Argument real(const Argument& argument) const
    {
        if constexpr (requires { m_memory.real(argument); })
            return m_memory.real(argument);
        else
            return argument;
    }

    LateQueues& m_queues;
    const GuardedMemory& m_memory;
    CpuKernels m_cpu;
};

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
        m_queues.queue(Lane::Compute,
                       [this, to, values = std::vector<std::byte>(from.begin(), from.end())] {
                           m_host.upload(m_memory.real(to), values);
                       });
    }
    void download(std::span<std::byte> to, DeviceBytes from) override
    {
        ++m_counts.downloads;
        m_queues.runUntil(m_queues.mark(Lane::Compute));
        m_host.download(to, m_memory.real(from));
    }
    void fill(DeviceBytes to, std::byte value) override
    {
        m_queues.queue(Lane::Compute, [this, to, value] { m_host.fill(m_memory.real(to), value); });
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
            m_queues.runUntil(m_end);
    }

    plan::Result<bool> test() override { return m_queues.passed(m_end); }
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
                     std::unique_ptr<engine::HostCommunicator> host)
        : m_queues(queues)
        , m_memory(memory)
        , m_host(std::move(host))
    {
    }

    const std::string& name() const override { return m_host->name(); }
    int rank() const override { return m_host->rank(); }
    int size() const override { return m_host->size(); }

    engine::Started allReduce(DeviceSpan<float> values, engine::Reduction reduction) override
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
        m_queues.queue(Lane::Communication,
                       [start = std::move(start)] { must(engine::finish(start())); });
        return std::unique_ptr<engine::Work>(
            std::make_unique<LateWork>(m_queues, m_queues.mark(Lane::Communication)));
    }

    LateQueues& m_queues;
    const GuardedMemory& m_memory;
    std::unique_ptr<engine::HostCommunicator> m_host;
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
            m_queues.wait(Lane::Communication, m_queues.mark(Lane::Compute));
            engine::Transfer sent = transfer;
            sent.keeper.reset(); // it marks the block, so nobody writes to it before this is over
            m_queues.queue(Lane::Communication, [this, sent] { send(sent); });
        }
        return plan::done();
    }
    plan::Result<engine::Stamp> wait(const plan::Op& op) override
    {
        auto stamp = m_host.wait(op);
        if (!stamp)
            return stamp;
        auto arrived = m_arriving.extract(op);
        m_queues.queue(Lane::Communication, [this, arrival = std::move(arrived.mapped())] {
            m_store.upload(m_memory.real(arrival.payload), arrival.message);
        });
        m_queues.wait(Lane::Compute, m_queues.mark(Lane::Communication));
        return stamp;
    }
    plan::Result<bool> progress() override { return m_host.progress(); }
    plan::Outcome drain() override
    {
        m_queues.runAll();
        return m_host.drain();
    }

private:
    struct Arrival {
        std::vector<std::byte> message;
        DeviceBytes payload;
    };

    plan::Outcome receive(const engine::Transfer& transfer)
    {
        Arrival& arrival = m_arriving[transfer.instruction.op];
        arrival = {std::vector<std::byte>(transfer.payload.size), transfer.payload};
        engine::Transfer toHost = transfer;
        toHost.payload = {engine::deviceAddress(arrival.message.data()), arrival.message.size()};
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
    std::map<plan::Op, Arrival> m_arriving;
};

class LateDevice final : public TestDevice {
public:
    LateDevice(Lane late, const engine::Clock& clock, engine::Waiting& waiting, LateCounts* counts)
        : m_queues(late, clock, waiting)
        , m_kernels(m_queues, m_memory)
        , m_store(m_queues, m_memory, counts != nullptr ? *counts : m_ownCounts)
    {
    }

    Kernels& kernels() override { return m_kernels; }
    engine::Store& store() override { return m_store; }
    engine::Lanes& lanes() override { return m_queues; }
    std::unique_ptr<engine::Communicator>
    group(std::unique_ptr<engine::HostCommunicator> host) override
    {
        return std::make_unique<LateCommunicator>(m_queues, m_memory, std::move(host));
    }
    engine::Transport& transport(engine::Transport& host) override
    {
        m_transport = std::make_unique<LateTransport>(m_queues, m_memory, host);
        return *m_transport;
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

std::unique_ptr<TestDevice> lateDevice(Lane late, const engine::Clock& clock,
                                       engine::Waiting& waiting, LateCounts* counts)
{
    return std::make_unique<LateDevice>(late, clock, waiting, counts);
}

} // namespace training

#include "tests/bench/simulated_node.h"

#include "telemetry/sender.h"
#include "telemetry/step_tally.h"
#include "telemetry/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace bench {
namespace {

using namespace telemetry;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Hello helloOf(const Load& load)
{
    Hello hello{.ranks = load.ranks,
                .pipelineRanks = load.pipelineRanks,
                .microbatches = std::uint32_t(load.microbatches),
                .clockNs = rankClockNs()};
    copyText(hello.schedule, "1f1b");
    copyText(hello.device, "cuda:0");
    copyText(hello.host, "node");
    return hello;
}

} // namespace

SimulatedNode::SimulatedNode(const Load& load, std::uint32_t number, const std::string& directory,
                             const std::string& collector)
    : m_load(load)
{
    const std::uint32_t first = number * load.ranksPerNode;
    const std::uint32_t own = std::min(load.ranksPerNode, load.ranks - first);
    const std::string endpoint = "ipc://" + directory + "/" + std::to_string(number);
    auto started = Aggregator::start({.run = load.run,
                                      .ranks = load.ranks,
                                      .number = number,
                                      .ownRanks = own,
                                      .rankEndpoint = endpoint,
                                      .collectorEndpoint = collector});
    if (!started) {
        std::fprintf(stderr, "%s\n", started.error().message.c_str());
        std::exit(1);
    }
    m_aggregator = *std::move(started);
    limitSocket(m_socket, int(own) * 8);
    m_socket.connect(endpoint);
    for (std::uint32_t rank = first; rank < first + own; ++rank) {
        auto detail = usualDetail(rank, load.ranks, load.pipelineRanks);
        if (load.opsOfAll || load.opsOfNone)
            detail = load.opsOfAll ? DetailLevel::Op : DetailLevel::Step;
        m_ranks.push_back({.number = rank,
                           .detail = detail,
                           .outbox = Outbox({.run = load.run, .rank = rank, .detail = detail})});
        FrameBuilder hello(FrameKind::Hello);
        Hello said = helloOf(load);
        said.detail = detail;
        hello.append(said);
        m_ranks.back().outbox.add(hello);
    }
}

// As a recorder does it: a receive, an op and a send for each direction of a microbatch, memory
// with each op, and the step's ends and sum.
void SimulatedNode::makeStep(Rank& rank)
{
    const bool ops = rank.detail >= DetailLevel::Op;
    const std::int64_t begin = rankClockNs();
    const int stage = int(rank.number / (m_load.ranks / m_load.pipelineRanks));
    EventBatch batch(rank.outbox);
    StepTally tally;
    tally.begin(rank.step, begin);
    batch.add(
        Event(StepMark{.timeNs = begin, .step = rank.step, .detail = detailMark(rank.detail)}));
    ++rank.records;
    for (int i = 0; i < 2 * m_load.microbatches; ++i) {
        const std::int64_t at = begin + i * 1000;
        const SpanRecord op{.startNs = at + 100,
                            .endNs = at + 900,
                            .step = rank.step,
                            .stage = stage,
                            .microbatch = i / 2,
                            .kind = i % 2 == 0 ? SpanKind::Forward : SpanKind::Backward};
        SpanRecord receive = op;
        receive.startNs = at;
        receive.endNs = at + 100;
        receive.kind = SpanKind::Receive;
        receive.lane = Lane::Communication;
        SpanRecord send = receive;
        send.startNs = at + 900;
        send.endNs = at + 1000;
        send.kind = SpanKind::Send;
        for (const SpanRecord& span : {receive, op, send}) {
            tally.add(span);
            if (ops)
                batch.add(Event(span));
        }
        if (ops)
            batch.add(Event(MemorySample{.timeNs = at + 900,
                                         .currentBytes = std::uint64_t(i) << 20,
                                         .peakBytes = std::uint64_t(i) << 20,
                                         .step = rank.step,
                                         .category = MemoryCategory::Activations}));
        rank.records += ops ? 4 : 0;
    }
    const std::int64_t end = rankClockNs();
    if (!ops) {
        batch.add(Event(MemorySample{.timeNs = end,
                                     .peakBytes = 1u << 20,
                                     .step = rank.step,
                                     .category = MemoryCategory::Activations}));
        ++rank.records;
    }
    batch.add(tally.finish(std::max(end, begin + 2 * m_load.microbatches * 1000)));
    // The moment from which the way to the log counts.
    batch.add(Event(StepMark{.timeNs = end,
                             .step = rank.step,
                             .spans = ops ? std::uint32_t(6 * m_load.microbatches) : 0,
                             .phase = StepPhase::End,
                             .detail = detailMark(rank.detail)}));
    batch.finish();
    rank.records += 2;
    ++rank.step;
}

void SimulatedNode::sayBye(Rank& rank)
{
    FrameBuilder bye(FrameKind::Bye);
    bye.append(Bye{.sent = rank.records});
    rank.outbox.add(bye);
    rank.saidBye = true;
    m_records += rank.records;
}

bool SimulatedNode::turn(Clock::time_point begin)
{
    receive();
    bool done = true;
    const auto now = Clock::now();
    const int due = m_load.stepTime > 0ms ? int((now - begin) / m_load.stepTime) : m_load.steps;
    for (Rank& rank : m_ranks) {
        if (rank.step < std::min(due, m_load.steps) && rank.outbox.hasCredit())
            makeStep(rank);
        else if (rank.step == m_load.steps && !rank.saidBye && rank.outbox.empty())
            sayBye(rank);
        send(rank, now);
        done = done && rank.saidBye && rank.outbox.empty();
    }
    return done;
}

void SimulatedNode::send(Rank& rank, Clock::time_point now)
{
    while (const Bytes* frame = rank.outbox.nextToSend()) {
        if (!trySend(m_socket, *frame))
            return;
        rank.outbox.markSent();
    }
    if (now - rank.lastHeartbeat < 500ms || (rank.saidBye && rank.outbox.empty()))
        return;
    trySend(m_socket, rank.outbox.heartbeat(rank.records, 0));
    rank.lastHeartbeat = now;
}

void SimulatedNode::receive()
{
    zmq::message_t message;
    while (m_socket.recv(message, zmq::recv_flags::dontwait)) {
        const auto decoded = decode(bytesOf(message));
        const auto* frame = std::get_if<Frame>(&decoded);
        const auto* credit = frame == nullptr ? nullptr : std::get_if<Credit>(&frame->body);
        if (credit != nullptr && frame->header.rank - m_ranks.front().number < m_ranks.size())
            m_ranks[frame->header.rank - m_ranks.front().number].outbox.take(*credit);
    }
}

std::uint64_t SimulatedNode::resentFrames() const
{
    std::uint64_t resent = 0;
    for (const Rank& rank : m_ranks)
        resent += rank.outbox.resentFrames();
    return resent;
}

} // namespace bench

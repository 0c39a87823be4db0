#include "engine/plan/op_slots.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"

#include <span>
#include <unordered_map>

namespace plan {
namespace {

// The messages from one rank to another, in the order the sender makes them.
struct MessageQueue {
    std::vector<Op> messages;
    std::size_t received = 0;
};

class Lowering {
public:
    explicit Lowering(const Schedule& schedule)
        : m_schedule(schedule)
        , m_slots(schedule.shape)
        , m_arrived(m_slots.count())
    {
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            for (const Op& op : schedule.order[rank])
                if (const int peer = consumerRank(op); leaves(rank, peer))
                    queue(rank, static_cast<std::size_t>(peer)).messages.push_back(op);
    }

    Program rankProgram(std::size_t rank)
    {
        m_program.clear();
        const auto& ops = m_schedule.order[rank];
        const Pairs& pairs = m_schedule.pairsOf(rank);
        auto pair = pairs.begin();
        for (std::size_t i = 0; i < ops.size();) {
            const bool fused = pair != pairs.end() && *pair == i;
            pair += fused;
            addComputes(std::span(ops).subspan(i, fused ? 2 : 1), rank);
            i += fused ? 2 : 1;
        }
        return std::move(m_program);
    }

private:
    static bool leaves(std::size_t rank, int peer)
    {
        return peer >= 0 && peer != static_cast<int>(rank);
    }

    // What the ops need, the ops as one, what they make.
    void addComputes(std::span<const Op> ops, std::size_t rank)
    {
        for (const Op& op : ops)
            if (const auto input = inputOf(op, m_schedule.shape.stages() - 1))
                receiveUpTo(*input, rank);
        for (const Op& op : ops)
            m_program.push_back(
                {.kind = Instruction::Kind::Compute, .op = op, .fused = &op != &ops.front()});
        for (const Op& op : ops)
            if (const int peer = consumerRank(op); leaves(rank, peer))
                addTransfer(Instruction::Kind::Send, op, peer);
    }

    // The rank that consumes the op's output on another stage; -1 if none does.
    int consumerRank(const Op& op) const
    {
        if (op.kind == OpKind::WeightGrad)
            return -1;
        const int stage = isForward(op.kind) ? op.stage + 1 : op.stage - 1;
        if (stage < 0 || stage >= m_schedule.shape.stages())
            return -1;
        return m_schedule.placement.rankOf(stage, op.microbatch);
    }

    MessageQueue& queue(std::size_t from, std::size_t to)
    {
        return m_queues[from * m_schedule.order.size() + to];
    }

    // Receives `input`, and before it whatever its sender sends earlier: a channel
    // keeps one order on both sides.
    void receiveUpTo(const Op& input, std::size_t rank)
    {
        const int from = m_schedule.placement.rankOf(input);
        if (from == static_cast<int>(rank))
            return;
        MessageQueue& incoming = queue(static_cast<std::size_t>(from), rank);
        const std::size_t wanted = m_slots.of(input);
        while (!m_arrived[wanted] && incoming.received < incoming.messages.size()) {
            const Op& message = incoming.messages[incoming.received++];
            addTransfer(Instruction::Kind::Receive, message, from);
            m_arrived[m_slots.of(message)] = true;
        }
    }

    void addTransfer(Instruction::Kind kind, const Op& op, int peer)
    {
        const bool fused
            = !m_program.empty() && m_program.back().kind != Instruction::Kind::Compute;
        m_program.push_back({.kind = kind, .op = op, .peer = peer, .fused = fused});
    }

    const Schedule& m_schedule;
    const OpSlots m_slots;
    std::vector<bool> m_arrived; // by m_slots: already received by its consumer
    std::unordered_map<std::size_t, MessageQueue> m_queues; // by from * ranks + to
    Program m_program;
};

} // namespace

std::vector<Program> lower(const Schedule& schedule)
{
    Lowering lowering(schedule);
    std::vector<Program> programs;
    programs.reserve(schedule.order.size());
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        programs.push_back(lowering.rankProgram(rank));
    return programs;
}

std::size_t sendsIn(const std::vector<Program>& programs)
{
    std::size_t sends = 0;
    for (const Program& program : programs)
        for (const Instruction& instruction : program)
            sends += instruction.kind == Instruction::Kind::Send;
    return sends;
}

} // namespace plan

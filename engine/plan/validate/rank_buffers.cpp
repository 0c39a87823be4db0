#include "engine/plan/validate/rank_buffers.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>

namespace plan {
namespace {

using Kind = Instruction::Kind;

// What became of one message.
struct Message {
    int sender = -1;   // once it is sent
    int receiver = -1; // once its receive is posted
};

// Runs the programs without times, each rank as far as it goes. A rank's buffers are taken
// by nobody else, so the order in which ranks are looked at decides nothing.
class PooledRun {
public:
    PooledRun(const std::vector<Program>& programs, const Shape& shape)
        : m_programs(programs)
        , m_index(shape)
        , m_lastStage(shape.stages() - 1)
        , m_messages(m_index.count())
        , m_next(programs.size())
        , m_held(programs.size())
    {
        // A device posts the receives of a group before it starts the sends.
        for (Program& program : m_programs)
            for (auto group = program.begin(); group != program.end();) {
                auto end = group + 1;
                while (end != program.end() && end->kind != Kind::Compute && end->fused)
                    ++end;
                std::stable_partition(group, end, [](const Instruction& instruction) {
                    return instruction.kind == Kind::Receive;
                });
                group = end;
            }
    }

    // Until no rank goes on; true if any had to stop for want of a buffer.
    bool run(std::size_t buffers)
    {
        for (std::size_t rank = 0; rank < m_programs.size(); ++rank)
            m_ready.push_back(rank);
        while (!m_ready.empty()) {
            const std::size_t rank = m_ready.back();
            m_ready.pop_back();
            const Program& program = m_programs[rank];
            while (m_next[rank] < program.size() && step(program[m_next[rank]], rank, buffers))
                ++m_next[rank];
        }
        for (std::size_t rank = 0; rank < m_programs.size(); ++rank)
            if (m_next[rank] < m_programs[rank].size()
                && m_programs[rank][m_next[rank]].kind != Kind::Compute)
                return true;
        return false;
    }

private:
    // False if the rank has to wait.
    bool step(const Instruction& instruction, std::size_t rank, std::size_t buffers)
    {
        if (instruction.kind == Kind::Compute)
            return compute(instruction.op, static_cast<int>(rank));
        if (m_held[rank] >= buffers)
            return false;
        Message& message = m_messages[m_index.of(instruction.op)];
        if (instruction.kind == Kind::Receive) {
            message.receiver = static_cast<int>(rank);
            ++m_held[rank];
            if (message.sender >= 0)
                --m_held[wake(message.sender)];
        } else {
            message.sender = static_cast<int>(rank);
            if (message.receiver < 0)
                ++m_held[rank];
            else
                wake(message.receiver);
        }
        return true;
    }

    // It may wait for what has just happened.
    std::size_t wake(int rank)
    {
        m_ready.push_back(static_cast<std::size_t>(rank));
        return m_ready.back();
    }

    bool compute(const Op& op, int rank)
    {
        const auto input = inputOf(op, m_lastStage);
        if (!input)
            return true;
        const Message& message = m_messages[m_index.of(*input)];
        if (message.receiver != rank || input->stage == op.stage)
            return true; // made on this rank
        if (message.sender < 0)
            return false;
        --m_held[static_cast<std::size_t>(rank)];
        return true;
    }

    std::vector<Program> m_programs; // [rank]
    const OpSlots m_index;
    const int m_lastStage;
    std::vector<Message> m_messages;  // by m_index
    std::vector<std::size_t> m_next;  // [rank]
    std::vector<std::size_t> m_held;  // [rank] buffers
    std::vector<std::size_t> m_ready; // ranks to look at
};

} // namespace

std::size_t rankBuffersNeeded(const std::vector<Program>& programs, const Shape& shape)
{
    PooledRun run(programs, shape);
    std::size_t buffers = 1;
    while (run.run(buffers))
        ++buffers; // more never take away what fewer allowed: it goes on from where it stands
    return buffers;
}

} // namespace plan

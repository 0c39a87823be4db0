#include "engine/runtime/message_buffers.h"

#include "engine/plan/simulate.h"
#include "engine/runtime/message.h"

#include <algorithm>

namespace engine {

using Kind = plan::Instruction::Kind;

namespace {

// What became of one message.
struct Message {
    int sender = -1;   // once it is sent
    int receiver = -1; // once its receive is posted
};

// Runs the programs without times, each rank as far as it goes. A rank's buffers are taken
// by nobody else, so the order in which ranks are looked at decides nothing.
class BufferedRun {
public:
    BufferedRun(const std::vector<plan::Program>& programs, const plan::Shape& shape)
        : m_programs(programs)
        , m_shape(shape)
        , m_messages(2 * static_cast<std::size_t>(shape.stages())
                     * static_cast<std::size_t>(shape.microbatches))
        , m_next(programs.size())
        , m_held(programs.size())
    {
        // A device posts the receives of a group before it starts the sends.
        for (plan::Program& program : m_programs)
            for (auto group = program.begin(); group != program.end();) {
                auto end = group + 1;
                while (end != program.end() && end->kind != Kind::Compute && end->fused)
                    ++end;
                std::stable_partition(group, end, [](const plan::Instruction& instruction) {
                    return instruction.kind == Kind::Receive;
                });
                group = end;
            }
    }

    // Until no rank goes on; true if any had to stop for want of a buffer.
    bool run(std::size_t buffers)
    {
        bool wanting = false;
        for (bool moved = true; moved;) {
            moved = wanting = false;
            for (std::size_t rank = 0; rank < m_programs.size(); ++rank) {
                const plan::Program& program = m_programs[rank];
                const std::size_t before = m_next[rank];
                while (m_next[rank] < program.size() && step(program[m_next[rank]], rank, buffers))
                    ++m_next[rank];
                moved = moved || m_next[rank] > before;
                wanting = wanting
                    || (m_next[rank] < program.size()
                        && program[m_next[rank]].kind != Kind::Compute);
            }
        }
        return wanting;
    }

private:
    Message& messageOf(const plan::Op& op)
    {
        return m_messages[static_cast<std::size_t>(messageKey(op, m_shape.microbatches))];
    }

    // False if the rank has to wait.
    bool step(const plan::Instruction& instruction, std::size_t rank, std::size_t buffers)
    {
        if (instruction.kind == Kind::Compute)
            return compute(instruction.op, static_cast<int>(rank));
        if (m_held[rank] >= buffers)
            return false;
        Message& message = messageOf(instruction.op);
        if (instruction.kind == Kind::Receive) {
            message.receiver = static_cast<int>(rank);
            ++m_held[rank];
            if (message.sender >= 0)
                --m_held[static_cast<std::size_t>(message.sender)];
        } else {
            message.sender = static_cast<int>(rank);
            m_held[rank] += message.receiver < 0;
        }
        return true;
    }

    bool compute(const plan::Op& op, int rank)
    {
        const auto input = plan::inputOf(op, m_shape.stages() - 1);
        if (!input)
            return true;
        const Message& message = messageOf(*input);
        if (message.receiver != rank || input->stage == op.stage)
            return true; // made on this rank
        if (message.sender < 0)
            return false;
        --m_held[static_cast<std::size_t>(rank)];
        return true;
    }

    std::vector<plan::Program> m_programs;
    const plan::Shape m_shape;
    std::vector<Message> m_messages;  // by messageKey()
    std::vector<std::size_t> m_next;  // [rank]
    std::vector<std::size_t> m_held;  // [rank] buffers
};

} // namespace

std::size_t buffersNeeded(const std::vector<plan::Program>& programs, const plan::Shape& shape)
{
    BufferedRun run(programs, shape);
    std::size_t buffers = 1;
    while (run.run(buffers))
        ++buffers; // more never take away what fewer allowed: it goes on from where it stands
    return buffers;
}

} // namespace engine

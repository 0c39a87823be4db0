#include "engine/runtime/executor.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <utility>

namespace engine {

using plan::Instruction;

namespace {

// A compute, with those fused to it.
bool beginsCompute(const Instruction& instruction)
{
    return instruction.kind == Instruction::Kind::Compute && !instruction.fused;
}

// What was queued and is not over.
class OpenInstructions {
public:
    void add(const Instruction& instruction)
    {
        m_open.push_back(instruction);
        m_computes += beginsCompute(instruction);
    }

    // False if it was never added.
    bool remove(const Instruction& instruction)
    {
        // A scan rather than a set: what ends stands near the front, however much is open.
        const auto found = std::find(m_open.begin(), m_open.end(), instruction);
        if (found == m_open.end())
            return false;
        m_open.erase(found);
        m_computes -= beginsCompute(instruction);
        return true;
    }

    std::size_t computes() const { return m_computes; }

private:
    std::deque<Instruction> m_open; // as they were queued; on a GPU a whole step
    std::size_t m_computes = 0;
};

} // namespace

plan::Result<std::size_t> runStep(const plan::Program& program, Machine& machine,
                                  const OnDone& onDone, std::size_t depth)
{
    assert(depth > 0);
    OpenInstructions open;
    std::size_t queued = 0;
    bool whole = false;
    for (std::size_t over = 0; over < program.size(); ++over) {
        // Transfers after a compute are queued with it, as far as the next compute that exceeds the
        // depth: a send that waited for the executor to come back would leave late.
        for (; queued < program.size(); ++queued) {
            if (beginsCompute(program[queued]) && open.computes() == depth)
                break;
            open.add(program[queued]);
            machine.enqueue(program[queued]);
        }
        if (queued == program.size() && !std::exchange(whole, true))
            machine.enqueueTail();

        const Completion completion = machine.next();
        if (completion.failure)
            return plan::Error{toText(completion.instruction) + ": " + completion.failure->message};
        if (!open.remove(completion.instruction))
            return plan::Error{toText(completion.instruction)
                               + " was reported done, but it is not queued"};
        onDone(completion);
    }
    return program.size();
}

} // namespace engine

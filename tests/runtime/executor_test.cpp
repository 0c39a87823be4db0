#include "engine/runtime/executor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace engine::test {
namespace {

using plan::Instruction;
using plan::Program;

Program programOf(const char* text)
{
    auto program = plan::parseProgram(text);
    EXPECT_TRUE(program) << (program ? "" : program.error().message);
    return program ? *program : Program{};
}

// Takes one nanosecond for each instruction and finishes computes in order; a
// receive is over only when the compute after it is, as on a machine with two lanes.
class FakeMachine final : public Machine {
public:
    plan::Result<Nanoseconds> beginStep(int) override { return Nanoseconds{}; }

    void enqueue(const Instruction& instruction) override
    {
        m_queue.push_back(instruction);
        const auto computes = std::count_if(m_queue.begin(), m_queue.end(), [](const auto& i) {
            return i.kind == Instruction::Kind::Compute;
        });
        deepest = std::max(deepest, static_cast<std::size_t>(computes));
        ++enqueued;
    }

    Completion next() override
    {
        auto chosen = m_queue.begin();
        while (chosen->kind == Instruction::Kind::Receive && chosen + 1 != m_queue.end())
            ++chosen;
        Completion completion{
            .instruction = *chosen, .start = m_now, .end = m_now + Nanoseconds{1}};
        ++m_now;
        m_queue.erase(chosen);
        if (toText(completion.instruction) == failOn)
            completion.failure = plan::Error{"peer is gone"};
        if (toText(completion.instruction) == inventOn)
            completion.instruction.op.microbatch += 100;
        return completion;
    }

    void enqueueTail() override { ++tails; }
    plan::Result<StepTail> endStep() override { return StepTail{}; }

    std::string failOn;
    std::string inventOn;
    std::size_t deepest = 0;
    std::size_t enqueued = 0;
    std::size_t tails = 0;

private:
    std::vector<Instruction> m_queue;
    Nanoseconds m_now{0};
};

std::string runAndLog(const Program& program, FakeMachine& machine, std::size_t depth)
{
    std::string log;
    const auto ran = runStep(
        program, machine,
        [&](const Completion& completion) {
            log += toText(completion.instruction) + "@" + std::to_string(completion.start.count())
                + " ";
        },
        depth);
    return ran ? log + "= " + std::to_string(*ran) : log + "! " + ran.error().message;
}

TEST(RunStep, ReportsEachInstructionWhenItIsOver)
{
    FakeMachine machine;
    EXPECT_EQ(runAndLog(programOf("1F0<0 1F0 1F0>2"), machine, 4), "1F0@0 1F0>2@1 1F0<0@2 = 3");
}

TEST(RunStep, KeepsAtMostTheGivenNumberOfComputesQueued)
{
    for (const std::size_t depth : {1u, 2u, 3u}) {
        FakeMachine machine;
        const auto program = programOf("0F0 0F0>1 0F1 0F1>1 0F2 0F2>1+1B0<1 0B0 1B1<1 0B1");
        EXPECT_NE(runAndLog(program, machine, depth).find("= 10"), std::string::npos);
        EXPECT_EQ(machine.deepest, depth);
    }
}

TEST(RunStep, AFusedPairCountsAsOneAndIsQueuedWhole)
{
    for (const std::size_t depth : {1u, 2u}) {
        FakeMachine machine;
        machine.failOn = "0F0";
        EXPECT_EQ(runAndLog(programOf("0F0+1B0 0F1+1B1 0F2+1B2"), machine, depth),
                  "! 0F0: peer is gone");
        EXPECT_EQ(machine.enqueued, 2 * depth);
    }
    FakeMachine machine;
    EXPECT_NE(runAndLog(programOf("0F0+1B0 0F1+1B1 0F2+1B2"), machine, 1).find("= 6"),
              std::string::npos);
}

TEST(RunStep, QueuesAFusedGroupWholeEvenWhenTheQueueIsFull)
{
    FakeMachine machine;
    machine.failOn = "0F0";
    EXPECT_EQ(runAndLog(programOf("0F0 0F0>1+1B0<1+1B1<1 0B0"), machine, 1), "! 0F0: peer is gone");
    EXPECT_EQ(machine.enqueued, 4u);
}

TEST(RunStep, StopsAtTheFirstErrorAndNamesIt)
{
    FakeMachine machine;
    machine.failOn = "1F0>2";
    EXPECT_EQ(runAndLog(programOf("1F0<0 1F0 1F0>2 1F1 1F2"), machine, 1),
              "1F0@0 ! 1F0>2: peer is gone");
    EXPECT_EQ(machine.enqueued, 4u); // 1F2 was never queued
}

TEST(RunStep, RefusesAnInstructionThatWasNotQueued)
{
    FakeMachine machine;
    machine.inventOn = "1F0";
    EXPECT_EQ(runAndLog(programOf("1F0<0 1F0"), machine, 1),
              "! 1F100 was reported done, but it is not queued");
}

TEST(RunStep, AnEmptyProgramRunsNothing)
{
    FakeMachine machine;
    EXPECT_EQ(runAndLog({}, machine, 1), "= 0");
}

RC_GTEST_PROP(RunStepProperty, ReportsEveryInstructionOnceAtAnyDepth, ())
{
    const int microbatches = *rc::gen::inRange(1, 20);
    const std::size_t depth = *rc::gen::inRange<std::size_t>(1, 10);
    Program program;
    for (int mb = 0; mb < microbatches; ++mb) {
        program.push_back({Instruction::Kind::Receive, plan::forward(0, mb), 0});
        program.push_back({Instruction::Kind::Compute, plan::forward(1, mb)});
    }
    FakeMachine machine;
    Program reported;
    const auto ran = runStep(
        program, machine, [&](const Completion& c) { reported.push_back(c.instruction); }, depth);
    RC_ASSERT(bool(ran));
    RC_ASSERT(machine.deepest <= depth);
    RC_ASSERT(
        std::is_permutation(reported.begin(), reported.end(), program.begin(), program.end()));
}

} // namespace
} // namespace engine::test

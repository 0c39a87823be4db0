#include "tests/runtime/emulated_pipeline.h"

#include "engine/plan/catalog.h"

#include <gtest/gtest.h>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

PipelineRun pipeline(std::string_view name, const plan::Shape& shape, Nanoseconds transfer = 0ns)
{
    auto schedule = plan::makeSchedule(name, shape);
    EXPECT_TRUE(schedule) << (schedule ? "" : schedule.error().message);
    return {.schedule = schedule ? *schedule : plan::Schedule{},
            .costs = {.stages = {{2ms, 3ms, 1500us}}, .transfer = transfer},
            .programs = {}};
}

struct Case {
    std::string_view name;
    plan::Shape shape;
    Nanoseconds transfer;
};

std::string caseName(const testing::TestParamInfo<Case>& tested)
{
    const auto& [schedule, shape, transfer] = tested.param;
    std::string name(schedule);
    std::erase(name, '-');
    return name + "_p" + std::to_string(shape.ranks) + "v" + std::to_string(shape.chunks) + "m"
        + std::to_string(shape.microbatches) + "t" + std::to_string(transfer.count());
}

class PacedPipeline : public testing::TestWithParam<Case> {};

// What an op was due to end at is its wall end less its lateness.
TEST_P(PacedPipeline, EveryOpIsDueWhenTheSimulationSaysItEnds)
{
    const auto& [name, shape, transfer] = GetParam();
    const PipelineRun run = pipeline(name, shape, transfer);
    const auto predicted = plan::simulate(run.schedule, run.costs);
    ASSERT_TRUE(predicted) << predicted.error().message;

    const auto records = runPipeline(run);
    for (std::size_t rank = 0; rank < records.size(); ++rank) {
        ASSERT_EQ(records[rank].error, "");
        std::size_t next = 0;
        Nanoseconds free{};
        for (const Completion& completion : records[rank].completions) {
            ASSERT_LE(completion.start, completion.end);
            if (!completion.isOfCompute())
                continue;
            ASSERT_LT(next, predicted->spans[rank].size());
            const plan::Span& span = predicted->spans[rank][next++];
            ASSERT_EQ(completion.instruction.op, span.op) << "rank " << rank;
            ASSERT_EQ(completion.end - completion.lateness, span.end) << toText(span.op);
            ASSERT_GE(completion.lateness, 0ns);
            ASSERT_GE(completion.start, std::max(free, span.start)) << toText(span.op);
            // A clock that wakes on time and naps of at most 200 us: never later than that.
            ASSERT_LE(completion.start, span.start + 200us) << toText(span.op);
            free = completion.end;
        }
        EXPECT_EQ(next, predicted->spans[rank].size());
        EXPECT_EQ(free, predicted->spans[rank].back().end);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, PacedPipeline,
    testing::Values(Case{"1f1b", {1, 1, 1}, 0ns}, Case{"1f1b", {2, 1, 1}, 0ns},
                    Case{"1f1b", {4, 1, 8}, 0ns}, Case{"1f1b", {4, 1, 8}, 700us},
                    Case{"1f1b", {7, 1, 9}, 5ms}, Case{"gpipe", {4, 1, 6}, 0ns},
                    Case{"gpipe", {3, 1, 5}, 700us}, Case{"naive", {3, 1, 2}, 100us},
                    Case{"interleaved", {2, 2, 4}, 0ns}, Case{"interleaved", {4, 2, 8}, 700us},
                    Case{"interleaved", {4, 3, 8}, 1ns}),
    caseName);

TEST(PacedRank, EveryTransferIsReportedWithItsBytes)
{
    const auto records = runPipeline(pipeline("1f1b", {3, 1, 4}));
    std::vector<int> transfers;
    for (const auto& record : records) {
        ASSERT_EQ(record.error, "");
        int count = 0;
        for (const Completion& completion : record.completions)
            if (!completion.isOfCompute()) {
                EXPECT_EQ(completion.bytes, kMessageBytes);
                ++count;
            }
        transfers.push_back(count);
    }
    EXPECT_EQ(transfers, (std::vector{8, 16, 8})); // m each way on every border
}

TEST(PacedRank, CountsTheActivationsInFlight)
{
    const auto records = runPipeline(pipeline("1f1b", {4, 1, 8}));
    for (std::size_t rank = 0; rank < records.size(); ++rank)
        EXPECT_EQ(records[rank].peakActivations, (4 - rank) * kMessageBytes) << "rank " << rank;
}

PipelineRun twoRanks(const char* first, const char* second)
{
    PipelineRun run = pipeline("1f1b", {2, 1, 1});
    run.steps = 1;
    for (const char* text : {first, second}) {
        auto program = plan::parseProgram(text);
        EXPECT_TRUE(program) << (program ? "" : program.error().message);
        run.programs.push_back(program ? *program : plan::Program{});
    }
    return run;
}

TEST(PacedRank, AnOpThatWasNotAskedForIsAnErrorNamingBoth)
{
    const auto records = runPipeline(twoRanks("0F0 0F0>1+1I0<1 0I0", "0F0<0 1F0 1B0 1B0>0"));
    EXPECT_EQ(records[1].error, "");
    EXPECT_EQ(records[0].error,
              "1I0<1: expected 1I0 of step 0 from rank 1, but 1B0 of step 0 from "
              "rank 1 arrived; do all ranks run the same strategy?");
}

TEST(PacedRank, APeerThatNeverAnswersIsAnErrorInTime)
{
    PipelineRun run = twoRanks("0F0 0F0>1+1B0<1 0B0", "0F0<0 1F0 1B0");
    run.patience = 10s;
    const auto records = runPipeline(run);
    EXPECT_EQ(records[1].error, "");
    EXPECT_EQ(records[0].error,
              "1B0<1: rank 0 got no message from rank 1 for 10.0 s; rank 1 is stuck or gone");
}

TEST(PacedRank, AnInputThatNobodyMakesIsAnError)
{
    EXPECT_EQ(runPipeline(twoRanks("0F0 0B0", "")).front().error,
              "0B0: the program neither computes nor receives its input 1B0");
    EXPECT_EQ(runPipeline(twoRanks("0F0>1", "")).front().error,
              "0F0>1: the program sends it before it is computed");
    EXPECT_EQ(runPipeline(twoRanks("", "0F0")).back().error, "0F0: rank 1 does not hold stage 0");
}

TEST(PacedRank, AReceiveThatNoComputeConsumesIsStillWaitedFor)
{
    const auto records = runPipeline(twoRanks("0F0 0F0>1", "0F0<0"));
    EXPECT_EQ(records[1].error, "");
    ASSERT_EQ(records[1].completions.size(), 1u);
    EXPECT_EQ(toText(records[1].completions[0].instruction), "0F0<0");
}

// Its messages are due at once and here only at the given times.
class LateTransport final : public Transport {
public:
    LateTransport(std::map<plan::Op, Nanoseconds> arrivals, Waiting& waiting)
        : m_arrivals(std::move(arrivals))
        , m_waiting(waiting)
    {
    }

    int rank() const override { return 1; }
    int ranks() const override { return 2; }
    std::size_t messageBytes() const override { return kMessageBytes; }
    // As long after as the machine waits for the step to begin.
    void beginStep(int) override { m_zero = m_waiting.now() + 1ms; }
    plan::Outcome start(std::span<const Transfer>) override { return plan::done(); }
    plan::Result<bool> progress() override { return false; }
    Lane laneOf(const plan::Instruction&) const override { return {1}; }
    plan::Result<Arrival> wait(const plan::Op& op) override
    {
        if (auto slept = m_waiting.sleepUntil(m_zero + m_arrivals.at(op)); !slept)
            return slept.error();
        return Arrival{.stamp = {.sent = Nanoseconds{}}, .at = HostLanes::at(m_waiting.now())};
    }
    plan::Outcome drain() override { return plan::done(); }

private:
    const std::map<plan::Op, Nanoseconds> m_arrivals;
    Waiting& m_waiting;
    Nanoseconds m_zero{};
};

// Of a rank that tests look at alone.
struct LoneRank {
    LoneRank(PacedPlan plan, int lastStage, std::map<plan::Op, Nanoseconds> arrivals)
        : transport(std::move(arrivals), waiting)
        , rank(std::move(plan), lastStage, clock, transport, control, waiting)
    {
    }

    SharedClock clock{1};
    Waiting waiting{clock};
    LoopbackAgreement agreement{1, 1s};
    LoopbackControl control{agreement, 0, waiting};
    LateTransport transport;
    PacedRank rank;
};

// Costs are 2 ms forward and 4.5 ms backward.
std::vector<Completion> computesWithArrivals(std::map<plan::Op, Nanoseconds> arrivals)
{
    PipelineRun run = pipeline("1f1b", {2, 1, 2});
    run.knowsPlan = [](int) { return false; };
    LoneRank lone(planOf(run, 1), 1, std::move(arrivals));
    RankMachine& machine = lone.rank.machine;
    EXPECT_TRUE(machine.beginStep(0));
    std::vector<Completion> computes;
    const auto program = plan::parseProgram("0F0<0 1F0 1B0 1B0>0 0F1<0 1F1 1B1 1B1>0");
    EXPECT_TRUE(program);
    const auto ran = runStep(*program, machine, [&](const Completion& completion) {
        if (completion.isOfCompute())
            computes.push_back(completion);
    });
    EXPECT_TRUE(ran) << (ran ? "" : ran.error().message);
    return computes;
}

TEST(PacedRank, ARankFarBehindStillWorksForMostOfWhatItsOpsLast)
{
    const auto computes
        = computesWithArrivals({{plan::forward(0, 0), 30ms}, {plan::forward(0, 1), 90ms}});
    ASSERT_EQ(computes.size(), 4u);
    EXPECT_EQ(computes[0].start, 30ms);
    EXPECT_EQ(computes[0].end, 31'500us); // three quarters of 2 ms
    EXPECT_EQ(computes[0].lateness, 29'500us);
    EXPECT_EQ(computes[1].start, 31'500us);
    EXPECT_EQ(computes[1].end, 34'875us); // three quarters of 4.5 ms
    EXPECT_EQ(computes[1].lateness, 28'375us);
    EXPECT_EQ(computes[2].start, 90ms);
    EXPECT_EQ(computes[2].end, 91'500us);
    EXPECT_EQ(computes[3].end, 94'875us);
    EXPECT_EQ(computes[3].lateness, 81'875us);
}

TEST(PacedRank, ADebtIsPaidBackOpByOp)
{
    const auto computes
        = computesWithArrivals({{plan::forward(0, 0), 3ms}, {plan::forward(0, 1), 0ms}});
    ASSERT_EQ(computes.size(), 4u);
    EXPECT_EQ(computes[0].end, 4'500us);
    EXPECT_EQ(computes[0].lateness, 2'500us);
    EXPECT_EQ(computes[1].end, 7'875us);
    EXPECT_EQ(computes[1].lateness, 1'375us);
    EXPECT_EQ(computes[2].end, 9'375us);
    EXPECT_EQ(computes[2].lateness, 875us);
    EXPECT_EQ(computes[3].end, 13ms); // as planned
    EXPECT_EQ(computes[3].lateness, 0ns);
}

TEST(PacedRank, ASmallDelayIsCaughtUpAtOnce)
{
    const auto computes
        = computesWithArrivals({{plan::forward(0, 0), 400us}, {plan::forward(0, 1), 7ms}});
    ASSERT_EQ(computes.size(), 4u);
    EXPECT_EQ(computes[0].end, 2ms);
    EXPECT_EQ(computes[1].end, 6'500us);
    EXPECT_EQ(computes[2].start, 7ms); // half a millisecond late
    EXPECT_EQ(computes[2].end, 8'500us);
    EXPECT_EQ(computes[2].lateness, 0ns);
    EXPECT_EQ(computes[3].end, 13ms);
}

// Costs are 2 ms forward and 4.5 ms backward.
TEST(PacedRank, ASlowDeviceTakesLongerFromItsStepOn)
{
    PipelineRun run = pipeline("1f1b", {2, 1, 2});
    run.costs.optimizer = 2ms;
    run.knowsPlan = [](int) { return false; };
    PacedPlan plan = planOf(run, 1);
    plan.slow = plan::Slowdown{.rank = 1, .step = 1, .factor = 1.5};
    LoneRank lone(plan, 1, {{plan::forward(0, 0), 0ms}, {plan::forward(0, 1), 0ms}});
    RankMachine& machine = lone.rank.machine;
    const auto program = plan::parseProgram("0F0<0 1F0 1B0 0F1<0 1F1 1B1");
    ASSERT_TRUE(program);
    const auto lengths = [&](int step) {
        EXPECT_TRUE(machine.beginStep(step));
        std::vector<Nanoseconds> lasted;
        EXPECT_TRUE(runStep(*program, machine, [&](const Completion& completion) {
            if (completion.isOfCompute())
                lasted.push_back(completion.end - completion.start);
        }));
        const auto tail = machine.endStep();
        EXPECT_TRUE(tail);
        lasted.push_back(tail->ran.end - tail->ran.optimizerBegin);
        return lasted;
    };
    EXPECT_EQ(lengths(0), (std::vector<Nanoseconds>{2ms, 4'500us, 2ms, 4'500us, 2ms}));
    EXPECT_EQ(lengths(1), (std::vector<Nanoseconds>{3ms, 6'750us, 3ms, 6'750us, 3ms}));
}

// Costs are 2 ms forward and 4.5 ms backward; the pair takes 2 + 4.5 - 0.5 * 2 = 5.5 ms.
TEST(PacedRank, AFusedPairThatStartsLateIsCutAsOne)
{
    PipelineRun run = pipeline("1f1b", {2, 1, 2});
    run.costs.pairOverlap = 0.5;
    run.costs.gradientReduction = 4ms;
    run.costs.optimizer = 2ms;
    run.knowsPlan = [](int) { return false; };
    LoneRank lone(planOf(run, 1), 1, {{plan::forward(0, 0), 0ms}, {plan::forward(0, 1), 9ms}});
    RankMachine& machine = lone.rank.machine;
    ASSERT_TRUE(machine.beginStep(0));
    const auto program = plan::parseProgram("0F0<0 1F0 0F1<0 1F1+1B0 1B1");
    ASSERT_TRUE(program) << program.error().message;
    std::vector<Completion> computes;
    const auto ran = runStep(*program, machine, [&](const Completion& completion) {
        if (completion.isOfCompute())
            computes.push_back(completion);
    });
    ASSERT_TRUE(ran) << ran.error().message;
    ASSERT_EQ(computes.size(), 4u);
    EXPECT_EQ(computes[1].instruction.op, plan::forward(1, 1));
    EXPECT_EQ(computes[1].start, 9ms); // due at 2 ms; it waits for both inputs
    EXPECT_EQ(computes[1].end, computes[2].start);
    EXPECT_NEAR((computes[1].end - computes[1].start).count(), 4.125e6 * 2 / 6.5, 1);
    EXPECT_EQ(computes[1].held.activations, 2 * kMessageBytes);
    EXPECT_EQ(computes[2].end, 13'125us); // three quarters of 5.5 ms
    EXPECT_EQ(computes[2].lateness, 5'625us);
    EXPECT_EQ(computes[2].held.activations, kMessageBytes);
    EXPECT_EQ(computes[3].end, 16'500us);

    const auto tail = machine.endStep();
    ASSERT_TRUE(tail) << tail.error().message;
    EXPECT_EQ(tail->ran, (plan::Tail{16'500us, 19'500us, 21ms})); // due at 12, 16 and 18 ms
    EXPECT_EQ(tail->lateness, 3ms);
}

TEST(PacedRank, WithoutATailTheStepEndsWithItsLastOp)
{
    LoneRank lone({.placement = {{0}, {}}, .costs = plan::Costs::unit()}, 0, {});
    RankMachine& machine = lone.rank.machine;
    ASSERT_TRUE(machine.beginStep(0));
    const auto tail = machine.endStep();
    ASSERT_TRUE(tail);
    EXPECT_EQ(tail->ran.begin, tail->ran.end);
}

TEST(PacedRank, AFailureStays)
{
    LoneRank lone({.placement = {{0}, {}}, .costs = plan::Costs::unit()}, 0, {});
    RankMachine& machine = lone.rank.machine;
    ASSERT_TRUE(machine.beginStep(0));
    machine.enqueue({.op = plan::forward(0, 0)});
    machine.enqueue({.op = plan::forward(0, 1)});
    EXPECT_EQ(machine.next().instruction.op, plan::forward(0, 0));
    const Completion again = machine.next();
    ASSERT_TRUE(again.failure);
    EXPECT_EQ(again.instruction.op, plan::forward(0, 0));
}

} // namespace
} // namespace engine::test

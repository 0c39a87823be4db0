#include "engine/runtime/emulated/emulated_device.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/runtime/emulated/emulated_stage.h"
#include "engine/runtime/executor.h"
#include "engine/runtime/loopback/loopback_transport.h"
#include "tests/runtime/shared_clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMessageBytes = 4096;

struct RankRecord {
    std::vector<Completion> completions; // of the last step
    std::string error;
    std::size_t peakActivations = 0;
};

struct PipelineRun {
    plan::Schedule schedule;
    plan::Costs costs;
    int steps = 2;
    std::vector<plan::Program> programs;
    Nanoseconds patience = 60s;
};

Stages stagesOf(const PipelineRun& run, int rank)
{
    Stages stages;
    for (int stage = 0; stage < run.schedule.shape.stages(); ++stage)
        if (run.schedule.placement.holds(rank, stage))
            stages[stage]
                = std::make_unique<EmulatedStage>(run.costs.ofStage(stage), kMessageBytes);
    return stages;
}

// Every second rank knows the plan, the others find out by looking.
PlannedStarts plannedStarts(const PipelineRun& run, int rank)
{
    PlannedStarts starts;
    const auto timeline = plan::simulate(run.schedule, run.costs);
    if (timeline && rank % 2 == 0)
        for (const plan::Span& span : timeline->spans[static_cast<std::size_t>(rank)])
            starts[span.op] = span.start;
    return starts;
}

void runRank(const PipelineRun& run, int rank, LoopbackFabric& fabric, SharedClock& clock,
             RankRecord& record)
{
    Waiting waiting(clock);
    LoopbackTransport transport(fabric, rank, waiting);
    EmulatedDevice device(stagesOf(run, rank), run.schedule.shape.stages() - 1, run.costs.transfer,
                          plannedStarts(run, rank),
                          transport, waiting);
    for (int step = 0; step < run.steps && record.error.empty(); ++step) {
        record.completions.clear();
        const auto zero = device.beginStep(step);
        if (!zero) {
            record.error = zero.error().message;
            break;
        }
        const auto ran = runStep(run.programs[static_cast<std::size_t>(rank)], device,
                                 [&](const Completion& completion) {
                                     record.completions.push_back(completion);
                                     record.peakActivations = std::max(
                                         record.peakActivations, device.memory().activations);
                                 });
        if (!ran)
            record.error = ran.error().message;
        else if (const auto ended = device.endStep(); !ended)
            record.error = ended.error().message;
    }
    clock.leave();
}

std::vector<RankRecord> runPipeline(PipelineRun run)
{
    const int ranks = run.schedule.shape.ranks;
    if (run.programs.empty())
        run.programs = plan::lower(run.schedule);
    SharedClock clock(ranks);
    LoopbackFabric fabric({.ranks = ranks,
                           .microbatches = run.schedule.shape.microbatches,
                           .messageBytes = kMessageBytes,
                           .patience = run.patience});
    std::vector<RankRecord> records(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back(runRank, std::cref(run), rank, std::ref(fabric), std::ref(clock),
                             std::ref(records[static_cast<std::size_t>(rank)]));
    for (auto& thread : threads)
        thread.join();
    return records;
}

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

class EmulatedPipeline : public testing::TestWithParam<Case> {};

// What an op was due to end at is its wall end less its lateness.
TEST_P(EmulatedPipeline, EveryOpIsDueWhenTheSimulationSaysItEnds)
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
            if (completion.lane != Lane::Compute)
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
    Sizes, EmulatedPipeline,
    testing::Values(Case{"1f1b", {1, 1, 1}, 0ns}, Case{"1f1b", {2, 1, 1}, 0ns},
                    Case{"1f1b", {4, 1, 8}, 0ns}, Case{"1f1b", {4, 1, 8}, 700us},
                    Case{"1f1b", {7, 1, 9}, 5ms}, Case{"gpipe", {4, 1, 6}, 0ns},
                    Case{"gpipe", {3, 1, 5}, 700us}, Case{"naive", {3, 1, 2}, 100us},
                    Case{"interleaved", {2, 2, 4}, 0ns}, Case{"interleaved", {4, 2, 8}, 700us},
                    Case{"interleaved", {4, 3, 8}, 1ns}),
    caseName);

TEST(EmulatedDevice, EveryTransferIsReportedWithItsBytes)
{
    const auto records = runPipeline(pipeline("1f1b", {3, 1, 4}));
    std::vector<int> transfers;
    for (const auto& record : records) {
        ASSERT_EQ(record.error, "");
        int count = 0;
        for (const Completion& completion : record.completions)
            if (completion.lane == Lane::Communication) {
                EXPECT_EQ(completion.bytes, kMessageBytes);
                ++count;
            }
        transfers.push_back(count);
    }
    EXPECT_EQ(transfers, (std::vector{8, 16, 8})); // m each way on every border
}

TEST(EmulatedDevice, CountsTheActivationsInFlight)
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

TEST(EmulatedDevice, AnOpThatWasNotAskedForIsAnErrorNamingBoth)
{
    const auto records
        = runPipeline(twoRanks("0F0 0F0>1+1I0<1 0I0", "0F0<0 1F0 1B0 1B0>0"));
    EXPECT_EQ(records[1].error, "");
    EXPECT_EQ(records[0].error, "1I0<1: expected 1I0 of step 0 from rank 1, but 1B0 of step 0 from "
                                "rank 1 arrived; do all ranks run the same strategy?");
}

TEST(EmulatedDevice, APeerThatNeverAnswersIsAnErrorInTime)
{
    PipelineRun run = twoRanks("0F0 0F0>1+1B0<1 0B0", "0F0<0 1F0 1B0");
    run.patience = 10s;
    const auto records = runPipeline(run);
    EXPECT_EQ(records[1].error, "");
    EXPECT_EQ(records[0].error,
              "1B0<1: rank 0 got no message from rank 1 for 10.0 s; rank 1 is stuck or gone");
}

TEST(EmulatedDevice, AnInputThatNobodyMakesIsAnError)
{
    EXPECT_EQ(runPipeline(twoRanks("0F0 0B0", "")).front().error,
              "0B0: the program neither computes nor receives its input 1B0");
    EXPECT_EQ(runPipeline(twoRanks("0F0>1", "")).front().error,
              "0F0>1: the program sends it before it is computed");
    EXPECT_EQ(runPipeline(twoRanks("", "0F0")).back().error, "0F0: rank 1 does not hold stage 0");
}

TEST(EmulatedDevice, AReceiveThatNoComputeConsumesIsStillWaitedFor)
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
    plan::Result<Nanoseconds> beginStep(int) override { return m_zero = m_waiting.now(); }
    plan::Outcome start(std::span<const Transfer>) override { return plan::done(); }
    plan::Result<bool> progress() override { return false; }
    plan::Result<Arrival> wait(const plan::Op& op) override
    {
        if (auto slept = m_waiting.sleepUntil(m_zero + m_arrivals.at(op)); !slept)
            return slept.error();
        return Arrival{.stamp = {}, .message = {}, .payload = {}};
    }
    plan::Outcome drain() override { return plan::done(); }
    plan::Result<Nanoseconds> agreeMax(Nanoseconds value) override { return value; }
    void abort(const std::string&) override {}

private:
    const std::map<plan::Op, Nanoseconds> m_arrivals;
    Waiting& m_waiting;
    Nanoseconds m_zero{};
};

// Costs are 2 ms forward and 4.5 ms backward.
std::vector<Completion> computesWithArrivals(std::map<plan::Op, Nanoseconds> arrivals)
{
    const PipelineRun run = pipeline("1f1b", {2, 1, 2});
    SharedClock clock(1);
    Waiting waiting(clock);
    LateTransport transport(std::move(arrivals), waiting);
    EmulatedDevice device(stagesOf(run, 1), 1, 0ns, {}, transport, waiting);
    EXPECT_TRUE(device.beginStep(0));
    std::vector<Completion> computes;
    const auto program = plan::parseProgram("0F0<0 1F0 1B0 1B0>0 0F1<0 1F1 1B1 1B1>0");
    EXPECT_TRUE(program);
    const auto ran = runStep(*program, device, [&](const Completion& completion) {
        if (completion.lane == Lane::Compute)
            computes.push_back(completion);
    });
    EXPECT_TRUE(ran) << (ran ? "" : ran.error().message);
    return computes;
}

TEST(EmulatedDevice, ARankFarBehindStillWorksForAsLongAsItsOpsLast)
{
    const auto computes
        = computesWithArrivals({{plan::forward(0, 0), 30ms}, {plan::forward(0, 1), 90ms}});
    ASSERT_EQ(computes.size(), 4u);
    EXPECT_EQ(computes[0].start, 30ms);
    EXPECT_EQ(computes[0].end, 31'500us); // a quarter of 2 ms is caught up
    EXPECT_EQ(computes[0].lateness, 29'500us);
    EXPECT_EQ(computes[1].start, 31'500us); // on time again, so it lasts in full
    EXPECT_EQ(computes[1].end, 36ms);
    EXPECT_EQ(computes[1].lateness, 0ns);
    EXPECT_EQ(computes[2].start, 90ms);
    EXPECT_EQ(computes[2].end, 91'500us);
    EXPECT_EQ(computes[3].end, 96ms);
}

TEST(EmulatedDevice, ASmallDelayIsCaughtUp)
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

TEST(EmulatedDevice, AFailureStays)
{
    SharedClock clock(1);
    Waiting waiting(clock);
    LoopbackFabric fabric({});
    LoopbackTransport transport(fabric, 0, waiting);
    EmulatedDevice device({}, 0, 0ns, {}, transport, waiting);
    ASSERT_TRUE(device.beginStep(0));
    device.enqueue({.op = plan::forward(0, 0)});
    device.enqueue({.op = plan::forward(0, 1)});
    EXPECT_EQ(device.next().instruction.op, plan::forward(0, 0));
    const Completion again = device.next();
    ASSERT_TRUE(again.failure);
    EXPECT_EQ(again.instruction.op, plan::forward(0, 0));
}

} // namespace
} // namespace engine::test

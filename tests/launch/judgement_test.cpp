#include "engine/launch/ending_json.h"
#include "engine/launch/judgement.h"
#include "engine/launch/run_record.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;
using telemetry::RankState;

namespace {

constexpr int kExited = 1 << 8;       // a status of wait(): exit code 1
constexpr int kPassedKill = 137 << 8; // mpirun passes 128 + 9 on

constexpr const char* kNoticed = "mpirun noticed that process rank 2 with PID 0 on node vm exited "
                                 "on signal 9 (Killed).\n";

telemetry::SpanRecord span(int step, int stage, int microbatch, telemetry::SpanKind kind)
{
    telemetry::SpanRecord record;
    record.step = step;
    record.stage = stage;
    record.microbatch = microbatch;
    record.kind = kind;
    return record;
}

// A run of four ranks, all under way.
RunEvidence underWay()
{
    RunEvidence run{.launcher = "mpirun", .launcherStatus = kExited, .log = "/r/run.log"};
    run.ranks.resize(4);
    for (RankEvidence& rank : run.ranks) {
        rank.state = RankState::Running;
        rank.host = "vm";
    }
    return run;
}

void says(RunEvidence& run, int rank, int place, RankState state, const char* words)
{
    RankEvidence& evidence = run.ranks[static_cast<std::size_t>(rank)];
    evidence.state = state;
    evidence.bye = place;
    evidence.words = words;
}

} // namespace

TEST(Judgement, ReadsWhatMpirunSaysOfTheDeadRank)
{
    const auto killed = verdictIn(std::string("x\n") + kNoticed);
    ASSERT_TRUE(killed);
    EXPECT_EQ(killed->rank, 2);
    EXPECT_EQ(howItEnded(killed), "was killed by signal 9");
    const auto exited = verdictIn("  Process name: [[45,1],12]\n  Exit code:    3\n");
    ASSERT_TRUE(exited);
    EXPECT_EQ(exited->rank, 12);
    EXPECT_EQ(howItEnded(exited), "ended with exit code 3");
    const auto improper
        = verdictIn("mpirun has exited due to process rank 3 with PID 0 on\nnode vm "
                    "exiting improperly.");
    ASSERT_TRUE(improper);
    EXPECT_EQ(improper->rank, 3);
    EXPECT_EQ(howItEnded(improper), "ended with exit code 0");
    EXPECT_FALSE(verdictIn("nothing of the kind"));

    EXPECT_EQ(whereItWas(span(4, 1, 3, telemetry::SpanKind::Forward)), " in step 4 after 1F3");
    EXPECT_EQ(whereItWas({}), " before its first op");
}

TEST(Judgement, TheOneThatMpirunSawKilledIsNamedWhateverTheOthersSaid)
{
    RunEvidence run = underWay();
    run.launcherSaid = kNoticed;
    run.ranks[2].lastOp = span(163, 1, 0, telemetry::SpanKind::WeightGrad);
    says(run, 0, 0, RankState::Failed, "step 163: 0B0: lost its peer");
    says(run, 1, 1, RankState::Stopped, "stopped by SIGTERM");
    run.ranks[0].death = run.ranks[2].death = 0; // seen gone together
    const Ending ending = judge(run);
    EXPECT_EQ(ending.outcome(), "failed: rank 2 was killed by signal 9 in step 163 after 1W0");
    EXPECT_EQ(ending.rank, 2);
    EXPECT_EQ(ending.signal, 9);
    EXPECT_EQ(ending.step, 163);
    EXPECT_EQ(ending.op, "1W0");
    EXPECT_EQ(ending.host, "vm");
    EXPECT_FALSE(ending.exitCode);
}

TEST(Judgement, ARankIsNamedWithItsGpuAndOneOfSeveralHostsWithThat)
{
    RunEvidence run = underWay();
    says(run, 1, 0, RankState::Failed, "step 5: 1F0: it broke");
    run.ranks[1].gpu = "GPU 3 (NVIDIA H200)";
    EXPECT_EQ(judge(run).sentence, "rank 1 on GPU 3 (NVIDIA H200): step 5: 1F0: it broke");
    run.ranks[0].host = "other";
    EXPECT_EQ(judge(run).sentence, "rank 1 on GPU 3 (NVIDIA H200) of vm: step 5: 1F0: it broke");
    run.ranks[1].gpu.clear();
    EXPECT_EQ(judge(run).sentence, "rank 1 on vm: step 5: 1F0: it broke");
}

TEST(Judgement, AnExitCodeIsOfTheRankThatLeftWithoutAWord)
{
    RunEvidence run = underWay();
    run.launcherSaid = "Process name: [[45,1],3]\n  Exit code:    5\n";
    run.ranks[3].death = 0;
    says(run, 0, 0, RankState::Stopped, "stopped by SIGTERM");
    EXPECT_EQ(judge(run).sentence, "rank 3 ended with exit code 5 before its first op");
    EXPECT_EQ(judge(run).exitCode, 5);

    // One that was told to leave does so with an exit code, too.
    run.launcherSaid = "Process name: [[45,1],0]\n  Exit code:    1\n";
    run.launcherStatus = kPassedKill;
    EXPECT_EQ(judge(run).sentence, "rank 3 was killed by signal 9 before its first op");
}

TEST(Judgement, TheFirstThatSaidItFailedIsNamedNotTheLowest)
{
    RunEvidence run = underWay();
    says(run, 3, 0, RankState::Failed, "step 5: the loss is not a number");
    says(run, 0, 1, RankState::Failed, "step 5: 0B0: its peer is gone");
    run.ranks[1].death = 0; // ended by mpirun before it could say so
    run.ranks[3].death = 0;
    EXPECT_EQ(judge(run).outcome(), "failed: rank 3: step 5: the loss is not a number");
    EXPECT_EQ(judge(run).rank, 3);
}

TEST(Judgement, OneToldToStopThoughNobodyAskedTheRunToIsTheFirstToHaveSaidSo)
{
    RunEvidence run = underWay();
    says(run, 2, 0, RankState::Stopped, "step 7: 2F1: stopped by SIGTERM");
    says(run, 0, 1, RankState::Stopped, "step 7: 0F3: stopped by SIGTERM");
    EXPECT_EQ(judge(run).sentence, "rank 2: step 7: 2F1: stopped by SIGTERM");
    EXPECT_EQ(judge(run).signal, 15);
}

TEST(Judgement, AKilledLauncherIsNoFaultOfARank)
{
    RunEvidence run = underWay();
    run.launcherStatus = 9;
    says(run, 1, 0, RankState::Failed,
         "stopped because the process that started this rank is gone");
    const Ending ending = judge(run);
    EXPECT_EQ(ending.sentence,
              "mpirun was killed by signal 9 when 0 of 4 ranks had finished; see /r/run.log");
    EXPECT_FALSE(ending.rank);
    EXPECT_EQ(ending.signal, 9);
}

TEST(Judgement, HostsAreNamedWhereThereAreSeveral)
{
    RunEvidence run = underWay();
    run.launcherSaid = kNoticed;
    run.ranks[2].host = "node7";
    EXPECT_EQ(judge(run).sentence, "rank 2 on node7 was killed by signal 9 before its first op");
}

// Whatever else is seen, in whichever order the others went.
RC_GTEST_PROP(Judgement, TheCulpritIsTheOneThatMpirunNoticed, ())
{
    RunEvidence run = underWay();
    const int culprit = *rc::gen::inRange(0, 4);
    run.launcherStatus = kPassedKill;
    run.launcherSaid = "mpirun noticed that process rank " + std::to_string(culprit)
        + " with PID 1 on node vm exited on signal 9 (Killed).\n";
    for (int rank = 0; rank < 4; ++rank) {
        run.ranks[static_cast<std::size_t>(rank)].death = *rc::gen::inRange(0, 3);
        if (rank != culprit && *rc::gen::arbitrary<bool>())
            says(run, rank, rank, *rc::gen::element(RankState::Stopped, RankState::Failed), "x");
    }
    RC_ASSERT(judge(run).rank == culprit);
    RC_ASSERT(judge(run).signal == 9);
}

namespace {

Ending anyEnding()
{
    const auto number = [] {
        return *rc::gen::arbitrary<bool>() ? std::optional(*rc::gen::inRange(1, 127))
                                           : std::nullopt;
    };
    Ending ending;
    ending.state = *rc::gen::element(RunState::Completed, RunState::Stopped, RunState::Failed);
    ending.sentence = ending.state == RunState::Failed ? "rank 2 was killed \"so\"" : "";
    ending.rank = number();
    ending.host = *rc::gen::element<std::string>("", "vm");
    ending.signal = number();
    ending.exitCode = number();
    ending.step = number();
    ending.op = *rc::gen::element<std::string>("", "2F0");
    return ending;
}

} // namespace

RC_GTEST_PROP(Ending, ComesBackFromTheLogAndFromJson, ())
{
    const Ending ending = anyEnding();
    const telemetry::RunEnd wire = toWire(ending, std::chrono::system_clock::now());
    RC_ASSERT(telemetry::valid(wire));
    RC_ASSERT(endingOf(wire) == ending);
    RC_ASSERT(endingFrom(nlohmann::json::parse(jsonOf(ending).dump())) == ending);
}

TEST(Ending, OfARecordIsWhatItWasAndMayLackInOlderOnes)
{
    const tests::ScratchDirectory scratch;
    RunRecord record;
    record.run = "20260131-235959-1a2b";
    record.directory = scratch.path();
    record.supervisor = ownIdentity();
    record.end({.sentence = "rank 1 was killed by signal 9 in step 3 after 1W0",
                .rank = 1,
                .host = "vm",
                .signal = 9,
                .step = 3,
                .op = "1W0"});
    ASSERT_TRUE(saveRunRecord(record));
    const auto read = loadRunRecord(scratch.path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, record);
    EXPECT_EQ(read->outcome, "failed: rank 1 was killed by signal 9 in step 3 after 1W0");

    // Its supervisor is gone.
    RunRecord running = record;
    running.state = RunState::Running;
    running.outcome.clear();
    running.ending.reset();
    running.supervisor.startTicks += 1; // the same pid, used again
    ASSERT_TRUE(saveRunRecord(running));
    const auto lost = loadRunRecord(scratch.path());
    ASSERT_TRUE(lost && lost->ending);
    EXPECT_EQ(lost->ending->state, RunState::Lost);
    EXPECT_EQ(lost->outcome, lost->ending->outcome());
    EXPECT_TRUE(lost->outcome.starts_with("lost: the supervisor of the run is gone"));
}

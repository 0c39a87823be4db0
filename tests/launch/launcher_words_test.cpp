// What launchers were seen to write: srun of Slurm 22.05, mpirun of Open MPI 4.1.

#include "engine/launch/hosts/launcher_words.h"
#include "engine/launch/judgement.h"

#include <csignal>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;

namespace {

constexpr const char* kKilledRank = "2: step 3\n"
                                    "srun: error: n2: task 2: Killed\n"
                                    "srun: launch/slurm: _step_signal: Terminating StepId=5.0\n"
                                    "0: slurmstepd-n1: error: *** STEP 5.0 ON n1 CANCELLED AT "
                                    "2026-11-28T06:18:33 ***\n"
                                    "srun: error: n1: task 0: Terminated\n"
                                    "srun: error: n2: tasks 1,3: Terminated\n";
constexpr const char* kCancelled
    = "0: slurmstepd-n1: error: *** STEP 8.0 ON n1 CANCELLED AT "
      "2026-11-28T06:19:06 ***\n"
      "srun: Job step aborted: Waiting up to 7 seconds for job step to "
      "finish.\n"
      "srun: error: n1: task 0: Killed\n"
      "srun: error: n2: tasks 1-3: Killed\n";
// A rank of another node may be named before the reason, but not before srun's own word.
constexpr const char* kCancelledLate
    = "srun: Job step aborted: Waiting up to 7 seconds for job step to finish.\n"
      "srun: error: n2: task 3: Killed\n"
      "srun: launch/slurm: _step_signal: Terminating StepId=3.1\n"
      "0: slurmstepd-n1: error: *** STEP 3.1 ON n1 CANCELLED AT 2026-11-29T01:12:21 ***\n"
      "srun: error: n1: tasks 0-2: Killed\n";
constexpr const char* kPreempted = "0: slurmstepd-n1: error: *** STEP 9.0 ON n1 CANCELLED AT "
                                   "2026-11-28T06:19:14 DUE TO PREEMPTION ***\n"
                                   "srun: got SIGCONT\n"
                                   "srun: error: n1: task 0: Terminated\n";
constexpr const char* kTimeLimit = "slurmstepd-n1: error: *** JOB 4 ON n1 CANCELLED AT "
                                   "2026-11-28T06:19:14 DUE TO TIME LIMIT ***\n";
constexpr const char* kLostNode = "srun: error: Node failure on n2\n"
                                  "slurmstepd-n1: error: *** JOB 11 ON n1 CANCELLED AT "
                                  "2026-11-28T06:19:52 DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR "
                                  "DETAILS ***\n";

RunEvidence evidenceOf(const std::string& words)
{
    RunEvidence run;
    run.launcher = "srun";
    run.launcherStatus = 143 << 8;
    run.launcherSaid = words;
    run.log = "/r/run.log";
    for (int rank = 0; rank < 4; ++rank)
        run.ranks.push_back(
            {.state = telemetry::RankState::Running, .host = rank < 1 ? "n1" : "n2"});
    return run;
}

} // namespace

TEST(LauncherWords, SrunNamesTheRankThatEndedFirst)
{
    EXPECT_EQ(verdictIn(kKilledRank), (RankVerdict{2, SIGKILL, 0}));
    EXPECT_FALSE(jobVerdictIn(kKilledRank)); // Slurm cancelled the step because of the rank
    EXPECT_EQ(verdictIn("srun: error: n2: task 1: Exited with exit code 3\n"),
              (RankVerdict{1, 0, 3}));
    EXPECT_EQ(verdictIn("srun: error: n2: tasks 4-7: Segmentation fault (core dumped)\n"),
              (RankVerdict{4, SIGSEGV, 0}));
}

TEST(LauncherWords, RanksThatSlurmEndedAreNoCulprits)
{
    for (const char* words : {kCancelled, kCancelledLate, kPreempted})
        EXPECT_FALSE(verdictIn(words));
}

TEST(LauncherWords, TheJobsEndHasItsReason)
{
    EXPECT_EQ(jobVerdictIn(kCancelled), (JobVerdict{JobEnd::Cancelled, "8.0", ""}));
    EXPECT_EQ(jobVerdictIn(kCancelledLate), (JobVerdict{JobEnd::Cancelled, "3.1", ""}));
    EXPECT_EQ(jobVerdictIn(kPreempted), (JobVerdict{JobEnd::Preempted, "9.0", ""}));
    EXPECT_EQ(jobVerdictIn(kTimeLimit), (JobVerdict{JobEnd::TimeLimit, "4", ""}));
    EXPECT_EQ(jobVerdictIn(kLostNode), (JobVerdict{JobEnd::NodeFailed, "11", "n2"}));
}

TEST(LauncherWords, SshNamesTheHost)
{
    const std::pair<const char*, const char*> said[]
        = {{"Connection to h2 closed by remote host.\r\n", "h2"},
           {"Timeout, server h2 not responding.\r\n", "h2"},
           {"ssh: Could not resolve hostname h9: Temporary failure in name resolution\n", "h9"},
           {"ssh: connect to host 10.0.0.7 port 22: No route to host\n", "10.0.0.7"},
           {"me@h3: Permission denied (publickey).\n", "h3"}};
    for (const auto& [words, host] : said) {
        const auto verdict = hostVerdictIn(std::string("step 1\n") + words);
        ASSERT_TRUE(verdict) << words;
        EXPECT_EQ(verdict->host, host);
    }
    EXPECT_FALSE(hostVerdictIn("Connection to the other side closed by remote host; x\n"));
}

RC_GTEST_PROP(LauncherWords, AnyTextIsReadWithoutHarm, (const std::string& text))
{
    for (const std::string& words :
         {text, "srun: error: " + text, "srun: error: n1: task " + text,
          "error: *** STEP " + text + " CANCELLED AT x", "Connection to " + text}) {
        verdictIn(words);
        jobVerdictIn(words);
        hostVerdictIn(words);
    }
}

TEST(Judgement, SaysWhatSlurmDid)
{
    EXPECT_EQ(judge(evidenceOf(kKilledRank)).sentence,
              "rank 2 on n2 was killed by signal 9 before its first op");
    const Ending cancelled = judge(evidenceOf(kCancelled));
    EXPECT_EQ(cancelled.state, RunState::Stopped);
    EXPECT_EQ(cancelled.outcome(), "stopped: the Slurm job 8 was cancelled");
    RunEvidence late = evidenceOf(kCancelledLate);
    late.ranks[3].death = 0; // found gone before anything was said
    EXPECT_EQ(judge(late).outcome(), "stopped: the Slurm job 3 was cancelled");
    EXPECT_EQ(judge(evidenceOf(kPreempted)).outcome(),
              "failed: the Slurm job 9 was preempted by another job");
    EXPECT_EQ(judge(evidenceOf(kTimeLimit)).outcome(),
              "failed: the Slurm job 4 reached its time limit");
    const Ending lost = judge(evidenceOf(kLostNode));
    EXPECT_EQ(lost.outcome(), "failed: the Slurm job 11 lost its node n2");
    EXPECT_EQ(lost.host, "n2");
}

TEST(Judgement, ALostHostComesBeforeTheRanksThatMissIt)
{
    RunEvidence run = evidenceOf("Connection to n2 closed by remote host.\n");
    run.ranks[0].state = telemetry::RankState::Failed;
    run.ranks[0].words = "step 3: receiving from rank 1: connection reset";
    run.ranks[0].bye = 0;
    const Ending ending = judge(run);
    EXPECT_EQ(ending.host, "n2");
    EXPECT_TRUE(ending.sentence.starts_with("host n2 cannot be reached any more"))
        << ending.sentence;
}

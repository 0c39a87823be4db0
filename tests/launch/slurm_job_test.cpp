// What squeue and scontrol say, and what a person is told of it.

#include "engine/launch/slurm/job_words.h"
#include "engine/launch/slurm/slurm_time.h"
#include "tests/launch/squeue_line.h"

#include <cctype>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;
using namespace std::chrono_literals;

namespace {

// As a cluster of Slurm 22.05.8 with four nodes has printed it.
std::string recorded(const std::string& name)
{
    std::ifstream file(std::string(BUBBLESCOPE_SLURM_OUTPUT) + "/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << name;
    return text.str();
}

SlurmJob recordedJob(const std::string& id)
{
    const auto job = parseJob(recorded("squeue-22.05.txt"), id);
    EXPECT_TRUE(job) << id;
    return job.value_or(SlurmJob{});
}

std::string wordsOfWaiting(const std::string& reason, std::optional<Partition> partition = {})
{
    SlurmJob job{.id = "7", .state = JobState::Queued, .slurmState = "PENDING", .reason = reason};
    job.nodeCount = 2;
    job.timeLimit = 600s;
    job.asksOf = std::move(partition);
    return wordsOf(job);
}

} // namespace

TEST(SlurmJob, IsReadAsSlurm2205PrintsIt)
{
    const SlurmJob running = recordedJob("4");
    EXPECT_EQ(running.state, JobState::Running);
    EXPECT_EQ(running.slurmState, "RUNNING");
    EXPECT_EQ(running.reason, "");
    EXPECT_EQ(running.nodes, "n1");
    EXPECT_EQ(running.batchHost, "n1");
    EXPECT_EQ(running.partition, "main");
    EXPECT_EQ(running.timeLimit, 60s);
    EXPECT_EQ(running.start, "2026-11-28T06:47:09");

    const SlurmJob waiting = recordedJob("5");
    EXPECT_EQ(waiting.state, JobState::Queued);
    EXPECT_EQ(waiting.reason, "PartitionNodeLimit");
    EXPECT_EQ(waiting.nodeCount, 9);
    EXPECT_EQ(waiting.nodes, "");
    EXPECT_EQ(waiting.batchHost, "");
    EXPECT_EQ(waiting.start, "");

    EXPECT_EQ(recordedJob("14").state, JobState::Requeued);
    EXPECT_EQ(recordedJob("14").restarts, 1);
    EXPECT_EQ(recordedJob("11").state, JobState::Cancelled);
    EXPECT_EQ(recordedJob("2").state, JobState::Completed);
    EXPECT_EQ(recordedJob("1").exitCode, 3);
    EXPECT_EQ(recordedJob("3").signal, 9);
    EXPECT_EQ(recordedJob("7").timeLimit, 5h);
    EXPECT_FALSE(parseJob(recorded("squeue-22.05.txt"), "99"));
    EXPECT_FALSE(parseJob(recorded("squeue-22.05.txt"), "")); // and of none not the first
}

TEST(SlurmJob, IsToldInWords)
{
    const std::pair<const char*, const char*> told[]
        = {{"1", "ended with exit code 3"},
           {"2", "has completed"},
           {"3", "ended by signal 9"},
           {"4", "runs on n1"},
           {"5",
            "will never start as it is: it asks for more nodes than its partition gives; cancel "
            "it with scancel 5 and ask for fewer with --nodes"},
           {"6",
            "queued: it waits for nodes to become free; Slurm expects it to begin at 2026-11-28 "
            "06:48"},
           {"7",
            "will never start as it is: it asks for more time than its partition gives; cancel "
            "it with scancel 7 and ask for less with --time"},
           {"8", "queued: you hold it; scontrol release 8 lets it go on"},
           {"9", "queued: an administrator has stopped its partition; ask them"},
           {"10",
            "will never start as it is: Job's account not known, so it can't use this partition "
            "(small allows staff); cancel it with scancel 10 and name another with --account"},
           {"11", "was cancelled"},
           {"12", "queued: it may not begin yet; Slurm expects it to begin at 2026-11-28 07:47"},
           {"13",
            "will never start as it is: the job that it waits for has ended in another way; "
            "cancel it with scancel 13"},
           {"14",
            "requeued: Slurm holds a job back for two minutes before it begins it again; Slurm "
            "expects it to begin at 2026-11-28 06:49"}};
    for (const auto& [id, words] : told)
        EXPECT_EQ(wordsOf(recordedJob(id)), words);
    EXPECT_EQ(wordsOf(SlurmJob{.id = "7"}), "is no longer known to Slurm");
}

// The numbers are the partition's; and where it gives what is asked, its nodes are down.
TEST(SlurmJob, WhatIsBeyondAPartitionIsToldWithItsNumbers)
{
    const auto partitions = parsePartitions(recorded("partitions-22.05.txt"));
    SlurmJob job = recordedJob("5");
    job.asksOf = partitions.at(0);
    EXPECT_EQ(waitingOf(job), Waiting::ForEver);
    EXPECT_EQ(wordsOf(job),
              "will never start as it is: partition main has 4 nodes, and the job asks for 9; ask "
              "for fewer with --nodes, or put more ranks on each with --ranks-per-node; cancel it "
              "with scancel 5");
    job.nodeCount = 4;
    EXPECT_EQ(waitingOf(job), Waiting::Somebody);
    EXPECT_EQ(wordsOf(job), "queued: nodes of its partition are down or reserved");
    job = recordedJob("7");
    job.asksOf = partitions.at(0);
    EXPECT_EQ(wordsOf(job),
              "will never start as it is: partition main lets a job run for 1 h, and the job asks "
              "for 5 h; ask for --time 0-01:00:00 or less; cancel it with scancel 7");
}

TEST(SlurmJob, ReasonsOfOtherVersionsAreKnown)
{
    using enum Waiting;
    const std::pair<const char*, Waiting> reasons[]
        = {{"Resources", ItsTurn},
           {"", ItsTurn},
           {"None of ours", ItsTurn},
           {"PartitionConfig", ForEver},
           {"BadConstraints", ForEver},
           {"InvalidAccount", ForEver},
           {"InvalidQOS", ForEver},
           {"QOSMaxJobsPerUserLimit", ItsTurn},
           {"QOSMaxGRESPerUser", ItsTurn},
           {"QOSGrpCPUMinutesLimit", ItsTurn},
           {"QOSGrpNodeLimit", ItsTurn},
           {"AssocGrpCpuLimit", ItsTurn},
           {"AssocMaxJobsLimit", ItsTurn},
           {"MaxCpuPerAccount", ItsTurn},
           {"QOSMaxWallDurationPerJobLimit", ForEver},
           {"AssocMaxWallDurationPerJobLimit", ForEver},
           {"QOSMaxNodePerJobLimit", ForEver},
           {"QOSMaxCpuMinutesPerJobLimit", ForEver},
           {"QOSMaxGRESPerNode", ForEver},
           {"QOSMinCpuNotSatisfied", ForEver},
           {"QOSMinGRES", ForEver},
           {"MaxMemPerLimit", ForEver},
           {"JobHeldUser", Somebody},
           {"JobHeldAdmin", Somebody},
           {"JobHoldMaxRequeue", Somebody},
           {"PartitionInactive", Somebody},
           {"ReqNodeNotAvail", Somebody},
           {"ReqNodeNotAvail, UnavailableNodes:n[1-2]", Somebody},
           {"Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority "
            "partitions",
            Somebody},
           {"Job's QOS not permitted to use this partition (a allows b not c)", ForEver}};
    for (const auto& [reason, waiting] : reasons) {
        EXPECT_EQ(explainReason(reason).waiting, waiting) << reason;
        const bool never = wordsOfWaiting(reason).starts_with("will never start as it is: ");
        EXPECT_EQ(never, waiting == ForEver) << wordsOfWaiting(reason);
    }
    EXPECT_EQ(wordsOfWaiting("QOSMaxJobsPerUserLimit"),
              "queued: all that you may use at a time under its qos is in use "
              "(QOSMaxJobsPerUserLimit)");
    EXPECT_EQ(wordsOfWaiting("Zorro"), "queued: Slurm says: Zorro");
}

TEST(SlurmJob, EveryStateOfSlurmIsKnown)
{
    using enum JobState;
    const std::pair<const char*, JobState> states[]
        = {{"PENDING", Queued},        {"CONFIGURING", Queued},
           {"COMPLETING", Completing}, {"SUSPENDED", Suspended},
           {"REQUEUED", Requeued},     {"SPECIAL_EXIT", Requeued},
           {"PREEMPTED", Preempted},   {"TIMEOUT", OutOfTime},
           {"DEADLINE", OutOfTime},    {"NODE_FAIL", NodeFailed},
           {"BOOT_FAIL", NodeFailed},  {"CANCELLED by 1000", Cancelled},
           {"OUT_OF_MEMORY", Failed},  {"COMPLETED", Completed},
           {"HIBERNATING", Unknown},   {"", Unknown}};
    for (const auto& [word, state] : states) {
        const auto job = parseJob(squeueLine({{"JobID", "7"}, {"State", word}}), "7");
        ASSERT_TRUE(job) << word;
        EXPECT_EQ(job->state, state) << word;
        EXPECT_FALSE(wordsOf(*job).empty());
    }
    const auto memory = parseJob(
        squeueLine({{"JobID", "7"}, {"State", "OUT_OF_MEMORY"}, {"exit_code", "9"}}), "7");
    EXPECT_EQ(wordsOf(*memory),
              "a process took more memory than the job has; ask for more with --mem");
}

TEST(SlurmJob, QuirksOfOtherVersionsAreRead)
{
    // A range of nodes, a count that is shortened, no limit, blanks that are underscores.
    const auto job = parseJob("squeue: warning: something\n"
                                  + squeueLine({{"JobID", "17"},
                                                {"State", "PENDING"},
                                                {"RestartCnt", "2"},
                                                {"TimeLimit", "UNLIMITED"},
                                                {"StartTime", "Unknown"},
                                                {"NumNodes", "4K"},
                                                {"Reason", "Nodes_required_for_job_are_DOWN"}})
                                  + squeueLine({{"JobID", "7"}, {"NumNodes", "9-12"}}),
                              "17");
    ASSERT_TRUE(job);
    EXPECT_EQ(job->nodeCount, 4096);
    EXPECT_EQ(job->state, JobState::Requeued);
    EXPECT_FALSE(job->timeLimit);
    EXPECT_EQ(job->start, "");
    EXPECT_EQ(job->reason, "Nodes required for job are DOWN");
    EXPECT_EQ(parseJob(squeueLine({{"JobID", "7"}, {"NumNodes", "9-12"}}), "7")->nodeCount, 9);
    // A line that ends early.
    EXPECT_EQ(parseJob("7", "7")->slurmState, "");
    EXPECT_FALSE(parseJob("slurm_load_jobs error: Invalid job id specified\n", "7"));
}

RC_GTEST_PROP(SlurmJob, AnyOutputIsReadOrNot, (const std::string& before, const std::string& in))
{
    const std::string output = before + "\n"
        + squeueLine({{"JobID", "7"},
                      {"State", in},
                      {"StartTime", in},
                      {"NumNodes", in},
                      {"TimeLimit", in},
                      {"exit_code", in},
                      {"RestartCnt", in},
                      {"Reason", in}})
        + in;
    if (const auto job = parseJob(output, "7")) {
        RC_ASSERT(job->id == "7");
        RC_ASSERT(job->start.empty() || job->start.size() == 19);
        RC_ASSERT(job->nodeCount >= 0 && job->restarts >= 0);
        RC_ASSERT(!wordsOf(*job).empty());
    }
    static_cast<void>(parsePartitions(output));
}

TEST(JobId, IsANumberAndNothingElse)
{
    for (const char* good : {"1", "42", "4294967295"})
        EXPECT_TRUE(isJobId(good)) << good;
    for (const char* bad : {"", "0", "01", "-1", "1_2", "1.0", "1;x", "12345678901", " 1", "1\n"})
        EXPECT_FALSE(isJobId(bad)) << bad;
}

TEST(SlurmTime, IsReadAsSlurmReadsIt)
{
    const std::pair<const char*, std::chrono::seconds> times[] = {{"90", 90min},
                                                                  {"1:30", 90s},
                                                                  {"1:30:00", 90min},
                                                                  {"2-0", 48h},
                                                                  {"2-12", 60h},
                                                                  {"2-12:30", 60h + 30min},
                                                                  {"2-12:30:05", 60h + 30min + 5s},
                                                                  {"0-01:00:00", 60min},
                                                                  {"366-00:00:00", kMostJobTime}};
    for (const auto& [text, time] : times)
        EXPECT_EQ(parseSlurmTime(text), time) << text;
    for (const char* bad : {"", "0", "0:00", "-1", "1-", "-", "1:", ":1", "1:2:3:4", "1-1:1:1:1",
                            "UNLIMITED", "1h", "1 0", "367-0", "9999999999", "999999999-0", "+5"})
        EXPECT_FALSE(parseSlurmTime(bad)) << bad;
    EXPECT_EQ(toText(60h + 30min), "2 d 12 h 30 min");
    EXPECT_EQ(toText(45s), "45 s");
}

RC_GTEST_PROP(SlurmTime, WhatIsWrittenIsReadBack, ())
{
    const auto time
        = std::chrono::seconds(*rc::gen::inRange<std::int64_t>(1, kMostJobTime.count()));
    RC_ASSERT(parseSlurmTime(toSlurmTime(time)) == time);
}

// Runs that were submitted and have not begun: what the program says of them and does with them.
// Slurm, the engine and mpirun are stand-ins.

#include "engine/launch/catalogue.h"
#include "engine/launch/run_record.h"
#include "engine/launch/submission.h"
#include "tests/launch/squeue_line.h"
#include "tests/launch/stand_ins.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Queued : public BadInput {
protected:
    Queued()
    {
        writeScript(program.bin / "scontrol",
                    "echo 'PartitionName=main Default=YES MaxTime=01:00:00 State=UP "
                    "TotalNodes=4'\n");
        writeScript(program.bin / "sbatch", "echo 42\n");
        writeScript(program.bin / "scancel",
                    "echo \"$@\" >> '" + (program.root / "cancelled").string() + "'\n");
        jobIs({{"JobID", "42"}, {"State", "PENDING"}, {"Reason", "Priority"}});
    }

    // What squeue tells of the job; its folder is that of the submission.
    void jobIs(const std::map<std::string, std::string>& columns) const
    {
        std::ofstream(program.root / "job") << squeueLine(columns);
        const std::string root = program.root.string();
        writeScript(program.bin / "squeue",
                    "case \"$*\" in *%Z*) cat '" + root + "/works-in';; *) cat '" + root
                        + "/job';; esac\n");
    }

    // Submits the strategy; its folder.
    fs::path submitted(const std::vector<std::string>& more = {}) const
    {
        std::vector<std::string> words = {"submit", program.strategy(), "--steps", "10"};
        words.insert(words.end(), more.begin(), more.end());
        const Finished done = program.run(words);
        EXPECT_EQ(done.code, 0) << done.err;
        const fs::path folder = json::parse(done.out)["directory"].get<std::string>();
        std::ofstream(program.root / "works-in") << folder.string() << "\n";
        return folder;
    }

    json listed() const
    {
        const Finished list = program.run({"list", "--json"});
        EXPECT_EQ(list.code, 0) << list.err;
        return json::parse(list.out);
    }

    std::string cancelled() const
    {
        std::ifstream file(program.root / "cancelled");
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

std::vector<std::string> keysOf(const json& entry)
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : entry.items())
        keys.push_back(key);
    return keys;
}

} // namespace

// For whoever started it, as the window.
TEST_F(Queued, SubmitSaysOnOneLineHowTheJobStands)
{
    jobIs({{"JobID", "42"}, {"State", "PENDING"}, {"Reason", "Resources"}});
    const Finished done = program.run({"submit", program.strategy()});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out.find('\n'), done.out.size() - 1);
    const json line = json::parse(done.out);
    EXPECT_EQ(line["job"], "42");
    EXPECT_EQ(line["state"], "queued");
    EXPECT_EQ(line["words"], "job 42 is queued: it waits for nodes to become free");
    EXPECT_NE(done.err.find("job 42 is queued: it waits for nodes to become free\n"),
              std::string::npos)
        << done.err;
}

TEST_F(Queued, IsListedAmongRuns)
{
    EXPECT_EQ(program.run({program.strategy()}).code, 1); // mpirun's stand-in runs no ranks
    const fs::path folder = submitted();
    const json list = listed();
    ASSERT_EQ(list.size(), 2U);
    const json& entry = list[0]; // the newest
    EXPECT_EQ(entry["run"], folder.filename().string());
    EXPECT_EQ(entry["state"], "queued");
    EXPECT_EQ(entry["standing"], "queued");
    EXPECT_EQ(entry["outcome"], "");
    EXPECT_EQ(entry["started"], "");
    EXPECT_EQ(entry["ranks"], 4);
    EXPECT_EQ(entry["steps"], 10);
    EXPECT_EQ(entry["strategy"], program.strategy().string());
    EXPECT_EQ(entry["strategy_name"], "Four");
    EXPECT_EQ(entry["device"], "emulated");
    EXPECT_EQ(entry["directory"], folder.string());
    EXPECT_EQ(entry["log"], (folder / "job.log").string());
    EXPECT_EQ(entry["job"]["id"], "42");
    EXPECT_EQ(entry["job"]["state"], "queued");
    EXPECT_EQ(entry["job"]["reason"], "Priority");
    EXPECT_EQ(entry["job"]["waiting"], "turn");
    EXPECT_EQ(entry["job"]["words"].get<std::string>().substr(0, 17), "job 42 is queued:");
    EXPECT_EQ(entry["job"]["submitted"].get<std::string>().substr(0, 2), "20");
    EXPECT_EQ(keysOf(entry), keysOf(list[1]));
    EXPECT_TRUE(list[1]["job"].is_null());

    const std::string table = program.run({"list"}).out;
    const std::string name = folder.filename();
    EXPECT_EQ(table.find(name), 0U) << table;
    for (const char* words :
         {" queued ", "  job 42 is queued: ", "Four\n", "emulated, submitted 20"})
        EXPECT_NE(table.find(words), std::string::npos) << words << " in " << table;
    EXPECT_NE(table.find(folder.string() + "\n"), std::string::npos) << table;
}

TEST_F(Queued, OfAJobThatHasEndedTheRunHas)
{
    submitted();
    jobIs({{"JobID", "42"}, {"State", "CANCELLED"}});
    const json entry = listed()[0];
    EXPECT_EQ(entry["state"], "stopped");
    EXPECT_EQ(entry["standing"], "cancelled");
    EXPECT_EQ(entry["outcome"], "stopped: job 42 was cancelled before the run began");
    EXPECT_EQ(entry["job"]["state"], "cancelled");
    EXPECT_TRUE(entry["job"]["waiting"].is_null());
    writeScript(program.bin / "squeue",
                "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1\n");
    EXPECT_EQ(listed()[0]["state"], "failed");
    const std::string table = program.run({"list"}).out;
    EXPECT_NE(table.find("Slurm here does not know job 42 any more, and the run never began"),
              std::string::npos)
        << table;
}

TEST_F(Queued, ASlurmThatHangsHangsNoList)
{
    submitted();
    writeScript(program.bin / "squeue", "exec sleep 600\n");
    const json entry = listed()[0]; // Program::run() would end it after 90 s
    EXPECT_EQ(entry["state"], "queued");
    EXPECT_TRUE(entry["job"]["state"].is_null());
    EXPECT_NE(entry["job"]["words"].get<std::string>().find("cannot be told"), std::string::npos);
    jobIs({{"JobID", "42"}, {"State", "CANCELLED"}}); // whoever stops it waits for longer
}

TEST_F(Queued, FoldersElsewhereAreListed)
{
    const fs::path folder = submitted({"--record", program.root / "mine"});
    EXPECT_EQ(folder, program.root / "mine");
    const json list = listed();
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["directory"], folder.string());
}

TEST_F(Queued, StopCancelsTheJob)
{
    const fs::path folder = submitted();
    const Finished stopped = program.run({"stop", "last"});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_EQ(cancelled(), "42\n");
    EXPECT_EQ(stopped.err,
              "bubblescope-run: run " + folder.filename().string()
                  + " will not begin: job 42, which was queued, is cancelled\n");
    // Once only.
    jobIs({{"JobID", "42"}, {"State", "CANCELLED"}});
    EXPECT_EQ(program.run({"stop", "last"}).code, 0);
    EXPECT_EQ(cancelled(), "42\n");
}

TEST_F(Queued, StopCancelsNoJobOfAnother)
{
    const fs::path folder = submitted();
    std::ofstream(program.root / "works-in") << "/another\n";
    EXPECT_EQ(program.run({"stop", folder}).code, 1);
    std::ofstream(program.root / "works-in") << folder.string() << "\n";
    fs::permissions(folder / "job.json", fs::perms(0622));
    EXPECT_EQ(program.run({"stop", folder}).code, 2);
    EXPECT_EQ(program.run({"stop", folder.filename()}).code, 2);
    fs::permissions(folder / "job.json", fs::perms(0600));
    writeScript(program.bin / "squeue", "exit 1\n");
    const Finished silent = program.run({"stop", folder});
    EXPECT_EQ(silent.code, 1);
    EXPECT_NE(silent.err.find("use a host of the cluster"), std::string::npos) << silent.err;
    EXPECT_EQ(cancelled(), "");
}

TEST_F(Queued, NothingElseCanBeAskedOfIt)
{
    const std::string run = submitted().filename();
    for (const std::string command : {"attach", "pause", "checkpoint"}) {
        const Finished asked = program.run({command, run});
        EXPECT_EQ(asked.code, 2) << command;
        EXPECT_EQ(
            asked.err.find("bubblescope-run: run " + run + " has not begun: job 42 is queued: "),
            0U)
            << asked.err;
    }
    EXPECT_EQ(program.run({"attach", "last"}).code, 2);
    EXPECT_EQ(program.run({"stop", run, "--after-step"}).code, 2);
    EXPECT_EQ(program.run({"replay", run}).code, 2);
    EXPECT_EQ(cancelled(), "");
}

// In the job, whose number the environment has.
TEST_F(Queued, TheRunHasTheNameAndTheFileThatWereSubmitted)
{
    const fs::path folder = submitted();
    program.environment = {"SLURM_JOB_ID=42", "SLURM_JOB_NODELIST=localhost"};
    EXPECT_EQ(program.run({folder / "submitted.yaml", "--record", folder}).code, 1);
    const auto record = launch::loadRunRecord(folder);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->run, folder.filename());
    EXPECT_EQ(record->strategy, program.strategy());
    EXPECT_EQ(record->place.job, "42");
    const json list = listed();
    ASSERT_EQ(list.size(), 1U); // once
    EXPECT_EQ(list[0]["state"], "failed");
    EXPECT_TRUE(list[0]["job"].is_null());

    // One that the job starts later finds the name taken.
    const fs::path again = program.root / "again";
    EXPECT_EQ(program.run({folder / "submitted.yaml", "--record", again}).code, 1);
    const auto second = launch::loadRunRecord(again);
    ASSERT_TRUE(second);
    EXPECT_NE(second->run, record->run);
    EXPECT_EQ(second->strategy, program.strategy());
    // And whoever runs the copy by hand ran just that.
    program.environment.clear();
    const fs::path byHand = program.root / "by-hand";
    EXPECT_EQ(program.run({folder / "submitted.yaml", "--record", byHand}).code, 1);
    const auto third = launch::loadRunRecord(byHand);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->strategy, folder / "submitted.yaml");
}

} // namespace launch_test

// Runs that wait in Slurm's queue, against stand-ins for Slurm's programs: how they stand, and what
// is asked of Slurm for that.

#include "engine/launch/catalogue.h"
#include "engine/launch/find_run.h"
#include "engine/launch/private_file.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/slurm_end.h"
#include "engine/launch/slurm_query.h"
#include "tests/launch/squeue_line.h"
#include "tests/scratch_directory.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <sqlite3.h>

using namespace launch;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

class QueuedRuns : public testing::Test {
protected:
    // What `script` does, noting what it is called with, line by line, in a file of its own.
    void standIn(const std::string& name, const std::string& script) const
    {
        fs::create_directories(m_scratch.path() / "bin");
        const fs::path file = m_scratch.path() / "bin" / name;
        std::ofstream(file) << "#!/bin/sh\necho \"$@\" >> '" << (m_scratch / name) << ".calls'\n"
                            << script << "\n";
        fs::permissions(file, fs::perms::owner_all);
    }
    // squeue answers with these jobs.
    void answers(const std::vector<std::map<std::string, std::string>>& jobs) const
    {
        std::ofstream file(m_scratch / "answer");
        for (const auto& job : jobs)
            file << squeueLine(job);
        file.close();
        standIn("squeue", "/bin/cat '" + (m_scratch / "answer") + "'");
    }
    std::vector<std::string> calls(const std::string& name) const
    {
        std::ifstream file(m_scratch / (name + ".calls"));
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        return lines;
    }
    Environment environment() const
    {
        return {"PATH=" + (m_scratch / "bin"), "HOME=" + m_scratch.path().string()};
    }
    Places places() const
    {
        return *placesFor({"XDG_STATE_HOME=" + (m_scratch / "state"),
                           "XDG_RUNTIME_DIR=" + m_scratch.path().string()});
    }
    Submission submission(const std::string& job, const std::string& run = "r") const
    {
        return {.job = job,
                .run = run,
                .strategy = "/s.yaml",
                .strategyName = "Four",
                .device = "emulated",
                .submitted = "2026-11-28T06:00:00Z",
                .folder = m_scratch / "f"};
    }
    Submission saved(const std::string& job, const std::string& run, const fs::path& folder,
                     const std::string& submitted) const
    {
        Submission made = submission(job, run);
        made.submitted = submitted;
        made.folder = folder;
        EXPECT_TRUE(makeDirectories(folder));
        EXPECT_TRUE(saveSubmission(made));
        return made;
    }
    QueuedRun asked(const std::map<std::string, std::string>& columns) const
    {
        answers({columns});
        return askForQueued({submission("42")}, environment()).front();
    }

    tests::ScratchDirectory m_scratch;
};

} // namespace

TEST_F(QueuedRuns, SayHowTheirJobsStand)
{
    const QueuedRun waits = asked({{"JobID", "42"}, {"State", "PENDING"}, {"Reason", "Resources"}});
    EXPECT_EQ(standingOf(waits), "queued");
    EXPECT_EQ(sentenceOf(waits), "job 42 is queued: it waits for nodes to become free");
    EXPECT_EQ(whyNotBegun(waits),
              "run r has not begun: job 42 is queued: it waits for nodes to become free");
    EXPECT_EQ(waitingWord(waits), "turn");
    EXPECT_FALSE(neverBegins(waits));

    const QueuedRun held
        = asked({{"JobID", "42"}, {"State", "PENDING"}, {"Reason", "JobHeldUser"}});
    EXPECT_EQ(waitingWord(held), "somebody");

    standIn("scontrol", "echo 'PartitionName=main MaxTime=01:00:00 State=UP TotalNodes=2'");
    const QueuedRun never = asked({{"JobID", "42"},
                                   {"State", "PENDING"},
                                   {"Partition", "main"},
                                   {"NumNodes", "9"},
                                   {"Reason", "PartitionNodeLimit"}});
    EXPECT_EQ(sentenceOf(never).substr(0, 46), "job 42 will never start as it is: partition ma");
    EXPECT_EQ(waitingWord(never), "forever");
    EXPECT_FALSE(neverBegins(never)); // as long as the job is there it can be changed

    const QueuedRun begins = asked({{"JobID", "42"}, {"State", "RUNNING"}, {"NodeList", "n[1-2]"}});
    EXPECT_EQ(standingOf(begins), "starting");
    EXPECT_EQ(sentenceOf(begins), "job 42 runs on n[1-2], and the run is about to begin");
    EXPECT_EQ(waitingWord(begins), "");
    EXPECT_FALSE(neverBegins(begins));
}

TEST_F(QueuedRuns, ThoseWhoseJobHasEndedNeverBegin)
{
    const QueuedRun cancelled = asked({{"JobID", "42"}, {"State", "CANCELLED"}});
    EXPECT_TRUE(neverBegins(cancelled));
    EXPECT_EQ(standingOf(cancelled), "cancelled");
    EXPECT_EQ(endingOf(cancelled).state, RunState::Stopped);
    EXPECT_EQ(sentenceOf(cancelled), "job 42 was cancelled before the run began");

    const QueuedRun late = asked({{"JobID", "42"}, {"State", "TIMEOUT"}, {"TimeLimit", "10:00"}});
    EXPECT_EQ(standingOf(late), "out of time");
    EXPECT_EQ(endingOf(late).state, RunState::Failed);
    EXPECT_EQ(sentenceOf(late),
              "job 42 never began the run: it reached its time limit of 10 min; ask for more with "
              "--time; see "
                  + (m_scratch / "f/job.log"));

    // Slurm knows it no longer.
    standIn("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
    const QueuedRun gone = askForQueued({submission("42")}, environment()).front();
    EXPECT_TRUE(neverBegins(gone));
    EXPECT_EQ(standingOf(gone), "ended");
    EXPECT_EQ(sentenceOf(gone),
              "Slurm here does not know job 42 any more, and the run never began; see "
                  + (m_scratch / "f/job.log"));

    const QueuedRun held = asked({{"JobID", "42"}, {"State", "SUSPENDED"}, {"NodeList", "n1"}});
    EXPECT_TRUE(sentenceOf(held).starts_with("job 42 is suspended")) << sentenceOf(held);
}

// Two clusters may share a home, and each counts its jobs.
TEST_F(QueuedRuns, AJobThatWorksElsewhereIsAnother)
{
    const QueuedRun other
        = asked({{"JobID", "42"}, {"State", "COMPLETED"}, {"WorkDir", "/somewhere/else"}});
    EXPECT_FALSE(other.job);
    EXPECT_FALSE(neverBegins(other));
    EXPECT_EQ(sentenceOf(other),
              "how job 42 stands cannot be told, as job 42 of this cluster is another one");
    EXPECT_TRUE(asked({{"JobID", "42"}, {"State", "PENDING"}, {"WorkDir", m_scratch / "f"}}).job);
}

TEST_F(QueuedRuns, OnlySoManyAreAskedFor)
{
    standIn("squeue", "echo");
    const std::vector<QueuedRun> runs
        = askForQueued(std::vector<Submission>(kMostAskedFor + 1, submission("42")), environment());
    EXPECT_TRUE(runs.front().job);
    EXPECT_EQ(sentenceOf(runs.back()),
              "how job 42 stands cannot be told, as Slurm is asked for the newest 200 alone");
}

TEST_F(QueuedRuns, OfASilentSlurmNothingIsClaimed)
{
    const auto expectUnknown = [](const QueuedRun& run) {
        EXPECT_FALSE(run.job);
        EXPECT_FALSE(neverBegins(run));
        EXPECT_EQ(standingOf(run), "queued");
        EXPECT_EQ(waitingWord(run), "");
        EXPECT_EQ(sentenceOf(run),
                  "how job 42 stands cannot be told, as Slurm does not answer here");
    };
    expectUnknown(askForQueued({submission("42")}, environment()).front());
    standIn("squeue", "exec /bin/sleep 600");
    expectUnknown(askForQueued({submission("42")}, environment(), 200ms).front());
    standIn("squeue", "echo 'Unable to contact slurm controller' >&2; exit 1");
    expectUnknown(askForQueued({submission("42")}, environment()).front());
}

// However many there are, so that a list takes no longer for it.
TEST_F(QueuedRuns, SlurmIsAskedOnceForAll)
{
    standIn("scontrol", "echo 'PartitionName=main MaxTime=01:00:00 State=UP TotalNodes=2'");
    const std::map<std::string, std::string> tooMuch = {{"State", "PENDING"},
                                                        {"Partition", "main"},
                                                        {"NumNodes", "9"},
                                                        {"Reason", "PartitionNodeLimit"}};
    auto first = tooMuch;
    first["JobID"] = "7";
    auto last = tooMuch;
    last["JobID"] = "9";
    answers({last, first}); // Slurm has an order of its own, and has forgotten one
    const auto runs
        = askForQueued({submission("7"), submission("8"), submission("9")}, environment());
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(waitingWord(runs[0]), "forever");
    EXPECT_EQ(runs[0].job->id, "7");
    EXPECT_TRUE(neverBegins(runs[1]));
    EXPECT_EQ(runs[2].job->id, "9");
    ASSERT_TRUE(runs[2].job->asksOf);
    EXPECT_EQ(runs[2].job->asksOf->nodes, 2);
    ASSERT_EQ(calls("squeue").size(), 1U);
    EXPECT_NE(calls("squeue")[0].find("--jobs=7,8,9 "), std::string::npos);
    EXPECT_EQ(calls("scontrol").size(), 1U);

    EXPECT_TRUE(askForQueued({}, environment()).empty());
    EXPECT_EQ(calls("squeue").size(), 1U);
    std::vector<Submission> many(kMostAskedFor + 1, submission("7"));
    EXPECT_FALSE(askForQueued(many, environment()).back().job);
    EXPECT_EQ(calls("squeue").size(), 2U);
}

TEST_F(QueuedRuns, AreKnownWhereverTheirFoldersAre)
{
    const Places where = places();
    saved("7", "here", where.runs / "here", "2026-11-28T06:00:00Z");
    const auto elsewhere
        = saved("8", "elsewhere", m_scratch.path() / "other/folder", "2026-11-28T07:00:00Z");
    {
        auto catalogue = Catalogue::open(where);
        ASSERT_TRUE(catalogue);
        ASSERT_TRUE(catalogue->put(elsewhere));
    }
    const auto names = [&] {
        std::vector<std::string> notices;
        const KnownRuns known = knownRuns(where, notices);
        std::vector<std::string> found;
        for (const Submission& each : known.waiting)
            found.push_back(each.run);
        for (const RunRecord& each : known.begun)
            found.push_back("begun " + each.run);
        return found;
    };
    EXPECT_EQ(names(), (std::vector<std::string>{"elsewhere", "here"}));
    // A catalogue that is made anew has it, too.
    sqlite3* opened = nullptr;
    ASSERT_EQ(sqlite3_open(where.catalogue.c_str(), &opened), SQLITE_OK);
    ASSERT_EQ(
        sqlite3_exec(opened, "ALTER TABLE runs ADD COLUMN odd TEXT", nullptr, nullptr, nullptr),
        SQLITE_OK);
    sqlite3_close(opened);
    EXPECT_EQ(names(), (std::vector<std::string>{"elsewhere", "here"}));
    EXPECT_EQ(names(), (std::vector<std::string>{"elsewhere", "here"}));
    // Once it has begun, it is a run, and told once.
    RunRecord record;
    record.run = "elsewhere";
    record.state = RunState::Completed;
    record.started = "2026-11-28T08:00:00Z";
    record.directory = elsewhere.folder;
    ASSERT_TRUE(saveRunRecord(record));
    EXPECT_EQ(names(), (std::vector<std::string>{"here", "begun elsewhere"}));
    // One that another could have written is told of, and left out.
    fs::permissions(Submission::file(where.runs / "here"), fs::perms(0622));
    std::vector<std::string> notices;
    EXPECT_TRUE(knownRuns(where, notices).waiting.empty());
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_NE(notices[0].find("can be written by one"), std::string::npos);
    EXPECT_TRUE(notices[0].ends_with("; that job is left out here")) << notices[0];
}

TEST_F(QueuedRuns, AreFoundByNameAndAsTheLast)
{
    const Places where = places();
    saved("7", "20261128-1", where.runs / "20261128-1", "2026-11-28T07:00:00Z");
    RunRecord record;
    record.run = "20261128-2";
    record.state = RunState::Completed;
    record.started = "2026-11-28T06:00:00Z";
    record.directory = where.runs / record.run;
    ASSERT_TRUE(makeDirectories(record.directory));
    ASSERT_TRUE(saveRunRecord(record));
    const auto job = [&](const std::string& wanted) {
        const auto found = findAnyRun(where, wanted);
        const auto* submission = found ? std::get_if<Submission>(&*found) : nullptr;
        return submission != nullptr ? submission->job : "";
    };
    EXPECT_EQ(job("last"), "7");
    EXPECT_EQ(job("20261128-1"), "7");
    EXPECT_EQ(job((where.runs / "20261128-1").string()), "7");
    EXPECT_EQ(job("20261128-2"), "");
    EXPECT_TRUE(findAnyRun(where, "20261128-2"));
    EXPECT_EQ(findAnyRun(where, "20261128-").error().message,
              "2 runs begin with 20261128-; give more of the name");
    // Of recordings the last is that of the last run that has begun.
    std::ofstream(record.events()) << "x";
    const auto recording = findRecording(where, "last");
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->record->run, "20261128-2");
}

TEST_F(QueuedRuns, OnlyTheJobOfThatFolderIsCancelled)
{
    standIn("scancel", "exit 0");
    const fs::path folder = m_scratch.path() / "f";
    standIn("squeue", "echo '/of/another/cluster'");
    EXPECT_EQ(cancelJob("42", folder, environment()).error().message,
              "job 42 of this cluster works in /of/another/cluster, and is not the one of the run");
    standIn("squeue", "exit 0");
    EXPECT_FALSE(cancelJob("42", folder, environment()));
    standIn("squeue", "exit 1");
    EXPECT_FALSE(cancelJob("42", folder, environment()));
    EXPECT_TRUE(calls("scancel").empty());
    standIn("squeue", "echo '" + folder.string() + "'");
    EXPECT_TRUE(cancelJob("42", folder, environment()));
    EXPECT_EQ(calls("scancel"), std::vector<std::string>{"42"});
    EXPECT_EQ(calls("squeue").back(), "--noheader --jobs 42 --format %Z");
    standIn("scancel", "echo 'scancel: error: Access denied' >&2; exit 1");
    EXPECT_TRUE(cancelJob("42", folder, environment())
                    .error()
                    .message.starts_with("scancel says: Access denied"));
}

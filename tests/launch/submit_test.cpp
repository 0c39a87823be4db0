// A submission against stand-ins for Slurm's programs: what is refused, what is made, what is left.

#include "engine/launch/run_options.h"
#include "engine/launch/slurm_query.h"
#include "engine/launch/submission.h"
#include "engine/launch/submit_command.h"
#include "engine/launch/submit_plan.h"
#include "tests/launch/squeue_line.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

using namespace launch;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

constexpr const char* kPartitions
    = "PartitionName=main Default=YES MaxTime=01:00:00 State=UP TotalNodes=4\n";

class Submit : public testing::Test {
protected:
    Submit()
    {
        program("bubblescope-engine", "exit 1");
        standIn("scontrol", std::string("printf '%s' '") + kPartitions + "'");
        standIn("sbatch", "echo 42");
        standIn("squeue", "exit 1");
        std::ofstream(m_folder / "four.yaml") << "bubblescope: 1\n"
                                                 "name: Four ranks\n"
                                                 "parallel: {pipeline: 4}\n"
                                                 "batch: {micro: 1, global: 8}\n"
                                                 "schedule: {name: 1f1b}\n"
                                                 "costs: {forward: 1000, input_grad: 1000, "
                                                 "weight_grad: 1000, transfer: 0}\n";
    }

    // What `script` does, noting what it is called with in a file of its own.
    void standIn(const std::string& name, const std::string& script)
    {
        const std::string note = m_folder / name;
        program(name,
                R"(printf '%s\n' "$@" > ')" + note + ".words'\n/usr/bin/env > '" + note + ".env'\n"
                    + script);
    }

    void program(const std::string& name, const std::string& script)
    {
        fs::create_directories(m_folder.path() / "bin");
        const fs::path file = m_folder.path() / "bin" / name;
        std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
        fs::permissions(file, fs::perms::owner_all);
    }

    void removeProgram(const std::string& name) { fs::remove(m_folder.path() / "bin" / name); }

    std::string noted(const std::string& name) const
    {
        std::ifstream file(m_folder / name);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }

    ProgramEnvironment in() const
    {
        Environment environment = {"PATH=" + (m_folder / "bin"),
                                   "HOME=" + m_folder.path().string(),
                                   "XDG_STATE_HOME=" + (m_folder / "state"),
                                   "XDG_RUNTIME_DIR=" + (m_folder / "mine"),
                                   "TMPDIR=/tmp/mine",
                                   "LC_ALL=zh_CN.UTF-8"};
        environment.insert(environment.end(), more.begin(), more.end());
        return {environment, m_folder.path() / "bin" / "bubblescope-run"};
    }

    SubmitRequest requestOf(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"submit", m_folder / "four.yaml"});
        const auto line = parseCommandLine(words);
        EXPECT_TRUE(line) << (line ? "" : line.error().message);
        return line ? *line->asked->as<SubmitRequest>() : SubmitRequest{};
    }

    // The refusal's first line; "" where it is none.
    std::string refusalOf(const std::vector<std::string>& words) const
    {
        const auto asked = in();
        const auto plan = planSubmit(requestOf(words), asked.environment, asked.ownProgram);
        const auto* const refusal = std::get_if<Refusal>(&plan);
        return refusal != nullptr ? refusal->lines.at(0) : "";
    }

    SubmitPlan planOf(const std::vector<std::string>& words) const
    {
        const auto asked = in();
        auto plan = planSubmit(requestOf(words), asked.environment, asked.ownProgram);
        EXPECT_TRUE(std::holds_alternative<SubmitPlan>(plan)) << refusalOf(words);
        return std::get<SubmitPlan>(std::move(plan));
    }

    std::vector<fs::path> runs() const
    {
        std::vector<fs::path> found;
        std::error_code none;
        for (const auto& item :
             fs::directory_iterator(m_folder.path() / "state/bubblescope/runs", none))
            found.push_back(item.path());
        return found;
    }

    std::vector<std::string> more; // environment

private:
    tests::ScratchDirectory m_folder;
};

} // namespace

TEST_F(Submit, MakesAFolderWithAllThatTheJobNeeds)
{
    more = {"SLURM_JOB_ID=7", "SLURM_CONF=/conf", "SBATCH_EXCLUSIVE=1", "SBATCH_QOS=high"};
    EXPECT_EQ(submitRun(requestOf({"--time", "10", "--ranks-per-node", "2"}), in()),
              ExitCode::Good);
    ASSERT_EQ(runs().size(), 1U);
    const auto submission = loadSubmission(runs()[0]);
    ASSERT_TRUE(submission) << submission.error().message;
    EXPECT_EQ(submission->job, "42");
    EXPECT_EQ(submission->run, runs()[0].filename());
    EXPECT_EQ(submission->strategyName, "Four ranks");
    EXPECT_EQ(submission->ranks, 4);
    EXPECT_TRUE(fs::exists(submission->strategyCopy()));
    EXPECT_EQ(noted("sbatch.words"), "--parsable\n" + submission->script().string() + "\n");
    std::ifstream file(submission->script());
    std::stringstream script;
    script << file.rdbuf();
    for (const std::string& line :
         {std::string("#SBATCH --job-name=Four-ranks\n"), std::string("#SBATCH --qos=high\n"),
          std::string("#SBATCH --nodes=2\n"), std::string("#SBATCH --no-requeue\n"),
          "#SBATCH --output=\"" + submission->output().string() + "\"\n",
          " '" + submission->strategyCopy().string() + "' '--steps' '10' '--device' 'emulated' "
              + "'--launcher' 'srun' '--record' '" + runs()[0].string() + "'\n"})
        EXPECT_NE(script.str().find(line), std::string::npos) << line << script.str();
    // Of the caller's settings the job gets those that hold for it.
    const std::string got = noted("sbatch.env");
    EXPECT_NE(got.find("SLURM_CONF=/conf\n"), std::string::npos) << got;
    for (const char* name : {"SLURM_JOB_ID", "SBATCH_", "XDG_RUNTIME_DIR", "TMPDIR"})
        EXPECT_EQ(got.find(name), std::string::npos) << name;
}

TEST_F(Submit, LeavesNothingOfWhatSlurmRefuses)
{
    standIn("sbatch", "echo 'sbatch: error: Batch job submission failed: Invalid qos' >&2; exit 1");
    EXPECT_EQ(submitRun(requestOf({}), in()), ExitCode::BadInput);
    EXPECT_TRUE(runs().empty());
    standIn("sbatch", "echo 'sbatch: error: Unable to contact slurm controller' >&2; exit 1");
    EXPECT_EQ(submitRun(requestOf({}), in()), ExitCode::WorkFailed);
    EXPECT_TRUE(runs().empty());
    // But for a job that there may be.
    standIn("sbatch", "echo hello");
    EXPECT_EQ(submitRun(requestOf({}), in()), ExitCode::WorkFailed);
    ASSERT_EQ(runs().size(), 1U);
    EXPECT_TRUE(fs::exists(runs()[0] / "job.sh"));
    EXPECT_FALSE(fs::exists(runs()[0] / "job.json"));
}

TEST_F(Submit, AFolderIsOfOneJob)
{
    const tests::ScratchDirectory scratch;
    const std::string folder = scratch / "run";
    EXPECT_EQ(submitRun(requestOf({"--record", folder}), in()), ExitCode::Good);
    EXPECT_EQ(submitRun(requestOf({"--record", folder}), in()), ExitCode::BadInput);
    EXPECT_TRUE(loadSubmission(folder));
    std::ofstream(scratch / "file") << "x";
    EXPECT_EQ(submitRun(requestOf({"--record", scratch.path().string()}), in()),
              ExitCode::BadInput);
}

TEST_F(Submit, WithPrintNothingIsMadeOrAsked)
{
    removeProgram("sbatch");
    removeProgram("scontrol");
    testing::internal::CaptureStdout();
    EXPECT_EQ(submitRun(requestOf({"--print", "--time", "10"}), in()), ExitCode::Good);
    const std::string script = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(script.starts_with("#!/bin/sh\n")) << script;
    EXPECT_NE(script.find("/four.yaml' '--steps' '10' '--device' 'emulated' '--launcher' 'srun'\n"),
              std::string::npos)
        << script;
    EXPECT_TRUE(runs().empty());
}

TEST_F(Submit, RefusesBeforeAnythingIsMade)
{
    EXPECT_EQ(refusalOf({"--partition", "nope"}),
              "there is no partition nope; name one of these with --partition: main");
    EXPECT_TRUE(refusalOf({"--time", "2:00:00"}).ends_with("ask for --time 0-01:00:00 or less"));
    EXPECT_TRUE(refusalOf({"--nodes", "5"}).starts_with("--nodes: 5 nodes are more than the 4"));
    EXPECT_EQ(refusalOf({"--signal-before", "600", "--time", "10"}),
              "--signal-before 600: the job asks for 10 min, which is not more");
    EXPECT_NE(refusalOf({"--device", "cpu"}).find("four.yaml"), std::string::npos);
    more = {"SBATCH_ACCOUNT=a b"};
    EXPECT_EQ(refusalOf({}), "SBATCH_ACCOUNT: 'a b' is no name of Slurm's");
    more = {"SBATCH_TIMELIMIT=soon"};
    EXPECT_EQ(refusalOf({}), "SBATCH_TIMELIMIT: 'soon' is no time; give one with --time");
    more.clear();
    standIn("scontrol",
            "echo 'slurm_load_partitions error: Unable to contact slurm controller'; "
            "exit 1");
    EXPECT_EQ(refusalOf({}),
              "Slurm does not tell its partitions: slurm_load_partitions error: "
              "Unable to contact slurm controller");
    removeProgram("sbatch");
    EXPECT_EQ(refusalOf({}),
              "there is no sbatch in PATH: submit on a machine of a Slurm cluster, "
              "such as its login node, or run it here with bubblescope-run FILE");
    EXPECT_TRUE(runs().empty());
}

TEST_F(Submit, AsksForWhatTheDeviceNeeds)
{
    const SubmitPlan emulated = planOf({});
    EXPECT_EQ(emulated.script.nodes, 1);
    EXPECT_EQ(emulated.script.ranksPerNode, 4);
    EXPECT_FALSE(emulated.script.gpusPerNode);
    EXPECT_FALSE(emulated.script.signalBefore);
    EXPECT_FALSE(emulated.script.requeue);
    EXPECT_EQ(planOf({"--signal-before", "60"}).script.signalBefore, 60);
}

// More ranks than one machine carries, and none of this machine's devices or memory.
TEST_F(Submit, ThisMachineIsNotAskedWhetherItCouldDoIt)
{
    const tests::ScratchDirectory scratch;
    const std::string file = scratch / "train.yaml";
    std::ofstream(file) << R"(bubblescope: 1
name: Large
model: {layers: 64, hidden: 12288, heads: 96, vocab: 51200, sequence: 2048}
parallel: {tensor: 8, pipeline: 8, data: 16}
batch: {micro: 1, global: 1024}
schedule: {name: 1f1b}
)";
    SubmitRequest request = requestOf({"--device", "cuda", "--time", "2"});
    request.run.strategy = file;
    const auto asked = in();
    const auto planned = planSubmit(request, asked.environment, asked.ownProgram);
    const auto* const refusal = std::get_if<Refusal>(&planned);
    ASSERT_NE(refusal, nullptr); // by the partition, which has four nodes
    EXPECT_EQ(refusal->lines.at(0).substr(0, 56),
              "partition main has 4 nodes, and the job asks for 128; as");
    request.print = true;
    const auto shown = planSubmit(request, asked.environment, asked.ownProgram);
    ASSERT_TRUE(std::holds_alternative<SubmitPlan>(shown));
    const BatchScript& script = std::get<SubmitPlan>(shown).script;
    EXPECT_EQ(script.ranks, 1024);
    EXPECT_EQ(script.gpusPerNode, 8);
    EXPECT_TRUE(script.requeue);
    EXPECT_EQ(script.signalBefore, 60); // half of the time
}

TEST_F(Submit, WordsOfAWrongFormAreRefusedByTheCommandLine)
{
    const std::vector<std::vector<std::string>> refused
        = {{"--partition", "a b"},    {"--partition", "a\nb"},  {"--account", "-x"},
           {"--qos", "$(id)"},        {"--time", "soon"},       {"--time", "0"},
           {"--mem", "much"},         {"--nodes", "0"},         {"--ranks-per-node", "0"},
           {"--gpus-per-node", "-1"}, {"--signal-before", "0"}, {"--signal-before", "65536"},
           {"--job-name", "a;b"},     {"--json", "-"},          {"--detach"},
           {"--launcher", "mpirun"},  {"--hostfile", "x"},      {"--threads", "2"},
           {"--device", "tpu"}};
    for (auto words : refused) {
        const std::string last = words.back();
        words.insert(words.begin(), {"submit", "a.yaml"});
        EXPECT_FALSE(parseCommandLine(words)) << last;
    }
    EXPECT_EQ(parseCommandLine({"submit"}).error().message,
              "a strategy file is needed; see bubblescope-run submit --help");
}

TEST_F(Submit, AJobIsAskedForWithoutTheSettingsOfTheCaller)
{
    more = {"SQUEUE_PARTITION=urgent", "SLURM_TIME_FORMAT=relative", "SLURM_CONF=/conf"};
    standIn("squeue",
            "printf '%s' '"
                + squeueLine({{"JobID", "42"},
                              {"State", "PENDING"},
                              {"NumNodes", "9"},
                              {"Partition", "main"},
                              {"Reason", "PartitionConfig"}})
                + "'");
    const auto job = askForJob("42", in().environment);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->state, JobState::Queued);
    ASSERT_TRUE(job->asksOf);
    EXPECT_EQ(job->asksOf->nodes, 4);
    EXPECT_EQ(noted("squeue.words"),
              "--noheader\n--noconvert\n--states=all\n--jobs=42\n--Format=" + jobColumns() + "\n");
    const std::string got = noted("squeue.env");
    EXPECT_EQ(got.find("SQUEUE_"), std::string::npos);
    for (const char* entry : {"SLURM_TIME_FORMAT=standard\n", "LC_ALL=C\n", "SLURM_CONF=/conf\n"})
        EXPECT_NE(got.find(entry), std::string::npos) << entry;
}

TEST_F(Submit, AJobThatIsForgottenIsUnknownAndSilenceIsNone)
{
    standIn("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
    ASSERT_TRUE(askForJob("42", in().environment));
    EXPECT_EQ(askForJob("42", in().environment)->state, JobState::Unknown);
    standIn("squeue",
            "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
    EXPECT_FALSE(askForJob("42", in().environment));
    standIn("squeue", "exec /bin/sleep 600");
    EXPECT_FALSE(askForJob("42", in().environment, 200ms));
    standIn("squeue", "exec /usr/bin/head -c 50000000 /dev/zero");
    EXPECT_EQ(askForJob("42", in().environment)->state, JobState::Unknown);
    removeProgram("squeue");
    EXPECT_FALSE(askForJob("42", in().environment));
    EXPECT_FALSE(askForJob("42; id", in().environment));
}

TEST(Sbatch, SaysWhichJobItIsAmongWordsOfTheSite)
{
    EXPECT_EQ(parseSubmitted("42\n")->id, "42");
    EXPECT_EQ(parseSubmitted("42;bubbles\n")->cluster, "bubbles");
    EXPECT_EQ(parseSubmitted("sbatch: lua: welcome, user 7\n42\n")->id, "42");
    EXPECT_FALSE(parseSubmitted("Submitted batch job 42\n"));
    EXPECT_FALSE(parseSubmitted(""));
    EXPECT_FALSE(parseSubmitted("42;-M\n"));
    EXPECT_FALSE(parseSubmitted("042\n"));
}

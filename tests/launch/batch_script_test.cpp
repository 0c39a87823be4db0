// The script that sbatch takes: what it says, and that no value gets out of its line.

#include "engine/launch/program_query.h"
#include "engine/launch/slurm/batch_script.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;
using namespace std::chrono_literals;

namespace {

BatchScript twoNodes()
{
    return {.name = "first-run",
            .partition = "main,urgent",
            .account = "staff",
            .qos = "high",
            .time = 90min,
            .nodes = 2,
            .ranks = 7,
            .ranksPerNode = 4,
            .cpusPerRank = 3,
            .gpusPerNode = 4,
            .memory = "100G",
            .signalBefore = 120,
            .requeue = true,
            .folder = "/home/a b/runs/it's",
            .output = "/home/a b/runs/it's/job.log",
            .command
            = {"/opt/bubblescope-run", "/home/a b/runs/it's/submitted.yaml", "--steps", "10"}};
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string textOr(const plan::Result<std::string>& text)
{
    return text ? *text : "error: " + text.error().message;
}

} // namespace

TEST(BatchScript, SaysAllThatWasAsked)
{
    EXPECT_EQ(textOr(toText(twoNodes())), R"(#!/bin/sh
# Written by bubblescope-run submit, for sbatch.
#SBATCH --job-name=first-run
#SBATCH --partition=main,urgent
#SBATCH --account=staff
#SBATCH --qos=high
#SBATCH --time=0-01:30:00
#SBATCH --nodes=2
#SBATCH --ntasks=7
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=3
#SBATCH --gres=gpu:4
#SBATCH --mem=100G
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --chdir="/home/a b/runs/it's"
#SBATCH --output="/home/a b/runs/it's/job.log"
# In place of this shell, which Slurm's signals would reach alone.
exec '/opt/bubblescope-run' '/home/a b/runs/it'\''s/submitted.yaml' '--steps' '10'
)");
}

TEST(BatchScript, LeavesToSlurmWhatWasNotAsked)
{
    EXPECT_EQ(textOr(toText({.name = "x", .command = {"/a"}})), R"(#!/bin/sh
# Written by bubblescope-run submit, for sbatch.
#SBATCH --job-name=x
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --ntasks-per-node=1
#SBATCH --no-requeue
#SBATCH --open-mode=append
# In place of this shell, which Slurm's signals would reach alone.
exec '/a'
)");
}

TEST(BatchScript, RefusesWhatCannotStandInIt)
{
    for (const char* folder : {"/a\nb", "/a%j", "/a\"b", "/a\\b", "/a\tb"}) {
        BatchScript script = twoNodes();
        script.folder = folder;
        script.output = script.folder / "job.log";
        EXPECT_TRUE(textOr(toText(script)).ends_with("give another with --record")) << folder;
    }
    BatchScript script = twoNodes();
    script.command.back() = "1\n#SBATCH --uid=0";
    EXPECT_EQ(textOr(toText(script)),
              "error: '1\\x0a#SBATCH --uid=0': cannot stand in a script, "
              "as it has a line end or another control character in it");
}

// Whatever paths and arguments are: the header's lines are those of the options, and the shell
// gives the arguments on as they are.
RC_GTEST_PROP(BatchScript, NoValueLeavesItsLine,
              (const std::string& folder, const std::vector<std::string>& arguments))
{
    BatchScript script = twoNodes();
    const std::size_t lines = linesOf(*toText(script)).size();
    script.folder = "/" + folder;
    script.output = script.folder / "job.log";
    script.command = {"/usr/bin/printf"};
    script.command.insert(script.command.end(), arguments.begin(), arguments.end());
    const auto text = toText(script);
    const auto isPlain = [](const std::string& word) {
        return std::none_of(word.begin(), word.end(),
                            [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    };
    const bool fits = isPlain(folder) && folder.find_first_of("\"\\%") == std::string::npos
        && std::all_of(arguments.begin(), arguments.end(), isPlain);
    RC_ASSERT(bool(text) == fits);
    if (!text)
        return;
    const auto found = linesOf(*text);
    RC_ASSERT(found.size() == lines);
    RC_ASSERT(std::count_if(found.begin(), found.end(),
                            [](const std::string& line) { return line.starts_with("#SBATCH --"); })
              == 16);
    RC_ASSERT(found.back().starts_with("exec '/usr/bin/printf'"));
}

TEST(BatchScript, TheShellGivesArgumentsOnAsTheyAre)
{
    const tests::ScratchDirectory folder;
    BatchScript script = twoNodes();
    script.command = {"/usr/bin/printf", "[%s]"};
    const std::vector<std::string> odd
        = {"",   "a b", "it's", "''",  "$(id)", "`id`",     "\"",   "\\",    "*",       "~",
           "#x", "-n",  "%s",   ";id", "a=b",   "\xc3\xa4", "\xff", "$HOME", "'; id; '"};
    std::string expected;
    for (const std::string& word : odd) {
        script.command.push_back(word);
        expected += "[" + word + "]";
    }
    std::ofstream(folder / "job.sh") << *toText(script);
    const auto answer = askProgram({"/bin/sh", folder / "job.sh"}, processEnvironment(),
                                   std::chrono::seconds(60));
    EXPECT_EQ(std::get<ProgramAnswer>(answer).output, expected);
}

TEST(SlurmName, IsWhatNamesAreMadeOf)
{
    for (const char* good : {"main", "gpu_a100-80.x", "def-smith@gpu", "a:b/c+d=e", "7"})
        EXPECT_TRUE(isSlurmName(good)) << good;
    for (const char* bad : {"", "-main", ".a", "a b", "a\n", "a\"", "a;b", "a,b", "a%j", "$a",
                            "\xc3\xa4", "a#b", "'a'"})
        EXPECT_FALSE(isSlurmName(bad)) << bad;
    EXPECT_FALSE(isSlurmName(std::string(129, 'a')));
    EXPECT_EQ(slurmNamesIn("a,b"), (std::vector<std::string>{"a", "b"}));
    for (const char* bad : {"", ",", "a,", ",a", "a,,b", "a, b"})
        EXPECT_TRUE(slurmNamesIn(bad).empty()) << bad;
    for (const char* good : {"0", "1K", "100G", "999999999T"})
        EXPECT_TRUE(isSlurmMemory(good)) << good;
    for (const char* bad : {"", "G", "1", "0G", "1g", "-1G", "1GB", "1.5G", "1G ", "1234567890G"})
        EXPECT_FALSE(isSlurmMemory(bad)) << bad;
}

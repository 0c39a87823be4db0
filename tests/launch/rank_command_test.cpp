#include "engine/launch/child_process.h"
#include "engine/launch/environment.h"
#include "engine/launch/private_file.h"
#include "engine/launch/rank_command.h"
#include "engine/strategy/file_descriptor.h"
#include "tests/scratch_directory.h"

#include <algorithm>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/wait.h>

using namespace launch;

namespace {

RankCommand commandWith(const std::string& strategy)
{
    RankCommand command;
    command.target.program = "/usr/bin/mpirun";
    command.engine = "/opt/bubblescope/bubblescope-engine";
    command.strategy = strategy;
    command.connection = "/run/bubblescope-0/r/connection.json";
    command.supervisor = "17@boot";
    command.target.ranks = 4;
    command.steps = 7;
    command.device = "emulated";
    command.target.mpiFiles = "/run/bubblescope-0/r/mpi";
    return command;
}

} // namespace

TEST(RankCommand, MpirunGetsFixedOptionsThenTheEngine)
{
    RankCommand command = commandWith("/s/strategy.yaml");
    command.target.asRoot = true;
    command.target.sharedMemory = "/dev/shm/x";
    const std::vector<std::string> expected = {"/usr/bin/mpirun",
                                               "--allow-run-as-root",
                                               "--oversubscribe",
                                               "--bind-to",
                                               "none",
                                               "--tag-output",
                                               "--mca",
                                               "plm",
                                               "isolated",
                                               "--mca",
                                               "oob_tcp_if_include",
                                               "lo",
                                               "--mca",
                                               "btl",
                                               "self,vader",
                                               "--mca",
                                               "btl_vader_single_copy_mechanism",
                                               "none",
                                               "--mca",
                                               "btl_vader_eager_limit",
                                               "131072",
                                               "--mca",
                                               "btl_vader_backing_directory",
                                               "/dev/shm/x",
                                               "--mca",
                                               "orte_tmpdir_base",
                                               "/run/bubblescope-0/r/mpi",
                                               "-np",
                                               "4",
                                               "/opt/bubblescope/bubblescope-engine",
                                               "/s/strategy.yaml",
                                               "--connection",
                                               "/run/bubblescope-0/r/connection.json",
                                               "--supervisor",
                                               "17@boot",
                                               "--steps",
                                               "7",
                                               "--device",
                                               "emulated"};
    EXPECT_EQ(argumentsOf(command), expected);
}

TEST(RankCommand, RootIsAllowedOnlyForRoot)
{
    const auto arguments = argumentsOf(commandWith("/s"));
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--allow-run-as-root"), 0);
}

TEST(RankCommand, ADeviceThatComputesGetsWhatItTrainsWith)
{
    RankCommand command = commandWith("/s/strategy.yaml");
    command.device = "cpu";
    const auto plain = argumentsOf(command).size();
    command.training
        = TrainingArguments{.threads = 2, .checkpoints = "/r/checkpoints", .records = "/r"};
    auto arguments = argumentsOf(command);
    const std::vector<std::string> added(arguments.begin() + std::ptrdiff_t(plain),
                                         arguments.end());
    EXPECT_EQ(added,
              (std::vector<std::string>{"--threads", "2", "--checkpoints", "/r/checkpoints",
                                        "--flight-records", "/r"}));
    command.training->resume = "/old/checkpoints/step-00000100";
    command.training->flip = "1:3:2F0";
    arguments = argumentsOf(command);
    EXPECT_EQ(arguments.size(), plain + 10);
    EXPECT_EQ(arguments.back(), "1:3:2F0");
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--deterministic"), 0);
    command.training->deterministic = true;
    arguments = argumentsOf(command);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--deterministic"), 1);
    command.training->deterministic = false;
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--take-turns"), 0);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--messages"), 0);
    command.training->takeTurns = true;
    command.training->messages = "host";
    arguments = argumentsOf(command);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--take-turns"), 1);
    const auto way = std::find(arguments.begin(), arguments.end(), "--messages");
    ASSERT_TRUE(way != arguments.end());
    EXPECT_EQ(way[1], "host");
    arguments = argumentsOf(command);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--deep"), 0);
    command.training->deep = true;
    arguments = argumentsOf(command);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "--deep"), 1);
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), "/old/checkpoints/step-00000100"), 1);
}

TEST(RankCommand, SrunPlacesRanksByAListOfHosts)
{
    RankCommand command = commandWith("/s/strategy.yaml");
    command.launcher = LauncherKind::Srun;
    command.target.program = "/usr/bin/srun";
    command.target.hosts = {{"n1", 1}, {"n2", 3}};
    command.target.hostsFile = "/r/hosts.txt";
    command.target.network = "10.7.0.0/24";
    command.target.name = "20260131-r";
    const auto arguments = argumentsOf(command);
    const auto valueBehind = [&](const char* option) {
        const auto found = std::find(arguments.begin(), arguments.end(), option);
        return found == arguments.end() ? std::string() : found[1];
    };
    EXPECT_EQ(arguments.front(), "/usr/bin/srun");
    EXPECT_EQ(valueBehind("--ntasks"), "4");
    EXPECT_EQ(valueBehind("--nodes"), "2");
    EXPECT_EQ(valueBehind("--job-name"), "20260131-r");
    const auto environment = rankLauncher(LauncherKind::Srun)
                                 .environment(command.target, {"PATH=/bin", "SLURM_NTASKS=9"});
    EXPECT_EQ(valueOf(environment, "SLURM_HOSTFILE"), "/r/hosts.txt");
    EXPECT_FALSE(valueOf(environment, "SLURM_NTASKS")); // the step has its own counts
    EXPECT_EQ(valueOf(environment, "OMPI_MCA_btl_tcp_if_include"), "10.7.0.0/24");
    EXPECT_EQ(hostsText(command.target.hosts), "n1\nn2\nn2\nn2\n");
}

TEST(RankCommand, MpirunOverHostsPassesOnNamesAndNoValues)
{
    RankCommand command = commandWith("/s/strategy.yaml");
    command.launcher = LauncherKind::Ssh;
    command.target.hosts = {{"n1", 2}, {"n2", 2}};
    command.target.hostsFile = "/r/hosts.txt";
    command.target.ssh = "/usr/bin/ssh";
    const auto arguments = argumentsOf(command);
    const auto agent = std::find(arguments.begin(), arguments.end(), "plm_rsh_agent");
    ASSERT_NE(agent, arguments.end());
    EXPECT_TRUE(agent[1].starts_with("/usr/bin/ssh -o BatchMode=yes")) << agent[1];
    const auto environment = rankLauncher(LauncherKind::Ssh)
                                 .environment(command.target,
                                              {"PATH=/bin", "BUBBLESCOPE_RUN=secret",
                                               "OPENBLAS_CORETYPE=x", "LC_ALL=C"});
    EXPECT_EQ(valueOf(environment, "OMPI_MCA_mca_base_env_list"),
              "BUBBLESCOPE_RUN;OPENBLAS_CORETYPE");
    for (const std::string& argument : arguments)
        EXPECT_EQ(argument.find("secret"), std::string::npos);
}

RC_GTEST_PROP(RankCommand, AHostilePathStaysOneArgument, (const std::string& text))
{
    const RankCommand plain = commandWith("/s");
    const std::string hostile = "/runs/" + text + ";$(touch x)`id` --mca plm_rsh_agent /bin/x\n";
    auto arguments = argumentsOf(commandWith(hostile));
    const auto expected = argumentsOf(plain);
    RC_ASSERT(arguments.size() == expected.size());
    const auto at = std::find(expected.begin(), expected.end(), "/s") - expected.begin();
    RC_ASSERT(arguments[static_cast<std::size_t>(at)] == hostile);
}

TEST(ChildProcess, PassesHostileArgumentsUnchangedAndRunsNoShell)
{
    const tests::ScratchDirectory scratch;
    const auto canary = scratch.path() / "canary";
    const std::vector<std::string> hostile
        = {"; touch " + canary.string(),
           "$(touch " + canary.string() + ")",
           "`touch " + canary.string() + "`",
           "| touch " + canary.string(),
           "a\nb",
           "*",
           "'\"\\",
           "--help",
           "\xe2\x80\xae", // NOLINT(misc-misleading-bidirectional)
           std::string(65536, 'x')};
    const auto file = scratch.path() / "out";
    const strategy::FileDescriptor output(open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    ChildProcess child{{"/usr/bin/printf", "%s\\0"}, {}, output.number()};
    child.arguments.insert(child.arguments.end(), hostile.begin(), hostile.end());
    const auto pid = startChild(child);
    ASSERT_TRUE(pid) << pid.error().message;
    int status = -1;
    ASSERT_EQ(waitpid(*pid, &status, 0), *pid);
    EXPECT_EQ(status, 0);

    std::string expected;
    for (const std::string& argument : hostile)
        expected += argument + '\0';
    const auto printed = readWhole(file, 1 << 20, false);
    ASSERT_TRUE(printed);
    EXPECT_EQ(*printed, expected);
    EXPECT_FALSE(std::filesystem::exists(canary));
}

TEST(ChildProcess, AMissingProgramIsASentenceAndLeavesNoChild)
{
    const strategy::FileDescriptor output(open("/dev/null", O_WRONLY | O_CLOEXEC));
    const auto pid = startChild({{"/nowhere/mpirun"}, {}, output.number()});
    ASSERT_FALSE(pid);
    EXPECT_EQ(pid.error().message,
              "/nowhere/mpirun: cannot be executed: No such file or directory");
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(RankEnvironment, KeepsTheAllowedAndAddsTheRun)
{
    const Environment own = {"PATH=/bin",
                             "HOME=/root",
                             "LC_ALL=C",
                             "XDG_RUNTIME_DIR=/r",
                             "LD_LIBRARY_PATH=/l",
                             "LD_PRELOAD=/evil.so",
                             "OMPI_MCA_plm_rsh_agent=/evil",
                             "PMIX_MCA_x=1",
                             "PRTE_MCA_y=2",
                             "OMPI_COMM_WORLD_RANK=3",
                             "SECRET=1",
                             "SLURM_JOB_ID=5",
                             "BUBBLESCOPE_RUN=other"};
    const Environment expected = {"PATH=/bin",
                                  "HOME=/root",
                                  "LC_ALL=C",
                                  "XDG_RUNTIME_DIR=/r",
                                  "LD_LIBRARY_PATH=/l",
                                  "BUBBLESCOPE_RUN=mine",
                                  "BUBBLESCOPE_RUN_FOLDER=8:1"};
    EXPECT_EQ(rankEnvironment(own, {"mine", "8:1"}, false), expected);
    const Environment slurm = rankEnvironment(own, {"mine", {}}, true);
    EXPECT_EQ(std::count(slurm.begin(), slurm.end(), "SLURM_JOB_ID=5"), 1);
}

TEST(FindLauncher, AnEmptyPathSaysWhatToInstall)
{
    const auto found = findLauncher(LauncherKind::Local, {"PATH="});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().message,
              "there is no mpirun in PATH: install Open MPI (on Debian and "
              "Ubuntu: apt-get install openmpi-bin)");
    EXPECT_FALSE(findLauncher(LauncherKind::Srun, {"PATH=relative:."}));
    EXPECT_EQ(findProgram("sh", "relative:/nowhere:/bin"), "/bin/sh");
}

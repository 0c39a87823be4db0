// What may be typed behind bubblescope-run, and what is said of anything else.

#include "engine/launch/command_line.h"
#include "engine/launch/control_command.h"
#include "engine/launch/list_command.h"
#include "engine/launch/run_request.h"
#include "engine/launch/stop_command.h"

#include <gtest/gtest.h>

using namespace launch;

namespace {

plan::Result<CommandLine> parse(const std::vector<std::string>& arguments)
{
    return parseCommandLine(arguments);
}

RunRequest runOf(const std::vector<std::string>& arguments)
{
    return *parse(arguments)->asked->as<RunRequest>();
}

std::string errorOf(const std::vector<std::string>& arguments)
{
    const auto parsed = parse(arguments);
    return parsed ? "none" : parsed.error().message;
}

} // namespace

TEST(CommandLine, ReadsARunAndRefusesWhatDoesNotFit)
{
    const auto run = parse({"a.yaml", "--steps", "1000000", "--device=cuda", "--detach"});
    ASSERT_TRUE(run) << run.error().message;
    const auto& request = *run->asked->as<RunRequest>();
    EXPECT_EQ(request.steps, 1'000'000);
    EXPECT_EQ(request.device->kind, strategy::RunDeviceKind::Cuda);
    EXPECT_TRUE(request.detach);

    const std::vector<std::vector<std::string>> refused = {{},
                                                           {"--steps", "3"},
                                                           {"a", "b"},
                                                           {"a", "--steps", "0"},
                                                           {"a", "--steps", "1000001"},
                                                           {"a", "--steps", "-1"},
                                                           {"a", "--steps", "1e3"},
                                                           {"a", "--steps"},
                                                           {"a", "--steps", "1", "--steps", "2"},
                                                           {"a", "--device", "tpu"},
                                                           {"a", "--mca", "plm_rsh_agent"},
                                                           {"a", "--detach=yes"},
                                                           {"a", "--detach", "--json", "-"},
                                                           {"list", "x"},
                                                           {"stop"},
                                                           {"stop", "a", "--json", "-"},
                                                           {"attach", "a", "b"},
                                                           {"export", "a"},
                                                           {"export", "a", "--format", "svg"}};
    for (const auto& arguments : refused)
        EXPECT_FALSE(parse(arguments)) << (arguments.empty() ? "" : arguments.back());
    EXPECT_EQ(runOf({"--", "-x.yaml"}).strategy, "-x.yaml");
}

TEST(CommandLine, ReadsASlowdownOfAnyDevice)
{
    for (const char* device : {"emulated", "cpu"}) {
        const auto run = runOf({"a.yaml", "--device", device, "--slow", "2:5:1.5"});
        EXPECT_EQ(run.slow, (plan::Slowdown{.rank = 2, .step = 5, .factor = 1.5}));
    }
    EXPECT_FALSE(runOf({"a.yaml"}).slow);
}

TEST(CommandLine, ReadsWhatOnlyTrainingNeeds)
{
    const auto run = parse({"a.yaml", "--device", "cpu", "--threads", "4", "--resume", "/old",
                            "--flip-bit", "1:3:2F0"});
    ASSERT_TRUE(run) << run.error().message;
    const auto& request = *run->asked->as<RunRequest>();
    EXPECT_EQ(request.threads, 4);
    EXPECT_EQ(request.resume, "/old");
    ASSERT_TRUE(request.flip);
    EXPECT_EQ(request.flip->rank, 1);
    EXPECT_EQ(request.flip->step, 3);
    EXPECT_EQ(request.flip->op, plan::forward(2, 0));

    const auto refused = [](std::vector<std::string> more) {
        std::vector<std::string> all = {"a.yaml", "--device", "cpu"};
        all.insert(all.end(), more.begin(), more.end());
        return !parse(all);
    };
    for (const char* threads : {"0", "257", "-1", "two", "1.5", ""})
        EXPECT_TRUE(refused({"--threads", threads})) << threads;
    for (const char* flip : {"", "1", "1:2", "1:2:", "1:2:F0", "-1:2:0F0", "1:-2:0F0", "1:2:0X0",
                             "1:2:0F0:", "1048576:2:0F0", "1:1000000:0F0", ":::", "a:2:0F0"})
        EXPECT_TRUE(refused({"--flip-bit", flip})) << flip;
    for (const char* slow : {"", "1", "1:2", "1:2:", "1:2:1", "1:2:0.5", "1:2:101", "1:2:x",
                             "-1:2:2", "1048576:2:2", "1:1000000:2", "1:2:1.5:"})
        EXPECT_TRUE(refused({"--slow", slow})) << slow;
    for (const char* option : {"--threads", "--resume", "--flip-bit"}) {
        const auto emulated = parse({"a.yaml", option, "1"});
        ASSERT_FALSE(emulated);
    }
    EXPECT_EQ(errorOf({"a.yaml", "--threads", "1"}),
              "--threads goes with --device cpu or cuda only; see bubblescope-run --help");
    EXPECT_TRUE(runOf({"a.yaml", "--device", "cpu", "--take-turns"}).takeTurns);
    EXPECT_FALSE(request.takeTurns);
    EXPECT_EQ(runOf({"a.yaml", "--device", "cuda", "--messages", "host"}).messages, "host");
    EXPECT_EQ(runOf({"a.yaml", "--device", "cuda", "--messages", "auto"}).messages, "");
    EXPECT_FALSE(request.deterministic);
    EXPECT_TRUE(runOf({"a.yaml", "--device", "cuda", "--deterministic"}).deterministic);
    EXPECT_EQ(errorOf({"a.yaml", "--device", "cpu", "--deterministic"}),
              "--deterministic goes with --device cuda only; other devices always are; see "
              "bubblescope-run --help");
}

TEST(CommandLine, ReadsCommandsToARunAndChecksTheirForm)
{
    using Kind = telemetry::ControlCommand::Kind;
    const auto command = [](const std::vector<std::string>& arguments) {
        const auto parsed = parse(arguments);
        EXPECT_TRUE(parsed) << parsed.error().message;
        return *parsed->asked->as<ControlRequest>();
    };
    EXPECT_EQ(command({"pause", "last"}).run, "last");
    EXPECT_EQ(command({"pause", "last"}).command, (telemetry::ControlCommand{.kind = Kind::Pause}));
    EXPECT_EQ(command({"resume", "last"}).command.kind, Kind::Resume);
    EXPECT_EQ(command({"checkpoint", "last"}).command.kind, Kind::Checkpoint);
    EXPECT_TRUE(parse({"stop", "last", "--after-step"})->asked->as<StopRequest>()->afterStep);
    EXPECT_FALSE(parse({"stop", "last"})->asked->as<StopRequest>()->afterStep);
    EXPECT_EQ(command({"slow", "last", "3", "1.5"}).command,
              (telemetry::ControlCommand{.kind = Kind::Slow, .rank = 3, .factor = 1.5}));
    EXPECT_EQ(command({"swap", "last", "zb-h1"}).command,
              (telemetry::ControlCommand{.kind = Kind::Swap, .schedule = "zb-h1"}));

    const std::vector<std::vector<std::string>> refused = {{"pause"},
                                                           {"pause", "a", "b"},
                                                           {"resume"},
                                                           {"checkpoint"},
                                                           {"stop", "--after-step"},
                                                           {"slow", "a"},
                                                           {"slow", "a", "1"},
                                                           {"slow", "a", "-1", "2"},
                                                           {"slow", "a", "x", "2"},
                                                           {"slow", "a", "1", "0.5"},
                                                           {"slow", "a", "1", "nan"},
                                                           {"slow", "a", "1", "1001"},
                                                           {"slow", "a", "1", "2x"},
                                                           {"swap", "a"},
                                                           {"swap", "a", "../b"},
                                                           {"swap", "a", "A"},
                                                           {"pause", "a", "--after-step"}};
    for (const auto& arguments : refused)
        EXPECT_FALSE(parse(arguments)) << arguments.front() << " " << arguments.back();
}

TEST(CommandLine, SaysWhatIsWrongAndWhereToReadMore)
{
    const std::pair<std::vector<std::string>, std::string> refused[] = {
        {{}, "a strategy file or a command is needed; see bubblescope-run --help"},
        {{"a", "--steps"}, "--steps needs a value; see bubblescope-run --help"},
        {{"a", "--json="}, "--json needs a value; see bubblescope-run --help"},
        {{"a", "--record", ""}, "--record needs a value; see bubblescope-run --help"},
        {{"a", "--steps", "1", "--steps", "2"},
         "--steps is given more than once; see bubblescope-run --help"},
        {{"a", "--steps", "0"},
         "--steps: must be a whole number from 1 to 1000000, not '0'; see bubblescope-run --help"},
        {{"a", "--device", "tpu"},
         "--device: must be auto, emulated, cpu or cuda, not 'tpu'; see bubblescope-run --help"},
        {{"a", "--mca=x"}, "there is no option --mca; see bubblescope-run --help"},
        {{"a", "--detach=yes"}, "--detach takes no value; see bubblescope-run --help"},
        {{"a", "b"}, "unexpected argument b; see bubblescope-run --help"},
        {{"stop"}, "RUN is missing; see bubblescope-run stop --help"},
        {{"stop", "a", "--json", "-"},
         "there is no option --json; see bubblescope-run stop --help"},
        {{"attach", "a", "list"}, "unexpected argument list; see bubblescope-run attach --help"},
        {{"a", "--time-scale", "2", "--device", "cpu"},
         "--time-scale goes with --device emulated only; another takes the time it takes; see "
         "bubblescope-run --help"}};
    for (const auto& [arguments, sentence] : refused)
        EXPECT_EQ(errorOf(arguments), sentence);
}

// What follows a command is its own; what stands before one is no part of it.
TEST(CommandLine, ACommandComesFirst)
{
    EXPECT_EQ(errorOf({"a.yaml", "list"}),
              "the command list comes first; give a file of that name "
              "as ./list; see bubblescope-run list --help");
    EXPECT_EQ(errorOf({"--record", "x", "stop", "a"}),
              "the command stop comes first; give a file of that name as ./stop; see "
              "bubblescope-run stop --help");
    EXPECT_FALSE(parse({"stop", "a", "--", "--record", "x"}));
    EXPECT_EQ(parse({"stop", "list"})->asked->as<StopRequest>()->run, "list");
    EXPECT_EQ(runOf({"./list"}).strategy, "./list");
    EXPECT_TRUE(parse({"list", "--json"})->asked->as<ListRequest>()->json);
}

TEST(CommandLine, HelpIsOfTheCommand)
{
    const auto all = parse({"--help"});
    ASSERT_TRUE(all && !all->asked);
    for (const char* word : {"--time-scale", "recover", "Exit codes"})
        EXPECT_NE(all->help.find(word), std::string::npos) << word;
    const auto slow = parse({"slow", "--help"});
    ASSERT_TRUE(slow && !slow->asked);
    EXPECT_NE(slow->help.find("FACTOR"), std::string::npos);
    EXPECT_EQ(slow->help.find("--time-scale"), std::string::npos);
    const auto version = parse({"--version"});
    ASSERT_TRUE(version && !version->asked);
    EXPECT_TRUE(version->help.starts_with("bubblescope-run ")) << version->help;
}

// A request and the words that ask for it.

#include "engine/launch/command_line.h"
#include "engine/launch/run_arguments.h"

#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace launch;

namespace {

std::vector<std::string> again(const std::vector<std::string>& words)
{
    const auto line = parseCommandLine(words);
    EXPECT_TRUE(line) << (line ? "" : line.error().message);
    const RunRequest* const request = line && line->asked ? line->asked->as<RunRequest>() : nullptr;
    return request != nullptr ? argumentsOf(*request) : std::vector<std::string>();
}

// All there are, each with a value that is not its default.
const std::vector<std::vector<std::string>> kAll
    = {{"a.yaml",     "--steps",
        "7",          "--device",
        "cuda",       "--launcher",
        "srun",       "--hostfile",
        "h",          "--nodes",
        "2",          "--ranks-per-node",
        "4",          "--requeue",
        "--listen",   "ipc:///s",
        "--record",   "/r",
        "--json",     "/o",
        "--timeout",  "9",
        "--detach",   "--gpus-per-rank",
        "0.3",        "--deterministic",
        "--deep",     "--messages",
        "host",       "--take-turns",
        "--threads",  "5",
        "--resume",   "/c",
        "--flip-bit", "1:3:2F0",
        "--slow",     "2:0:1.5"},
       {"-x.yaml", "--steps", "10", "--device", "emulated", "--time-scale", "0.1"}};

} // namespace

TEST(RunArguments, AreThoseThatWereGiven)
{
    EXPECT_EQ(again(kAll[0]), kAll[0]);
    std::vector<std::string> dashed = kAll[1];
    dashed[0] = "./-x.yaml";
    std::vector<std::string> typed(kAll[1].begin() + 1, kAll[1].end());
    typed.insert(typed.end(), {"--", "-x.yaml"});
    EXPECT_EQ(again(typed), dashed);
    EXPECT_EQ(again({"a"}), (std::vector<std::string>{"a", "--steps", "10"}));
}

// An option that is added must be added there, too: a job would run without it.
TEST(RunArguments, LeaveNoOptionOut)
{
    std::set<std::string> known = {"--help", "--version"};
    for (const auto& words : kAll)
        for (const std::string& word : words)
            if (word.starts_with("--"))
                known.insert(word);
    const auto help = parseCommandLine({"--help"});
    std::istringstream words(help->help);
    int found = 0;
    for (std::string word; words >> word;) {
        word = word.substr(0, word.find_first_of(",=:"));
        // In the column of names, not in what is said of one.
        if (word.starts_with("--") && help->help.find("\n  " + word) != std::string::npos) {
            EXPECT_TRUE(known.contains(word)) << word;
            ++found;
        }
    }
    EXPECT_GE(found, 15) << help->help;
}

RC_GTEST_PROP(RunArguments, NumbersComeBackAsTheyWere, ())
{
    RunRequest request;
    request.strategy = "/a";
    request.device = &strategy::runDevice(strategy::RunDeviceKind::Emulated);
    request.timeScale = static_cast<float>(*rc::gen::inRange(1, 1'000'000)) / 997.0F;
    request.steps = *rc::gen::inRange<std::int64_t>(1, kMaxSteps + 1);
    const auto line = parseCommandLine(argumentsOf(request));
    RC_ASSERT(bool(line));
    RC_ASSERT(line->asked->as<RunRequest>()->timeScale == request.timeScale);
    RC_ASSERT(line->asked->as<RunRequest>()->steps == request.steps);
}

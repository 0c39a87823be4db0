// Recordings of released formats open, and give the numbers that they gave when they were made.

#include "engine/launch/watch_commands.h"
#include "tests/scratch_directory.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;

namespace {

namespace fs = std::filesystem;

nlohmann::json jsonAt(const fs::path& path)
{
    std::ifstream stream(path);
    return nlohmann::json::parse(stream, nullptr, false);
}

// All that `expected` says at `key`; a report may have learnt to say more.
void expectSays(const nlohmann::json& report, const nlohmann::json& expected,
                const std::string& key)
{
    ASSERT_TRUE(report.contains(key)) << key;
    const auto& then = expected.at(key);
    const auto& now = report.at(key);
    if (then.is_object()) {
        for (const auto& [name, value] : then.items())
            expectSays(now, then, name);
    } else if (then.is_array() && now.size() == then.size() && !then.empty()
               && then.front().is_object()) {
        for (std::size_t i = 0; i < then.size(); ++i)
            for (const auto& [name, value] : then[i].items())
                expectSays(now[i], then[i], name);
    } else {
        EXPECT_EQ(now, then) << key;
    }
}

class KeptRecordings : public testing::TestWithParam<const char*> {};

TEST_P(KeptRecordings, GiveTheNumbersTheyGave)
{
    const tests::ScratchDirectory scratch;
    const fs::path folder = fs::path(BUBBLESCOPE_RECORDINGS) / GetParam();
    const fs::path out = scratch.path() / "report.json";
    testing::internal::CaptureStderr();
    const ExitCode code = replayRun({.run = folder.string(), .json = out.string()}, Places{});
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(code, ExitCode::Good) << said;
    const auto expected = jsonAt(folder / "expected.json");
    const auto report = jsonAt(out);
    ASSERT_TRUE(expected.is_object() && report.is_object());
    for (const char* key : {"run", "device", "ranks", "predicted", "measured", "steps", "checks",
                            "telemetry", "outcome"})
        expectSays(report, expected, key);
}

INSTANTIATE_TEST_SUITE_P(Version2, KeptRecordings,
                         testing::Values("emulated", "training", "swapped", "killed"),
                         [](const auto& each) { return std::string(each.param); });

} // namespace

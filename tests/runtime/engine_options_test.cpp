#include "engine/runtime/engine_options.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace engine::test {
namespace {

plan::Result<EngineOptions> parse(const std::string& line)
{
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    std::vector<const char*> arguments;
    for (const auto& word : words)
        arguments.push_back(word.c_str());
    return parseEngineOptions(arguments);
}

std::string errorOf(const std::string& line)
{
    const auto options = parse(line);
    return options ? "none" : options.error().message;
}

TEST(EngineOptions, ReadsAll)
{
    const auto options = parse("a.yaml --endpoint ipc:///x/y --run 00ff1234deadbeef --steps 7 "
                               "--device emulated --timeout 30 --report --measure-clocks");
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->strategyFile, "a.yaml");
    EXPECT_EQ(options->endpoint, "ipc:///x/y");
    EXPECT_EQ(options->run, 0x00ff1234deadbeefULL);
    EXPECT_EQ(options->steps, 7);
    EXPECT_EQ(options->patience, std::chrono::seconds(30));
    EXPECT_TRUE(options->report);
    EXPECT_TRUE(options->measureClocks);
}

TEST(EngineOptions, WithoutTelemetryThereIsNoEndpoint)
{
    const auto options = parse("a.yaml --no-telemetry");
    ASSERT_TRUE(options);
    EXPECT_EQ(options->endpoint, "");
    EXPECT_EQ(options->steps, 1);
    EXPECT_FALSE(options->patience);
}

TEST(EngineOptions, SaysWhichArgumentIsWrong)
{
    EXPECT_EQ(errorOf(""), "name the strategy file to run");
    EXPECT_EQ(errorOf("a.yaml"), "give the collector's --endpoint, or --no-telemetry");
    EXPECT_EQ(errorOf("a.yaml --endpoint x --no-telemetry"),
              "give the collector's --endpoint, or --no-telemetry");
    EXPECT_EQ(errorOf("a.yaml b.yaml"), "one strategy file at a time, not also b.yaml");
    EXPECT_EQ(errorOf("a.yaml --mpi-args x"), "there is no option --mpi-args");
    EXPECT_EQ(errorOf("a.yaml --steps"), "--steps needs a value");
    for (const std::string steps : {"0", "-1", "1e3", "4x", "99999999999", "1000000001"})
        EXPECT_EQ(errorOf("a.yaml --steps " + steps),
                  "--steps " + steps + ": give a whole number from 1 to 1000000000");
    EXPECT_EQ(errorOf("a.yaml --timeout 0"), "--timeout 0: give a whole number from 1 to 86400");
    EXPECT_EQ(errorOf("a.yaml --run 11112222333344445"),
              "--run 11112222333344445: give the run's number, up to 16 hexadecimal digits");
    EXPECT_EQ(errorOf("a.yaml --device tpu"),
              "--device tpu: the devices this build has are emulated and cpu");
}

} // namespace
} // namespace engine::test

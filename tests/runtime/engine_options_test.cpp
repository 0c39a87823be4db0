#include "engine/runtime/engine_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
    arguments.reserve(words.size());
    for (const auto& word : words)
        arguments.push_back(word.c_str());
    return parseEngineOptions(arguments);
}

std::string errorOf(const std::string& line)
{
    const auto options = parse(line);
    if (options)
        return "none";
    const std::string& message = options.error().message;
    const std::string where = "; see bubblescope-engine --help";
    EXPECT_TRUE(message.ends_with(where)) << message;
    return message.substr(0, message.size() - std::min(where.size(), message.size()));
}

TEST(EngineOptions, ReadsAll)
{
    const auto options = parse("a.yaml --connection /r/connection.json --steps 7 "
                               "--device emulated --timeout 30 --report --measure-clocks");
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->strategyFile, "a.yaml");
    EXPECT_EQ(options->connection, "/r/connection.json");
    EXPECT_EQ(options->steps, 7);
    EXPECT_EQ(options->device, strategy::RunDeviceKind::Emulated);
    EXPECT_EQ(options->patience, std::chrono::seconds(30));
    EXPECT_TRUE(options->report);
    EXPECT_TRUE(options->measureClocks);
}

TEST(EngineOptions, WithoutTelemetryThereIsNoConnection)
{
    const auto options = parse("a.yaml --no-telemetry");
    ASSERT_TRUE(options);
    EXPECT_EQ(options->connection, "");
    EXPECT_EQ(options->steps, 1);
    EXPECT_FALSE(options->patience);
}

TEST(EngineOptions, SaysWhichArgumentIsWrong)
{
    EXPECT_EQ(errorOf(""), "name the strategy file to run");
    EXPECT_EQ(errorOf("a.yaml"), "give the run's --connection file, or --no-telemetry");
    EXPECT_EQ(errorOf("a.yaml --connection x --no-telemetry"),
              "give the run's --connection file, or --no-telemetry");
    EXPECT_EQ(errorOf("a.yaml b.yaml"), "unexpected argument b.yaml");
    EXPECT_EQ(errorOf("a.yaml --mpi-args x"), "there is no option --mpi-args");
    EXPECT_EQ(errorOf("a.yaml --steps"), "--steps needs a value");
    for (const std::string steps : {"0", "-1", "1e3", "4x", "99999999999", "1000000001"})
        EXPECT_EQ(errorOf("a.yaml --steps " + steps),
                  "--steps: must be a whole number from 1 to 1000000000, not '" + steps + "'");
    EXPECT_EQ(errorOf("a.yaml --timeout 0"),
              "--timeout: must be a whole number from 1 to 86400, not '0'");
    EXPECT_EQ(errorOf("a.yaml --device tpu"), "--device: must be emulated, cpu or cuda, not 'tpu'");
}

TEST(EngineOptions, ReadsWhatOnlyTrainingNeeds)
{
    const auto options
        = parse("a.yaml --no-telemetry --device cpu --threads 3 --checkpoints /c "
                "--resume /r --flight-records /f --flip-bit 1:12:2F0 --slow 2:0:1.5");
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->device, strategy::RunDeviceKind::Cpu);
    EXPECT_EQ(options->threads, 3);
    EXPECT_EQ(options->checkpoints, "/c");
    EXPECT_EQ(options->flightRecords, "/f");
    EXPECT_EQ(options->resume, "/r");
    ASSERT_TRUE(options->flip);
    EXPECT_EQ(options->flip->step, 12);
    EXPECT_EQ(options->slow, (plan::Slowdown{.rank = 2, .step = 0, .factor = 1.5}));
    EXPECT_EQ(options->gpusPerRank, 1);
    const auto shared = parse("a.yaml --no-telemetry --device cuda --gpus-per-rank 0.5");
    ASSERT_TRUE(shared) << shared.error().message;
    EXPECT_EQ(shared->device, strategy::RunDeviceKind::Cuda);
    EXPECT_EQ(shared->gpusPerRank, 0.5);
    EXPECT_FALSE(shared->deterministic);
    const auto ordered = parse("a.yaml --no-telemetry --device cuda --deterministic");
    ASSERT_TRUE(ordered) << ordered.error().message;
    EXPECT_TRUE(ordered->deterministic);
    EXPECT_EQ(errorOf("a.yaml --no-telemetry --device cpu --deterministic"),
              "--deterministic goes with --device cuda only: other devices always are");
    EXPECT_FALSE(shared->deep);
    const auto deep = parse("a.yaml --no-telemetry --device cuda --deep");
    ASSERT_TRUE(deep) << deep.error().message;
    EXPECT_TRUE(deep->deep);
    EXPECT_EQ(errorOf("a.yaml --no-telemetry --device cpu --deep"),
              "--deep goes with --device cuda only");
    EXPECT_EQ(shared->messages, GpuMessages::Auto);
    EXPECT_FALSE(shared->takeTurns);
    const auto host = parse("a.yaml --no-telemetry --device cuda --messages host --take-turns");
    ASSERT_TRUE(host) << host.error().message;
    EXPECT_EQ(host->messages, GpuMessages::Host);
    EXPECT_TRUE(host->takeTurns);
    EXPECT_TRUE(parse("a.yaml --no-telemetry --device cpu --take-turns"));
    EXPECT_EQ(errorOf("a.yaml --no-telemetry --device cpu --messages nccl"),
              "--messages goes with --device cuda only");
    EXPECT_EQ(errorOf("a.yaml --no-telemetry --take-turns"),
              "--take-turns goes with a device that trains only: others do not compute");
    EXPECT_EQ(errorOf("a.yaml --no-telemetry --device cuda --take-turns --messages nccl"),
              "--take-turns has messages go over the host, so --messages nccl does not go with it");
    EXPECT_EQ(errorOf("a.yaml --gpus-per-rank 2"),
              "--gpus-per-rank: must be a number from 0.01 to 1, not '2'");
}

TEST(EngineOptions, AnswersWithHelpAndVersion)
{
    const auto answer
        = [](const char* word) { return engineAnswer(std::array{word}).value_or("none"); };
    EXPECT_NE(answer("--help").find("--flip-bit RANK:STEP:OP"), std::string::npos);
    EXPECT_TRUE(answer("--version").starts_with("bubblescope-engine "));
    EXPECT_EQ(answer("a.yaml"), "none");
    EXPECT_EQ(answer("--helpless"), "none");
}

} // namespace
} // namespace engine::test

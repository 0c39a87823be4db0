// bubblescope-run --device cuda, on GPUs that are made up: real processes over a real MPI, whose
// GPUs and whose NCCL are not (tests/cuda/fakes).

#pragma once

#include "engine/launch/process_tree.h"
#include "tests/launch/cpu_strategy.h"
#include "tests/launch/until.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {

inline std::vector<double> losses(const nlohmann::json& report)
{
    std::vector<double> values;
    for (const nlohmann::json& step : report["steps"])
        values.push_back(step["loss"].get<double>());
    return values;
}

inline void expectNear(const std::vector<double>& actual, const std::vector<double>& expected)
{
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t step = 0; step < expected.size(); ++step)
        EXPECT_NEAR(actual[step], expected[step], 1e-4 * expected[step]) << "step " << step;
}

class GpuRun : public testing::Test {
protected:
    using Json = nlohmann::json;

    Finished train(const std::filesystem::path& file, const std::vector<std::string>& more,
                   const std::string& device = "cuda") const
    {
        std::vector<std::string> arguments{file, "--device", device};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return program.run(arguments);
    }

    // The report of a run that must come to its end.
    Json reportOf(const std::filesystem::path& file, const std::vector<std::string>& more,
                  const std::string& device = "cuda") const
    {
        std::vector<std::string> arguments = more;
        arguments.insert(arguments.end(), {"--json", "-"});
        const Finished run = train(file, arguments, device);
        EXPECT_EQ(run.code, 0) << run.err;
        Json report = Json::parse(run.out, nullptr, false);
        EXPECT_FALSE(report.is_discarded()) << run.out;
        return report;
    }

    // The processes of its ranks, in any order.
    static std::vector<pid_t> ranksOf(const std::string& run)
    {
        std::vector<pid_t> ranks;
        for (const auto& process : launch::processesOfRun(run)) {
            std::ifstream stream("/proc/" + std::to_string(process.pid) + "/comm");
            if (std::string name; std::getline(stream, name) && name == "bubblescope-eng")
                ranks.push_back(process.pid);
        }
        return ranks;
    }

    static Json jsonIn(const std::filesystem::path& file)
    {
        std::ifstream stream(file);
        return Json::parse(stream, nullptr, false);
    }

    Program program{BUBBLESCOPE_FAKE_GPU};
    std::filesystem::path strategy = write(program, "a.yaml");
};

} // namespace launch_test

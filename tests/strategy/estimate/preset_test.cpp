// The strategies that are called after published runs, held against what was published.

#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/yaml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace strategy {
namespace {

struct Published {
    const char* file;
    const char* what;
    double figure;
    double (*of)(const Estimate&);
    double tolerance; // a share of the figure: no more than the prediction is off, rounded up
};

double tokens(const Estimate& one) { return one.tokensPerSecond; }
double teraflops(const Estimate& one) { return one.modelTflopsPerDevice; }
double hardwareTeraflops(const Estimate& one)
{
    return one.modelTflopsPerDevice * one.hfu / one.mfu;
}
double utilisation(const Estimate& one) { return one.mfu; }
double step(const Estimate& one) { return one.stepSeconds; }

class Preset : public testing::TestWithParam<Published> {};

TEST_P(Preset, IsPredictedAsPublished)
{
    const Published& published = GetParam();
    const ReadResult read
        = readStrategyFile(std::string(BUBBLESCOPE_STRATEGIES) + "/" + published.file + ".yaml");
    ASSERT_TRUE(read.strategy);
    const auto estimated = estimate(*read.strategy);
    ASSERT_TRUE(estimated);
    EXPECT_TRUE(estimated->fits) << "it was run";
    const double off = published.of(*estimated) / published.figure - 1;
    RecordProperty("off_percent", std::to_string(100 * off));
    std::printf("%s: %s off by %+.1f %%\n", published.file, published.what, 100 * off);
    EXPECT_LE(std::abs(off), published.tolerance) << published.what;
}

INSTANTIATE_TEST_SUITE_P(
    Published, Preset,
    testing::Values(
        // arXiv 2412.19437, section 1: 180 K H800 hours a trillion tokens.
        Published{"deepseek-v3", "tokens/s", 1e12 * 2048 / (180e3 * 3600), tokens, 0.06},
        // arXiv 2407.21783, table 4: 430 TFLOP/s per device.
        Published{"llama3-405b", "TFLOP/s", 430, teraflops, 0.11},
        // arXiv 2211.05100, section 3.4: 156 TFLOP/s with what is computed again.
        Published{"bloom-176b", "TFLOP/s with recomputation", 156, hardwareTeraflops, 0.115},
        // arXiv 2205.05198, section 6.3: eight replicas of the model of table 5.
        Published{"mt-nlg-530b", "s a step", 39.15, step, 0.01},
        // arXiv 2205.05198, table 5: MFU of one replica.
        Published{"gpt3-175b", "MFU", 0.514, utilisation, 0.065},
        Published{"gpt-1t", "MFU", 0.563, utilisation, 0.085}),
    [](const auto& test) {
        std::string name = test.param.file;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

} // namespace
} // namespace strategy

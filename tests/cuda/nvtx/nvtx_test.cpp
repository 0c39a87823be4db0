// What a tool sees of a step on a GPU that is made up.

#include "engine/runtime/cuda/nvtx_ranges.h"
#include "tests/cuda/training_tests/fake_gpu.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>

namespace training {
namespace {

using Names = std::vector<std::string>;

// The tool of this process, which NVTX looks for once.
Names& seen()
{
    static Names* const names = [] {
        setenv("NVTX_INJECTION64_PATH", FAKE_TOOL, 1);
        void* const tool = dlopen(FAKE_TOOL, RTLD_NOW);
        if (tool == nullptr)
            throw std::runtime_error(dlerror());
        return reinterpret_cast<Names* (*)()>(dlsym(tool, "fakeRanges"))();
    }();
    names->clear();
    return *names;
}

TEST(Nvtx, RangesLieWithinOneAnotherAndAreNamedAsTheOps)
{
    const Names& ranges = seen();
    {
        gpu::NvtxRanges nvtx;
        const OpRange step(nvtx, OpRanges::Step{12});
        {
            const OpRange op(nvtx, plan::Op{1, plan::OpKind::Forward, 3});
            const OpRange collective(nvtx, "tp");
        }
        const OpRange optimizer(nvtx, "optimizer");
    }
    EXPECT_EQ(ranges,
              (Names{"Bubblescope: step 12", "Bubblescope: step 12/1F3",
                     "Bubblescope: step 12/1F3/tp", "Bubblescope: step 12/optimizer", "ended"}));
}

TEST(Nvtx, AToolSeesEveryOpOfAStep)
{
    const Names& ranges = seen();
    Names expected;
    const auto beforeStep = [&](TrainingRank& rank, int number) {
        const std::string step = "Bubblescope: step " + std::to_string(number);
        expected.push_back(step);
        for (const plan::Op& op : rank.setup().pipeline.schedule.order.at(0))
            expected.push_back(step + "/" + toText(op));
        expected.push_back(step + "/reduce gradients");
        expected.push_back(step + "/optimizer");
    };
    strategy::Strategy strategy = tinyStrategy();
    strategy.batch.micro = 2; // of 8 samples
    const Trained trained = train({.strategy = strategy,
                                   .steps = 2,
                                   .beforeStep = beforeStep,
                                   .device = gpuWith({.guarded = false})});
    ASSERT_EQ(trained.error, "");
    expected.emplace_back("ended");
    EXPECT_EQ(expected.size(), 2U * (1 + 2 * 4 + 2) + 1);
    EXPECT_EQ(ranges, expected);
}

} // namespace
} // namespace training

// The kernels of a GPU that is made up, traced by a CUPTI that is made up: every one is under the
// op that queued it.

#include "engine/runtime/cuda/cuda_device.h"
#include "engine/runtime/cuda/cupti_buffers.h"
#include "engine/runtime/cuda/cupti_trace.h"
#include "engine/runtime/training/failure.h"
#include "tests/cuda/cupti/fake_cupti.h"
#include "tests/cuda/fakes/streams.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace gpu {
namespace {

using engine::KernelActivity;
using engine::KernelNews;
using engine::QueuedBy;
using Lane = KernelActivity::Lane;

void* symbol(const char* library, const char* name)
{
    void* const opened = dlopen(library, RTLD_NOW);
    void* const found = opened != nullptr ? dlsym(opened, name) : nullptr;
    if (found == nullptr)
        throw std::runtime_error(dlerror());
    return found;
}

fake::Cupti& cupti()
{
    static auto* const made
        = reinterpret_cast<fake::Cupti* (*)()>(symbol(FAKE_CUPTI, "fakeCupti"))();
    return *made;
}

// Each look at it takes ten nanoseconds.
class Ticking final : public engine::Clock {
public:
    engine::Nanoseconds now() const override { return m_now += engine::Nanoseconds(10); }
    void sleepUntil(engine::Nanoseconds when) override { m_now = std::max(m_now, when); }

private:
    mutable engine::Nanoseconds m_now{};
};

class CuptiTest : public testing::Test {
protected:
    CuptiTest()
    {
        fake::Cupti& made = cupti();
        made.enableResult = 0;
        made.version = 0;
        made.ahead = 0;
        made.timestamp = 1000;
        made.takesBuffers = true;
        made.ran.clear();
        made.where = nullptr;
    }

    std::string whyNot(const std::string& library = FAKE_CUPTI)
    {
        const auto opened = CuptiTrace::open(waiting, library);
        return opened ? "" : opened.error().message;
    }
    std::unique_ptr<CuptiTrace> open()
    {
        auto opened = CuptiTrace::open(waiting, FAKE_CUPTI);
        EXPECT_TRUE(opened) << opened.error().message;
        return opened ? std::move(*opened) : nullptr;
    }
    // Queued and done at once.
    static void run(const fake::Activity& activity, std::int64_t start, std::int64_t end)
    {
        cupti().done(activity, cupti().queued(activity), start, end);
    }

    Ticking clock;
    engine::Waiting waiting{clock};
};

const fake::Activity kKernel{.name = "emulated", .stream = 3};

TEST_F(CuptiTest, AKernelHasItsOpItsTimesAndItsName)
{
    const auto trace = open();
    trace->beginStep(4);
    trace->begin({.step = 4});
    const QueuedBy op{.step = 4, .part = QueuedBy::Part::Op, .op = {1, plan::OpKind::Forward, 3}};
    trace->begin(op);
    run(kKernel, 1100, 1300);
    trace->end();
    run({.kind = fake::Activity::Kind::CopyIn, .stream = 3, .bytes = 64}, 1050, 1060);
    run({.kind = fake::Activity::Kind::Fill, .stream = 4, .bytes = 8}, 1310, 1320);
    trace->end();
    run(kKernel, 2000, 2001); // of no step
    const KernelNews news = trace->take();
    EXPECT_EQ(news.dropped, 0U);
    EXPECT_EQ(news.firstName, 0U);
    EXPECT_EQ(news.names,
              (std::vector<std::string>{"gpu::emulated<float>", "copy to the device", "fill"}));
    ASSERT_EQ(news.kernels.size(), 3U);
    EXPECT_EQ(news.kernels[0].by, QueuedBy{.step = 4});
    EXPECT_EQ(news.kernels[0].lane, Lane::Copy);
    EXPECT_EQ(news.kernels[0].bytes, 64U);
    EXPECT_EQ(news.kernels[1].by, op);
    EXPECT_EQ(news.kernels[1].lane, Lane::Compute);
    EXPECT_EQ(news.kernels[1].stream, 3U);
    EXPECT_EQ(news.kernels[2].lane, Lane::Copy);
    // The clock has been looked at for the third time, between 50 and 60 ns, when CUPTI's was 1000.
    EXPECT_EQ(news.kernels[1].start, engine::Nanoseconds(155));
    EXPECT_EQ(news.kernels[1].end, engine::Nanoseconds(355));
    const KernelNews later = trace->take();
    EXPECT_TRUE(later.kernels.empty());
    EXPECT_TRUE(later.names.empty());
    EXPECT_EQ(later.firstName, 3U);
}

TEST_F(CuptiTest, AKernelThatEndsLaterStillHasItsOp)
{
    const auto trace = open();
    trace->beginStep(0);
    trace->begin({.step = 0});
    const std::uint32_t call = cupti().queued(kKernel);
    trace->end();
    EXPECT_TRUE(trace->take().kernels.empty());
    cupti().done(kKernel, call, 1100, 1200);
    const KernelNews news = trace->take();
    ASSERT_EQ(news.kernels.size(), 1U);
    EXPECT_EQ(news.kernels[0].by, QueuedBy{.step = 0});
}

TEST_F(CuptiTest, WhatRunsInAStreamOfNcclIsCommunication)
{
    const auto trace = open();
    trace->begin({.step = 0});
    run({.name = "emulated", .stream = 5}, 1100, 1200);
    run({.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL", .stream = 5}, 1200, 1300);
    run(kKernel, 1300, 1400);
    cupti().timestamp = 1500;
    trace->end();
    const KernelNews news = trace->take();
    ASSERT_EQ(news.kernels.size(), 3U);
    EXPECT_EQ(news.kernels[0].lane, Lane::Communication);
    EXPECT_EQ(news.kernels[1].lane, Lane::Communication);
    EXPECT_EQ(news.kernels[2].lane, Lane::Compute);
    EXPECT_EQ(news.names[1], "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
}

TEST_F(CuptiTest, WhatNcclQueuesInAThreadOfItsOwnIsOfTheOpOfThatTime)
{
    constexpr const char* kNccl = "ncclDevKernel_SendRecv";
    const auto trace = open();
    const auto at = [](std::uint64_t time) { cupti().timestamp = time; };
    const auto runAt = [&](std::uint64_t time) {
        at(time);
        run({.name = kNccl}, 5000 + std::int64_t(time), 5001 + std::int64_t(time));
    };
    at(1000);
    trace->beginStep(0);
    trace->begin({.step = 0});
    runAt(1010);
    at(1020);
    trace->begin({.step = 0, .op = {.stage = 3}});
    runAt(1030);
    at(1040);
    trace->end();
    runAt(1050);
    at(1060);
    trace->end();
    runAt(1070); // belongs to nobody
    at(1080);
    trace->begin({.step = 0, .op = {.stage = 4}});
    runAt(1090);
    at(1100);
    trace->end();
    const KernelNews news = trace->take();
    std::vector<QueuedBy> by;
    for (const auto& kernel : news.kernels)
        by.push_back(kernel.by);
    EXPECT_EQ(by,
              (std::vector<QueuedBy>{{.step = 0},
                                     {.step = 0, .op = {.stage = 3}},
                                     {.step = 0},
                                     {.step = 0, .op = {.stage = 4}}}));
}

TEST_F(CuptiTest, WhatFindsNoBufferIsCounted)
{
    const auto trace = open();
    trace->begin({.step = 0});
    cupti().takesBuffers = false;
    for (int i = 0; i < 5; ++i)
        run(kKernel, 1100, 1200);
    EXPECT_EQ(trace->take().dropped, 15U); // each has its id, its call and itself
    cupti().takesBuffers = true;
    run(kKernel, 1100, 1200);
    const KernelNews news = trace->take();
    EXPECT_EQ(news.dropped, 0U);
    EXPECT_EQ(news.kernels.size(), 1U);
    trace->end();
}

// Buffers are handed out until so many are under way, and again when they have been read.
TEST_F(CuptiTest, MemoryIsBounded)
{
    const auto trace = open();
    trace->begin({.step = 0});
    const std::size_t tooMany
        = cupti::Buffers::kMost * cupti::Buffers::kBytes / sizeof(CUpti_ActivityKernel10);
    for (std::size_t i = 0; i < tooMany; ++i)
        run(kKernel, 1100, 1200);
    const KernelNews news = trace->take();
    EXPECT_GT(news.dropped, 0U);
    EXPECT_GT(news.kernels.size(), tooMany / 3);
    EXPECT_LT(news.kernels.size(), tooMany);
    run(kKernel, 1100, 1200);
    EXPECT_EQ(trace->take().kernels.size(), 1U);
    trace->end();
}

TEST_F(CuptiTest, ARefusalSaysWhoHasToAllowIt)
{
    EXPECT_NE(whyNot("libno-such-cupti.so").find("CUPTI cannot be loaded"), std::string::npos);
    cupti().version = CUPTI_API_VERSION - 1;
    EXPECT_NE(whyNot().find("and this program needs"), std::string::npos) << whyNot();
    cupti().version = 0;
    cupti().enableResult = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    EXPECT_NE(whyNot().find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
    cupti().enableResult = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    EXPECT_NE(whyNot().find("another tool traces this process"), std::string::npos);
    cupti().enableResult = CUPTI_ERROR_UNKNOWN;
    EXPECT_EQ(whyNot(), "kernels are not recorded: CUPTI does not start: CUPTI_ERROR_MADE_UP");
    cupti().enableResult = 0;
    const auto first = open();
    EXPECT_NE(whyNot().find("another rank of this process"), std::string::npos);
}

// The tool that NVTX loads (tests/cuda/nvtx) says which op the host was in, by another way.
std::string whereOfNvtx()
{
    static auto* const open
        = reinterpret_cast<std::string (*)()>(symbol(FAKE_TOOL, "fakeRangeOpen"));
    return open();
}

std::string toText(const QueuedBy& by)
{
    const std::string step = "Bubblescope: step " + std::to_string(by.step);
    switch (by.part) {
    case QueuedBy::Part::Op:
        return step + (by.again ? "/second run/" : "/") + plan::toText(by.op);
    case QueuedBy::Part::Reduction:
        return step + "/reduce gradients";
    case QueuedBy::Part::Optimizer:
        return step + "/optimizer";
    case QueuedBy::Part::Beside:
        return step;
    }
    return step;
}

struct Traced {
    std::string error;
    std::vector<KernelActivity> kernels;
    std::vector<std::string> names;
    std::uint64_t dropped = 0;
    std::string why; // there are none
};

Traced trained(const strategy::Strategy& strategy, int steps)
{
    Traced traced;
    training::Device* gpu = nullptr;
    const auto take = [&] {
        const auto news = gpu->takeKernels();
        if (!news)
            traced.why = news.error().message;
        if (!news || !*news)
            return;
        traced.kernels.insert(traced.kernels.end(), (*news)->kernels.begin(),
                              (*news)->kernels.end());
        traced.names.insert(traced.names.end(), (*news)->names.begin(), (*news)->names.end());
        traced.dropped += (*news)->dropped;
    };
    traced.error
        = training::train({.strategy = strategy,
                           .steps = steps,
                           .beforeStep =
                               [&](training::TrainingRank&, int step) {
                                   if (step > 0)
                                       take();
                               },
                           .device =
                               [&](const engine::Clock&, engine::Waiting& waiting) {
                                   fake::Device::own().reset({.guarded = false});
                                   auto device = training::must(training::CudaDevice::open(
                                       {.description = "made up", .cupti = FAKE_CUPTI}, waiting));
                                   fake::Device::own().setWatcher(&cupti());
                                   gpu = device.get();
                                   return device;
                               }})
              .error;
    return traced;
}

class DeepTest : public CuptiTest {
protected:
    DeepTest()
    {
        setenv("NVTX_INJECTION64_PATH", FAKE_TOOL, 1);
        cupti().timestamp = 0;
        cupti().ahead = 1'000'000'000'000'000;
        cupti().where = whereOfNvtx;
    }
};

TEST_F(DeepTest, EveryKernelOfEveryStepIsUnderWhatQueuedIt)
{
    strategy::Strategy strategy = training::tinyStrategy();
    strategy.batch.micro = 2;
    const Traced traced = trained(strategy, 4); // of which three are looked at
    ASSERT_EQ(traced.error, "");
    EXPECT_EQ(traced.why, "");
    EXPECT_EQ(traced.dropped, 0U);
    std::map<std::string, std::array<int, 2>> expected; // by where it was queued: kernels, copies
    for (const fake::Cupti::Ran& ran : cupti().ran)
        if (ran.around.find("step") != std::string::npos
            && ran.around.find("step 3") == std::string::npos)
            ++expected[ran.around][ran.activity.kind == fake::Activity::Kind::Kernel ? 0 : 1];
    std::map<std::string, std::array<int, 2>> actual;
    for (const KernelActivity& kernel : traced.kernels) {
        ++actual[toText(kernel.by)][kernel.lane == Lane::Copy ? 1 : 0];
        EXPECT_LE(kernel.start, kernel.end);
        EXPECT_LT(kernel.name, traced.names.size());
    }
    EXPECT_EQ(actual, expected);
    EXPECT_GE(expected.size(), 3U * (1 + 2 * 4 + 2));
}

TEST_F(DeepTest, ARunGoesOnWithoutItsKernels)
{
    cupti().enableResult = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    const Traced traced = trained(training::tinyStrategy(), 2);
    EXPECT_EQ(traced.error, "");
    EXPECT_TRUE(traced.kernels.empty());
    EXPECT_NE(traced.why.find("administrator"), std::string::npos);
}

} // namespace
} // namespace gpu

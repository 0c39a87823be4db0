// What a tool that watches a rank is told: every op of a step by its name, within the step, and the
// collectives within what has queued them.

#include "engine/runtime/cpu/cpu_device.h"
#include "tests/runtime/training/trained/training_plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

namespace training {
namespace {

using Names = std::vector<std::string>;

// Of one rank.
class Told final : public OpRanges {
public:
    void begin(Step step) override { add("step " + std::to_string(step.number)); }
    void begin(const plan::Op& op) override { add(toText(op)); }
    void begin(const char* name) override { add(name); }
    void end() override
    {
        ASSERT_FALSE(m_open.empty());
        m_open.pop_back();
    }

    bool allEnded() const { return m_open.empty(); }
    // Each with those around it: "step 0/0F1/tp".
    Names paths{};
    Names ops{}; // of the rank's schedule

private:
    void add(const std::string& name)
    {
        m_open.push_back(m_open.empty() ? name : m_open.back() + "/" + name);
        paths.push_back(m_open.back());
    }

    Names m_open;
};

class WatchedDevice final : public CpuDevice {
public:
    WatchedDevice(const engine::Clock& clock, Told& told)
        : CpuDevice(1, clock)
        , m_told(told)
    {
    }
    OpRanges& opRanges() override { return m_told; }

private:
    Told& m_told;
};

// Of all ranks, for two steps.
std::vector<std::unique_ptr<Told>> told(const strategy::Strategy& strategy)
{
    std::mutex mutex;
    std::vector<std::unique_ptr<Told>> all;
    static thread_local Told* own = nullptr;
    const Trained trained = train(
        {.strategy = strategy,
         .steps = 2,
         .beforeStep =
             [](TrainingRank& rank, int) {
                 const TrainingSetup& setup = rank.setup();
                 own->ops.clear();
                 for (const plan::Op& op :
                      setup.pipeline.schedule.order[static_cast<std::size_t>(setup.place.pipeline)])
                     own->ops.push_back(toText(op));
             },
         .device = [&](const engine::Clock& clock, engine::Waiting&) -> std::unique_ptr<Device> {
             const std::lock_guard lock(mutex);
             own = all.emplace_back(std::make_unique<Told>()).get();
             return std::make_unique<WatchedDevice>(clock, *own);
         }});
    EXPECT_EQ(trained.error, "");
    return all;
}

bool isCollective(const std::string& path)
{
    const std::string name = path.substr(path.rfind('/') + 1);
    return name == "tp" || name == "dp" || name == "world" || name == "copies";
}

// Of two steps, without collectives.
Names expected(const Names& ops)
{
    Names paths;
    for (const char* step : {"step 0", "step 1"}) {
        paths.emplace_back(step);
        for (const std::string& op : ops)
            paths.push_back(step + ("/" + op));
        paths.push_back(step + std::string("/reduce gradients"));
        paths.push_back(step + std::string("/optimizer"));
    }
    return paths;
}

TEST(OpRanges, OfAStepAreItsOpsWithTheirCollectives)
{
    strategy::Strategy strategy = tinyStrategy();
    pipe(strategy, 2, "1f1b");
    strategy.parallel.tensor = 2;
    strategy.parallel.data = 2;
    strategy.batch.micro = 1;
    const auto ranks = told(strategy);
    ASSERT_EQ(ranks.size(), 8U);
    for (const auto& rank : ranks) {
        EXPECT_TRUE(rank->allEnded());
        Names others;
        std::remove_copy_if(rank->paths.begin(), rank->paths.end(), std::back_inserter(others),
                            isCollective);
        EXPECT_EQ(others, expected(rank->ops));
        const auto has = [&](const std::string& path) {
            return std::find(rank->paths.begin(), rank->paths.end(), path) != rank->paths.end();
        };
        for (const std::string& op : rank->ops)
            EXPECT_TRUE(has("step 1/" + op + "/tp")) << op;
        // Between two ops, where the last gradient of a bucket has been made.
        EXPECT_TRUE(has("step 1/dp"));
        EXPECT_TRUE(has("step 1/reduce gradients/world"));
    }
}

TEST(OpRanges, SayWhichRunOfAnOpIsTheSecond)
{
    strategy::Strategy strategy = tinyStrategy();
    pipe(strategy, 2, "1f1b");
    strategy.batch.micro = 1;
    strategy.training.checkReruns = true;
    std::size_t again = 0;
    for (const auto& rank : told(strategy)) {
        EXPECT_TRUE(rank->allEnded());
        for (const std::string& path : rank->paths)
            again += path.find("/second run/") != std::string::npos;
    }
    EXPECT_GT(again, 0U);
}

} // namespace
} // namespace training

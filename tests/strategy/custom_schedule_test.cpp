// Schedules by hand: the strategy's file beside it, and what must agree.

#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/file.h"
#include "engine/strategy/yaml.h"

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace strategy {
namespace {

namespace fs = std::filesystem;

class CustomSchedule : public ::testing::Test {
protected:
    void SetUp() override
    {
        folder = fs::temp_directory_path()
            / ("custom-schedule-" + std::to_string(::getpid()) + '-'
               + ::testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder / "below");
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string write(const std::string& name, const std::string& text)
    {
        std::ofstream(folder / name) << text;
        return (folder / name).string();
    }

    // A strategy file with that line of extra keys and my.csv beside it.
    ReadResult read(const std::string& extra, const std::string& csv)
    {
        write("my.csv", csv);
        return readStrategyFile(write(
            "s.yaml", "bubblescope: 1\n" + extra + "\nschedule: {name: custom, file: my.csv}\n"));
    }

    fs::path folder;
};

constexpr const char* kTwo = "0F0,0F1,0B0,0B1\r\n1F0,1B0,1F1,1B1\r\n";

TEST_F(CustomSchedule, IsReadBesideItsStrategy)
{
    for (const CsvForm form : {CsvForm::ComputeOnly, CsvForm::Lowered}) {
        const auto made = plan::makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
        const auto result = read("parallel: {pipeline: 2}", toTorchCsv(*made, form));
        ASSERT_TRUE(result.strategy) << result.problems.front().sentence;
        EXPECT_EQ(result.strategy->schedule.file, (folder / "my.csv").string());
        const auto schedule = scheduleOf(*result.strategy);
        ASSERT_TRUE(schedule) << schedule.error().message;
        EXPECT_EQ(schedule->order, made->order);
    }
}

TEST_F(CustomSchedule, IsSavedRelativeToItsFolderAndWholeElsewhere)
{
    const auto result = read("parallel: {pipeline: 2}", kTwo);
    ASSERT_TRUE(result.strategy);
    const auto fileIn = [&](const char* name) {
        EXPECT_TRUE(saveStrategyFile((folder / name).string(), *result.strategy));
        return *readTextFile((folder / name).string(), 10'000);
    };
    EXPECT_NE(fileIn("copy.yaml").find("file: my.csv"), std::string::npos);
    EXPECT_NE(fileIn("below/copy.yaml").find((folder / "my.csv").string()), std::string::npos);
    for (const char* name : {"copy.yaml", "below/copy.yaml"}) {
        const auto again = readStrategyFile((folder / name).string());
        ASSERT_TRUE(again.strategy);
        EXPECT_EQ(*again.strategy, *result.strategy);
    }
}

TEST_F(CustomSchedule, MustAgreeWithTheStrategy)
{
    const auto problem = [&](const std::string& extra, const std::string& csv) {
        const auto result = read(extra, csv);
        if (result.problems.empty())
            return std::string("none");
        return result.problems.front().key + ": " + result.problems.front().sentence;
    };
    const std::string path = (folder / "my.csv").string();
    EXPECT_EQ(problem("parallel: {pipeline: 3}", kTwo),
              "schedule.file: " + path
                  + " has 2 ranks (rows), and parallel.pipeline is 3; make them equal");
    EXPECT_EQ(problem("parallel: {pipeline: 2, chunks: 2}", kTwo),
              "schedule.file: " + path
                  + " has 1 chunk per rank, and parallel.chunks is 2; make them equal");
    EXPECT_EQ(problem("parallel: {pipeline: 2}\nbatch: {global: 8}", kTwo),
              "schedule.file: " + path
                  + " has 2 microbatches, and batch.global / (micro x data) is 8; make them equal");
    EXPECT_EQ(problem("parallel: {pipeline: 2}", "0F0,0B0\n1F0,1Q0\n").substr(0, path.size() + 37),
              "schedule.file: " + path + ": row 2, column 2: '1Q");
    EXPECT_NE(problem("parallel: {pipeline: 2}", "0F0,0B0\n1B0,1F0\n").find("1B0"),
              std::string::npos);
    EXPECT_EQ(problem("parallel: {pipeline: 2}\ncosts: {forward: [1, 2]}", kTwo), "none");
    EXPECT_EQ(problem("parallel: {pipeline: 2}\ncosts: {forward: [1, 2, 3]}", kTwo).substr(0, 7),
              "costs: ");
}

TEST_F(CustomSchedule, NeedsAFile)
{
    const auto result
        = readStrategyFile(write("s.yaml", "bubblescope: 1\nschedule: {name: custom}\n"));
    ASSERT_FALSE(result.strategy);
    EXPECT_EQ(result.problems.front().key, "schedule.file");
    const auto missing = readScheduleCsv((folder / "none.csv").string());
    EXPECT_NE(missing.error().message.find("none.csv: cannot be opened"), std::string::npos);
}

TEST_F(CustomSchedule, AFileTooLargeToCheckIsCheckedWhenItIsAskedFor)
{
    // Two chunks per rank, which only the file knows, over 1 MiB.
    std::string rows[2];
    constexpr int kMicrobatches = 30'000;
    for (int mb = 0; mb < kMicrobatches; ++mb)
        for (const int stage : {0, 1, 2, 3})
            rows[stage % 2] += std::to_string(stage) + 'F' + std::to_string(mb) + ',';
    for (int mb = 0; mb < kMicrobatches; ++mb)
        for (const int stage : {3, 2, 1, 0})
            rows[stage % 2] += std::to_string(stage) + 'B' + std::to_string(mb) + ',';
    const std::string csv = rows[0] + "\n" + rows[1] + "\n";
    ASSERT_GT(csv.size(), std::size_t{1} << 20);
    const auto simulated = [&](const std::string& forward) {
        const auto result = read("parallel: {pipeline: 2}\ncosts: {forward: " + forward + "}", csv);
        EXPECT_TRUE(result.strategy) << result.problems.front().sentence;
        const auto schedule = scheduleOf(*result.strategy);
        EXPECT_TRUE(schedule) << schedule.error().message;
        const auto timeline = plan::simulate(*schedule, costsOf(*result.strategy));
        return timeline ? std::string("fits") : timeline.error().message;
    };
    EXPECT_EQ(simulated("[1, 2, 3, 4]"), "fits");
    EXPECT_EQ(simulated("[1, 2]"), "there are 2 costs for 4 stages");
}

} // namespace
} // namespace strategy

#include "engine/launch/private_file.h"
#include "engine/launch/run_name.h"
#include "engine/launch/run_record.h"
#include "tests/launch/scratch_directory.h"

#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

using namespace launch;

namespace {

RunRecord sample(const std::filesystem::path& directory)
{
    RunRecord record;
    record.run = "20260131-235959-1a2b";
    record.strategy = "/home/me/a \"b\"\n.yaml";
    record.strategyName = "8 ranks, 流水线";
    record.started = "2026-01-31T23:59:59Z";
    record.ranks = 8;
    record.steps = 1000000;
    record.device = "emulated";
    record.session = 0xffffffffffffffffULL;
    record.predictedSeconds = 0.165;
    record.predictedBubble = 3.0 / 11;
    record.directory = directory;
    record.viewerEndpoint = "ipc:///run/x/viewers";
    record.supervisor = ownIdentity();
    return record;
}

} // namespace

TEST(RunRecord, ReadsWhatItWrote)
{
    const launch_test::ScratchDirectory scratch;
    const RunRecord record = sample(scratch.path());
    ASSERT_TRUE(saveRunRecord(record));
    const auto read = loadRunRecord(scratch.path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, record);
}

TEST(RunRecord, OfADeadSupervisorIsLost)
{
    const launch_test::ScratchDirectory scratch;
    RunRecord record = sample(scratch.path());
    record.supervisor.startTicks += 1; // the same pid, used again
    ASSERT_TRUE(saveRunRecord(record));
    const auto read = loadRunRecord(scratch.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->state, RunState::Lost);

    record.state = RunState::Completed;
    ASSERT_TRUE(saveRunRecord(record));
    EXPECT_EQ(loadRunRecord(scratch.path())->state, RunState::Completed);
}

TEST(RunRecord, EveryMissingOrWrongFieldIsDamage)
{
    const std::string good = toJson(sample("/r"));
    auto whole = nlohmann::json::parse(good);
    whole.erase("ending"); // older records have none
    ASSERT_TRUE(parseRunRecord(whole.dump()));
    for (const auto& [key, value] : whole.items()) {
        auto without = whole;
        without.erase(key);
        EXPECT_FALSE(parseRunRecord(without.dump())) << key;
        auto wrong = whole;
        wrong[key] = nlohmann::json::array({-1});
        EXPECT_FALSE(parseRunRecord(wrong.dump())) << key;
    }
    auto newer = whole;
    newer["bubblescope_run"] = 2;
    EXPECT_FALSE(parseRunRecord(newer.dump()));
    auto escape = whole;
    escape["run"] = "../../etc";
    EXPECT_FALSE(parseRunRecord(escape.dump()));
    auto huge = whole;
    huge["ranks"] = 4294967296;
    EXPECT_FALSE(parseRunRecord(huge.dump()));
}

RC_GTEST_PROP(RunRecord, AnyBytesAreReadOrRefused, (const std::string& bytes))
{
    RC_ASSERT(!parseRunRecord(bytes));
}

TEST(RunRecord, EveryCutIsRefused)
{
    const std::string good = toJson(sample("/r"));
    for (std::size_t bytes = 0; bytes + 2 < good.size(); ++bytes)
        EXPECT_FALSE(parseRunRecord(std::string_view(good).substr(0, bytes))) << bytes;
}

TEST(RunName, IsSafeEverywhere)
{
    const auto name = runName(std::chrono::system_clock::from_time_t(1769903999), 0x1a2b);
    EXPECT_EQ(name, "20260131-235959-1a2b");
    EXPECT_TRUE(isRunName(name));
    for (const char* bad : {"", ".", "..", "-x", "a/b", "a b", "a\n", "a;b", "\xc3\xa4"})
        EXPECT_FALSE(isRunName(bad)) << bad;
    EXPECT_FALSE(isRunName(std::string(65, 'a')));
}

#include "engine/launch/private_file.h"
#include "engine/launch/run_name.h"
#include "engine/launch/run_record.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <cstdio>

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
    record.takesTurns = true;
    record.session = 0xffffffffffffffffULL;
    record.predicted = {.stepSeconds = 0.5,
                        .bubbleFraction = 3.0 / 11,
                        .source = "the cost model with profile a100",
                        .paced = true,
                        .timeScale = 43.1F,
                        .unscaledSeconds = 21.55,
                        .memory = {{.weights = 1,
                                    .gradients = 2,
                                    .optimizer = 3,
                                    .activations = 4,
                                    .buffers = 5,
                                    .other = 6,
                                    .peak = 7,
                                    .peakOp = "0F1"},
                                   {.peak = std::uint64_t{1} << 40}}};
    record.deep = true;
    record.paused = true;
    record.paceWarning = "the emulation could not keep up";
    record.unlogged = 51044;
    record.directory = directory;
    record.viewerEndpoint = "ipc:///run/x/viewers";
    record.supervisor = ownIdentity();
    return record;
}

} // namespace

TEST(RunRecord, ReadsWhatItWrote)
{
    const tests::ScratchDirectory scratch;
    const RunRecord record = sample(scratch.path());
    ASSERT_TRUE(saveRunRecord(record));
    const auto read = loadRunRecord(scratch.path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, record);
}

TEST(RunRecord, OfADeadSupervisorIsLost)
{
    const tests::ScratchDirectory scratch;
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

// As version 1 wrote it, which had no checksum.
nlohmann::json firstVersion(const RunRecord& record)
{
    auto object = nlohmann::json::parse(toJson(record));
    object["bubblescope_run"] = 1;
    for (const char* later :
         {"crc32c", "deep", "takes_turns", "paused", "ending", "pace_warning", "unlogged", "place"})
        object.erase(later);
    for (const char* later : {"source", "time_scale", "unscaled_step_seconds", "memory"})
        object["predicted"].erase(later);
    return object;
}

TEST(RunRecord, OfTheFirstVersionIsReadWithoutAChecksum)
{
    const auto read = parseRunRecord(firstVersion(sample("/r")).dump());
    ASSERT_TRUE(read) << read.error().message;
    RunRecord known = sample("/r");
    known.predicted
        = {.stepSeconds = 0.5, .bubbleFraction = 3.0 / 11, .paced = true}; // as it then was
    known.paceWarning.clear();
    known.unlogged = 0;
    known.takesTurns = false;
    known.deep = false;
    known.paused = false;
    known.place = {};
    EXPECT_EQ(*read, known);
}

TEST(RunRecord, ItsPlaceIsReadAsItWasWritten)
{
    RunRecord record = sample("/r");
    record.place = {.host = "n1",
                    .launcher = "srun",
                    .hosts = {{"n1", 3}, {"n2", 1}},
                    .job = "12",
                    .cluster = "big",
                    .batch = true,
                    .restarts = 2};
    const auto read = parseRunRecord(toJson(record));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->place, record.place);
    EXPECT_EQ(textOf(read->place), "n1 in job 12");
    auto json = nlohmann::json::parse(toJson(record));
    json["bubblescope_run"] = 1; // without a checksum
    json.erase("crc32c");
    for (const auto& [key, value] : json["place"].items()) {
        auto wrong = json;
        wrong["place"].erase(key);
        EXPECT_FALSE(parseRunRecord(wrong.dump())) << key;
    }
    json["place"]["hosts"][0]["name"] = "-oProxyCommand=x";
    EXPECT_FALSE(parseRunRecord(json.dump()));
}

// On another host: what is told of a process is not true there.
TEST(RunRecord, ARunOfAnotherHostIsNeverLost)
{
    const tests::ScratchDirectory scratch;
    RunRecord record = sample(scratch.path());
    record.state = RunState::Running;
    record.outcome.clear();
    record.ending.reset();
    record.paused = false;
    record.place.host = "another-host-than-this";
    record.supervisor.bootId = "11111111-2222-3333-4444-555555555555";
    ASSERT_TRUE(saveRunRecord(record));
    auto found = loadRunRecord(scratch.path());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->state, RunState::Running);
    EXPECT_EQ(found->elsewhere, Elsewhere::Lives);
    EXPECT_EQ(standingOf(*found), "running on another-host-than-this");
    EXPECT_TRUE(isLive(*found));
    // Its supervisor has not shown that it lives for an hour.
    const auto file = RunRecord::file(scratch.path());
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) - std::chrono::hours(1));
    found = loadRunRecord(scratch.path());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->state, RunState::Running);
    EXPECT_EQ(standingOf(*found), "silent on another-host-than-this");
    EXPECT_FALSE(isLive(*found));
    // The same of this host under an earlier boot: that is over.
    record.place.host = ownHostName();
    ASSERT_TRUE(saveRunRecord(record));
    found = loadRunRecord(scratch.path());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->state, RunState::Lost);
}

TEST(RunRecord, AFlagThatIsNoneIsDamage)
{
    auto json = nlohmann::json::parse(toJson(sample("/r")));
    EXPECT_EQ(json["takes_turns"], true);
    json["bubblescope_run"] = 1; // without a checksum
    json.erase("crc32c");
    ASSERT_TRUE(parseRunRecord(json.dump()));
    for (const char* key : {"deep", "takes_turns", "paused"}) {
        auto wrong = json;
        wrong[key] = 1;
        EXPECT_FALSE(parseRunRecord(wrong.dump())) << key;
    }
}

// Older records have of "other" memory only its buffers and all of it.
TEST(RunRecord, PartsOfOtherMemoryMayBeMissingAndMustBeRight)
{
    RunRecord record = sample("/r");
    record.predicted.messageBytes = 4096;
    record.predicted.memory = {{.weights = 7,
                                .buffers = 1,
                                .fragmented = 2,
                                .framework = 3,
                                .communicators = 4,
                                .buckets = 5,
                                .other = 15,
                                .peak = 22}};
    const auto whole = parseRunRecord(toJson(record));
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(whole->predicted, record.predicted);
    auto json = nlohmann::json::parse(toJson(record));
    json["bubblescope_run"] = 1; // without a checksum
    json.erase("crc32c");
    auto& memory = json["predicted"]["memory"][0];
    for (const char* key : {"fragmented", "framework", "communicators", "buckets"})
        memory.erase(std::string(key) + "_bytes");
    const auto older = parseRunRecord(json.dump());
    ASSERT_TRUE(older) << older.error().message;
    EXPECT_EQ(older->predicted.memory[0].other, 15U);
    EXPECT_EQ(older->predicted.memory[0].buckets, 0U);
    memory["buckets_bytes"] = "many";
    EXPECT_FALSE(parseRunRecord(json.dump()));
}

TEST(RunRecord, EveryMissingOrWrongFieldIsDamage)
{
    const auto whole = firstVersion(sample("/r"));
    for (const auto& [key, value] : whole.items()) {
        auto without = whole;
        without.erase(key);
        EXPECT_FALSE(parseRunRecord(without.dump())) << key;
        auto wrong = whole;
        wrong[key] = nlohmann::json::array({-1});
        EXPECT_FALSE(parseRunRecord(wrong.dump())) << key;
    }
    auto deep = whole; // may be missing, and must be right where it is there
    deep["deep"] = 1;
    EXPECT_FALSE(parseRunRecord(deep.dump()));
    auto memory = whole;
    memory["predicted"]["memory"] = nlohmann::json::array({{{"peak_bytes", 1}}});
    EXPECT_FALSE(parseRunRecord(memory.dump()));
    auto escape = whole;
    escape["run"] = "../../etc";
    EXPECT_FALSE(parseRunRecord(escape.dump()));
    auto huge = whole;
    huge["ranks"] = 4294967296;
    EXPECT_FALSE(parseRunRecord(huge.dump()));
    std::string twice = whole.dump();
    twice.insert(twice.size() - 1, R"(,"outcome":"completed")");
    EXPECT_FALSE(parseRunRecord(twice));
}

TEST(RunRecord, OfANewerVersionIsRefusedInASentence)
{
    auto newer = nlohmann::json::parse(toJson(sample("/r")));
    newer["bubblescope_run"] = 3;
    const auto read = parseRunRecord(newer.dump());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "is of version 3 of the format, and this program reads up to version 2; use a newer "
              "one, or it is damaged");
}

TEST(RunRecord, NoFlippedBitChangesWhatIsRead)
{
    const RunRecord record = sample("/r");
    const std::string good = toJson(record);
    std::size_t same = 0;
    for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
        std::string bad = good;
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
        const auto read = parseRunRecord(bad);
        ASSERT_TRUE(!read || *read == record) << "bit " << bit << " of\n" << bad;
        same += read ? 1 : 0;
    }
    std::printf("%zu flipped bits: %zu told, %zu the same text (\\u6D41 for \\u6d41)\n",
                good.size() * 8, good.size() * 8 - same, same);
}

TEST(RunRecord, AKeyThatIsNotKnownIsLeftAlone)
{
    auto more = firstVersion(sample("/r"));
    more["added_later"] = {{"nested", true}};
    EXPECT_TRUE(parseRunRecord(more.dump()));
}

TEST(RunRecord, IsPlainAscii)
{
    RunRecord record = sample("/r");
    // NOLINTNEXTLINE(misc-misleading-bidirectional): that is the point
    record.strategyName = "a\x1b[2J\u202e流\x7f";
    const std::string text = toJson(record);
    EXPECT_TRUE(std::all_of(text.begin(), text.end(),
                            [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    EXPECT_EQ(parseRunRecord(text)->strategyName, record.strategyName);
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

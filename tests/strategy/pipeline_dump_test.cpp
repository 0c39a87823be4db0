#include "engine/strategy/json_tree.h"
#include "engine/strategy/pipeline_dump.h"

#include "tests/scratch_directory.h"
#include "tests/strategy/dump_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace strategy {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::string problemOf(const std::string& text, std::size_t ops = 2)
{
    const ReadRankDump read = readRankDump(text, ops);
    return read.problem ? toText("d.json", *read.problem) : "";
}

std::string configProblem(const std::string& text)
{
    const ReadDumpConfig read = readDumpConfig(text);
    return read.problem ? toText("c.json", *read.problem) : "";
}

// An iteration of two microbatches in which one list is another.
std::string withList(const std::string& name, const std::string& list)
{
    std::string text = R"({"3": {"total": 9)";
    for (const auto& [key, usual] : std::map<std::string, std::string>{{"fwd_start", "[0, 1]"},
                                                                       {"fwd_end", "[1, 2]"},
                                                                       {"bwd_start", "[3, 5]"},
                                                                       {"bwd_end", "[5, 7.5]"}})
        text += ",\n\"" + key + "\": " + (key == name ? list : usual);
    return text + "}}";
}

TEST(RankDump, ReadsEveryTimeToTheNanosecond)
{
    const ReadRankDump read = readRankDump(withList("fwd_end", "[1, 1.234567]"), 2);
    ASSERT_FALSE(read.problem) << read.problem->sentence;
    ASSERT_EQ(read.iterations.size(), 1u);
    const plan::RankTimes& times = read.iterations.at(3).times;
    EXPECT_EQ(times.forwards, (std::vector<plan::TimeRange>{{0ns, 1ms}, {1ms, 1234567ns}}));
    EXPECT_EQ(times.backwards, (std::vector<plan::TimeRange>{{3ms, 5ms}, {5ms, 7500us}}));
    EXPECT_EQ(times.end, 9ms);
    EXPECT_FALSE(read.iterations.at(3).memoryGb);
}

TEST(RankDump, ComesBackFromWhatIsWritten)
{
    const plan::RankTimes times{{{0ns, 3us}, {5us, 17001ns}}, {{20us, 1s}, {1s, 2s}}, 2500ms};
    const ReadRankDump read = readRankDump(dump_test::dumpText({{7, times}, {12, times}}), 2);
    ASSERT_FALSE(read.problem) << read.problem->sentence;
    EXPECT_EQ(read.iterations.at(7).times, times);
    EXPECT_EQ(read.iterations.at(12).times, times);
    EXPECT_EQ(read.iterations.at(12).memoryGb, 12.5);
}

TEST(RankDump, SaysWhichEntryIsNoTime)
{
    EXPECT_EQ(problemOf(withList("fwd_start", "[0,\n -3.25]")),
              "d.json:6: 3.fwd_start[1]: is -3.25; times count from the iteration's begin, so none "
              "is negative");
    EXPECT_EQ(problemOf(withList("bwd_end", "[5, 1e12]")),
              "d.json:2: 3.bwd_end[1]: is 1e+12 ms; no step takes over 1e9, eleven days");
    EXPECT_EQ(problemOf(withList("fwd_start", "[0, NaN]")),
              "d.json:5: 3.fwd_start[1]: is NaN; only numbers can be read, so leave out what was "
              "not measured");
    EXPECT_EQ(problemOf(withList("fwd_start", "[-Infinity, 0]")),
              "d.json:5: 3.fwd_start[0]: is -Infinity; only numbers can be read, so leave out what "
              "was not measured");
    EXPECT_EQ(problemOf(withList("fwd_start", "[0, 1e999]")),
              "d.json:5: 3.fwd_start[1]: is 1e999, more than any number may be");
    EXPECT_EQ(problemOf(withList("fwd_start", "[0, \"1\"]")),
              "d.json:5: 3.fwd_start[1]: is not a number; only times in milliseconds can be read");
    EXPECT_EQ(problemOf(withList("fwd_start", "[[0, 1], 1]")),
              "d.json:5: 3.fwd_start[0]: is not a number; only times in milliseconds can be read");
    EXPECT_EQ(problemOf(withList("fwd_start", "null")),
              "d.json:5: 3.fwd_start: is null, and a list of times is needed");
}

TEST(RankDump, SaysWhatIsOutOfOrderOrCutOff)
{
    EXPECT_EQ(
        problemOf(withList("fwd_start", "[0]")),
        "d.json:5: 3.fwd_start: has 1 entries, and num_mbs times vp_size of config.json is 2; "
        "the list is cut off, or the config is of another run");
    EXPECT_EQ(problemOf(withList("fwd_end", "[1, 0.5]")),
              "d.json:4: 3.fwd_end[1]: is 0.5, before the op begins at 1");
    EXPECT_EQ(problemOf(withList("bwd_start", "[3, 4]")),
              "d.json:3: 3.bwd_start[1]: is 4, before the entry ahead of it ends at 5; entries "
              "stand in the order in which they ran");
    EXPECT_EQ(problemOf(withList("bwd_end", "[5, 9.5]")),
              "d.json:1: 3.total: is 9, before the last op ends at 9.5");
    const std::string whole = withList("", "");
    EXPECT_NE(problemOf(whole.substr(0, 60)).find("ends in the middle"), std::string::npos);
    EXPECT_NE(problemOf(whole + "x").find("d.json:5: file: is no JSON from 'x' on"),
              std::string::npos);
}

TEST(RankDump, SaysWhatTheMapLacksOrHasTwice)
{
    EXPECT_EQ(problemOf("{\"3\": {\"fwd_start\": []}}"),
              "d.json:1: 3.fwd_start: has 0 entries, and "
              "num_mbs times vp_size of config.json is 2; the list is cut off, or the config is of "
              "another run");
    EXPECT_EQ(problemOf("{\"3\": {\"total\": 1}}"), "d.json:1: 3: lacks the list 'fwd_start'");
    EXPECT_EQ(problemOf("{\"3\": 4}"),
              "d.json:1: 3: is a number, and an iteration is a map of lists");
    EXPECT_EQ(problemOf("{\"-3\": {}}"),
              "d.json:1: -3: is not an iteration; the keys of a dump are whole numbers such as 12");
    EXPECT_EQ(problemOf("{\"\": {}}"),
              "d.json:1: '': is not an iteration; the keys of a dump are whole numbers such as 12");
    EXPECT_EQ(problemOf("{\"99999999999\": {}}"),
              "d.json:1: 99999999999: is not an iteration; the keys of a dump are whole numbers "
              "such as 12");
    EXPECT_EQ(problemOf("{}"), "d.json:1: file: holds no iteration; dump at least one");
    EXPECT_EQ(problemOf("[1]"), "d.json:1: file: is a list, and a dump is a map of iterations");
    EXPECT_EQ(problemOf("{\"3\": {},\"4\": {},\n\"3\": {}}"),
              "d.json:2: 3: has the key '3' twice; leave one of them");
    std::string twice = withList("", "");
    twice.insert(twice.find("\n\"fwd_end"), "\n\"fwd_end\": [1, 2],");
    EXPECT_EQ(problemOf(twice),
              "d.json:5: 3.fwd_end: has the key 'fwd_end' twice; leave one of them");
    std::string text = withList("", "");
    text.replace(text.find('9'), 1, "\"9\"");
    EXPECT_EQ(problemOf(text), "d.json:1: 3.total: is text, and a number is needed");
}

TEST(RankDump, UnreadKeysAreToldOnceAndWalkedOver)
{
    std::string text = withList("", "");
    text.insert(text.rfind("}}"), R"(, "extra": {"deep": [[{}], 3]})");
    const ReadRankDump read = readRankDump(text, 2);
    EXPECT_FALSE(read.problem);
    EXPECT_EQ(read.ignored, std::vector<std::string>{"extra"});
}

TEST(RankDump, NestingIsBounded)
{
    const std::string deep(200'000, '[');
    EXPECT_NE(problemOf("{\"3\": {\"extra\": " + deep).find("is nested deeper than 64 levels"),
              std::string::npos);
    EXPECT_NE(problemOf(deep).find("is nested deeper than 64 levels"), std::string::npos);
}

TEST(RankDump, KeysAreBounded)
{
    std::string text = "{";
    for (std::size_t i = 0; i <= kMaxTreeKeys; ++i)
        text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    EXPECT_NE(problemOf(text + "}").find("has more than 200000 keys"), std::string::npos);
}

TEST(DumpConfig, SizesMultiplyToTheWorld)
{
    const ReadDumpConfig read = readDumpConfig(
        R"({"world_size": 32, "pp_size": 4, "vp_size": 2, "dp_size": 2, "tp_size": 4, "num_mbs": 8,
            "train_iters": 20, "seed": 3})");
    ASSERT_FALSE(read.problem) << read.problem->sentence;
    EXPECT_EQ(read.config.shape, (plan::Shape{4, 2, 8, 1}));
    EXPECT_EQ(read.config.data, 2);
    EXPECT_EQ(read.config.iterations, 20);
    EXPECT_EQ(read.ignored, std::vector<std::string>{"seed"});
    EXPECT_EQ(configProblem(R"({"pp_size": 4, "num_mbs": 8, "vp_size": null})"), "");
    EXPECT_EQ(
        configProblem(R"({"world_size": 8, "pp_size": 4, "num_mbs": 8})"),
        "c.json:1: world_size: is 8, and pp_size times dp_size times tp_size times cp_size is 4");
}

TEST(DumpConfig, SaysWhatIsNoSize)
{
    EXPECT_EQ(configProblem("{\"num_mbs\": 8}"),
              "c.json:1: pp_size: lacks; without it the lists have no meaning");
    EXPECT_EQ(configProblem("{\"num_mbs\": 8,\n\"pp_size\": 2.5}"),
              "c.json:2: pp_size: is 2.5; it must be a whole number from 1 to 16777216");
    EXPECT_EQ(configProblem("{\"num_mbs\": 0, \"pp_size\": 2}"),
              "c.json:1: num_mbs: is 0; it must be a whole number from 1 to 16777216");
    EXPECT_EQ(configProblem("{\"num_mbs\": \"8\", \"pp_size\": 2}"),
              "c.json:1: num_mbs: is text, and a whole number is needed");
    EXPECT_EQ(configProblem("{\"num_mbs\": 1, \"pp_size\": 5000}"),
              "c.json:1: pp_size: is 5000; at most 4096 ranks are read");
    EXPECT_NE(configProblem("{\"num_mbs\": 16777216, \"pp_size\": 1048576}"), "");
}

TEST(DumpConfig, SaysWhichClocksAreOne)
{
    const ReadDumpConfig read = readDumpConfig(
        R"({"pp_size": 3, "num_mbs": 8, "clocks": [4, 4, 0], "clocks_run_on": 1})");
    ASSERT_FALSE(read.problem) << read.problem->sentence;
    EXPECT_EQ(read.config.clocks, (std::vector<int>{4, 4, 0}));
    EXPECT_TRUE(read.config.clocksRunOn);
    EXPECT_TRUE(read.ignored.empty());
    EXPECT_FALSE(readDumpConfig(R"({"pp_size": 3, "num_mbs": 8})").config.clocksRunOn);
    const auto with = [](const char* what) {
        return configProblem(R"({"pp_size": 2, "num_mbs": 8, )" + std::string(what) + "}");
    };
    EXPECT_EQ(with(R"("clocks": [1])"), "c.json:1: clocks: has 1 entries, and pp_size is 2");
    EXPECT_EQ(
        with(R"("clocks": [1, 0.5])"),
        "c.json:1: clocks: holds 0.5; a clock's number must be a whole one from 0 to 16777216");
    EXPECT_EQ(with(R"("clocks": ["a", "a"])"),
              "c.json:1: clocks: is no list of numbers; give each rank's clock a number");
    EXPECT_EQ(with(R"("clocks": 1)"),
              "c.json:1: clocks: is no list of numbers; give each rank's clock a number");
    EXPECT_EQ(with(R"("clocks_run_on": 2)"), "c.json:1: clocks_run_on: must be 0 or 1");
}

class PipelineDumpFolder : public ::testing::Test {
protected:
    PipelineDumpFolder()
    {
        write("config.json", R"({"pp_size": 2, "num_mbs": 2, "train_iters": 5})");
        for (const char* name : {"pp_rank_0.json", "pp_rank_1.json"})
            write(name, withList("", ""));
    }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder / name) << text;
    }
    std::string error() const
    {
        const auto read = readPipelineDump(folder.string());
        return read ? "" : read.error().message;
    }
    std::string at(const std::string& name) const { return (folder / name).string(); }

    const tests::ScratchDirectory scratch;
    const fs::path folder = scratch.path();
};

TEST_F(PipelineDumpFolder, IsReadWhole)
{
    EXPECT_TRUE(isPipelineDump(folder.string()));
    const auto read = readPipelineDump(folder.string());
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->iterations.size(), 1u);
    EXPECT_EQ(read->iterations[0].number, 3);
    EXPECT_EQ(read->iterations[0].ranks.size(), 2u);
    EXPECT_EQ(
        read->notes,
        std::vector<std::string>{"config.json says train_iters 5, and 1 iterations were dumped"});
}

TEST_F(PipelineDumpFolder, SaysWhatTheOpsAreOfAllOrOfNone)
{
    const auto writeWith = [&](const char* name, const char* what) {
        std::string text = withList("", "");
        text.insert(text.rfind("}}"), what);
        write(name, text);
    };
    for (const char* name : {"pp_rank_0.json", "pp_rank_1.json"})
        writeWith(name, R"(, "fwd_microbatch": [1, 0], "bwd_microbatch": [0, 1])");
    const auto read = readPipelineDump(folder.string());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->notes.size(), 1u);
    const plan::RankTimes& times = read->iterations[0].ranks[1].times;
    EXPECT_EQ(times.forwardOps, (std::vector<plan::TracedOp>{{0, 1}, {0, 0}}));
    EXPECT_EQ(times.backwardOps, (std::vector<plan::TracedOp>{{0, 0}, {0, 1}}));

    const auto problemWith = [&](const char* what) {
        writeWith("pp_rank_1.json", what);
        const std::string message = error();
        const std::string begin = at("pp_rank_1.json") + ": iteration 3 ";
        return message.substr(message.find(begin) == 0 ? begin.size() : 0);
    };
    const std::string lacks
        = "names microbatches where others do not; name those of all forwards and "
          "backwards, or of none";
    EXPECT_EQ(problemWith(""), lacks);
    EXPECT_EQ(problemWith(R"(, "fwd_microbatch": [1, 0])"), lacks);
    EXPECT_EQ(problemWith(R"(, "fwd_microbatch": [1, 1], "bwd_microbatch": [0, 1])"),
              "names microbatch 1 of chunk 0 twice, and it runs forward and backward once");
    EXPECT_EQ(
        problemWith(R"(, "fwd_microbatch": [1, 0], "fwd_chunk": [0, 1], "bwd_microbatch": [0, 1])"),
        "names microbatch 0 of chunk 1, and config.json says num_mbs 2 and vp_size 1");
    EXPECT_NE(problemWith(R"(, "fwd_microbatch": [1, 2], "bwd_microbatch": [0, 1])")
                  .find("3.fwd_microbatch[1]: is 2; it must be a whole number from 0 to 1"),
              std::string::npos);
}

TEST_F(PipelineDumpFolder, UnreadKeysAreToldOnceOverAllRanks)
{
    for (const char* name : {"pp_rank_0.json", "pp_rank_1.json"}) {
        std::string text = withList("", "");
        text.insert(text.rfind("}}"), ", \"extra\": 1");
        write(name, text);
    }
    write("config.json", R"({"pp_size": 2, "num_mbs": 2, "seed": 5})");
    const auto read = readPipelineDump(folder.string());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->notes,
              (std::vector<std::string>{"config.json: 'seed' is not read",
                                        "pp_rank_0.json: 'extra' is not read"}));
}

TEST_F(PipelineDumpFolder, EveryRankMustBeThere)
{
    fs::remove(folder / "pp_rank_1.json");
    EXPECT_EQ(error(),
              at("pp_rank_1.json")
                  + ": cannot be opened: No such file or directory; config.json says pp_size 2");
    for (const char* name : {"pp_rank_1.json", "pp_rank_2.json"})
        write(name, withList("", ""));
    EXPECT_EQ(error(),
              at("pp_rank_2.json")
                  + ": is there, and config.json says pp_size 2; the two are of different runs");
    fs::remove(folder / "config.json");
    EXPECT_EQ(error().find(at("config.json") + ": cannot be opened"), 0u);
}

TEST_F(PipelineDumpFolder, EveryRankMustHaveTheSameIterations)
{
    std::string other = withList("", "");
    other.replace(other.find('3'), 1, "4");
    write("pp_rank_1.json", other);
    EXPECT_EQ(error(),
              at("pp_rank_1.json")
                  + ": lacks iteration 3, which pp_rank_0.json has; every rank must have it");
    std::string both = withList("", "");
    both.replace(both.rfind('}'), 1, ',' + other.substr(1));
    write("pp_rank_1.json", both);
    EXPECT_EQ(error(),
              at("pp_rank_1.json")
                  + ": has iteration 4, which pp_rank_0.json lacks; every rank must have it");
}

TEST_F(PipelineDumpFolder, OtherFilesAreNoDumps)
{
    write("pp_rank_1.json", withList("fwd_end", "[1, true]"));
    EXPECT_EQ(error(),
              at("pp_rank_1.json")
                  + ":4: 3.fwd_end[1]: is not a number; only times in milliseconds can be read");
    fs::remove(folder / "pp_rank_1.json");
    fs::create_directory(folder / "pp_rank_1.json");
    EXPECT_EQ(error().find(at("pp_rank_1.json") + ": is not a regular file"), 0u);
    EXPECT_FALSE(isPipelineDump((folder / "pp_rank_1.json").string()));
    EXPECT_FALSE(isPipelineDump("/nonexistent"));
}

} // namespace
} // namespace strategy

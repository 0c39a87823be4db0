// Documents as flat settings, read strictly: the notations in which other parsers see a
// different number are refused, with their line.

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/importing.h"
#include "engine/strategy/field_access.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

std::vector<std::string> toldOf(std::string_view text)
{
    Importing importing(readSettings(text));
    importing.into("parallel.tensor", "a.tp");
    importing.into("training.learning_rate", "a.lr");
    importing.into("parallel.sequence", "a.sp");
    std::vector<std::string> lines;
    for (const Problem& problem : importing.finish().problems)
        lines.push_back(toText("f", problem));
    return lines;
}

std::string firstTold(std::string_view text)
{
    const auto lines = toldOf(text);
    return lines.empty() ? "" : lines.front();
}

TEST(Settings, ScalarsOfOtherNotationsAreRefusedWithTheirLine)
{
    for (const char* number : {"010", "0x10", "\"8\"", "8.0", "1e3", "1_000", "4294967296",
                               "99999999999999999999", "65537", "0", "eight", "[8]", "{}"}) {
        const std::string text = "x: 1\na:\n  tp: " + std::string(number) + "\n";
        EXPECT_TRUE(firstTold(text).starts_with("f:3: a.tp: must be a whole number"))
            << number << ": " << firstTold(text);
    }
    EXPECT_EQ(firstTold("a:\n  tp: 8\n"), "");
    for (const char* word : {"yes", "on", "1", "\"true\""})
        EXPECT_TRUE(firstTold("a:\n  sp: " + std::string(word) + "\n")
                        .starts_with("f:2: a.sp: must be true or false"))
            << word;
    EXPECT_EQ(firstTold("a:\n  sp: True\n"), "");
}

TEST(Settings, LearningRatesMayHaveAnExponent)
{
    for (const char* rate : {"1e-3", "1.0e-3", "1E-03", "0.001", "1.e-3", ".001", "0.1e-2"}) {
        Importing importing(readSettings("lr: " + std::string(rate) + "\n"));
        EXPECT_TRUE(importing.into("training.learning_rate", "lr")) << rate;
        EXPECT_EQ(importing.strategy.training.learningRate, 1e-3) << rate;
    }
    for (const char* rate : {"1e", "e3", "0x1p3", "nan", "inf", "1_0.0", "01.5", "1e--3", "1e999"})
        EXPECT_NE(firstTold("a:\n  lr: " + std::string(rate) + "\n"), "") << rate;
}

TEST(Settings, AKeyGivenTwiceIsToldWithBothLines)
{
    EXPECT_EQ(firstTold("a:\n  tp: 1\n  tp: 2\n"),
              "f:3: a.tp: is given twice, first on line 2; keep one");
    EXPECT_EQ(firstTold("{\"a\": {\"tp\": 1, \"tp\": 2}}"),
              "f:1: a.tp: is given twice, first on line 1; keep one");
}

TEST(Settings, JsonMayBeIndentedWithTabs)
{
    EXPECT_EQ(firstTold("{\n\t\"a\": {\n\t\t\"tp\":\t4\n\t}\n}\n"), "");
    EXPECT_EQ(firstTold("{\n\t\"a\": {\n\t\t\"tp\":\t04\n\t}\n}\n").substr(0, 9), "f:3: a.tp");
}

TEST(Settings, WhatNobodyTakesIsRemarkedAndKept)
{
    Importing importing(
        readSettings("a:\n  tp: 4\n  note: a b\nlist: [1, x, \"y: z\"]\ndeep: [{k: v}]\nno: ~\n"
                     "\"odd.key\": 1\nempty: {}\n"));
    importing.into("parallel.tensor", "a.tp");
    const ImportResult result = importing.finish();
    ASSERT_TRUE(result.strategy);
    EXPECT_EQ(result.strategy->parallel.tensor, 4);
    const std::vector<KeptKey> expected{{"a.note", "\"a b\""},    {"list", "[1, x, \"y: z\"]"},
                                        {"deep", "[{\"k\": v}]"}, {"no", "null"},
                                        {"\"odd.key\"", "1"},     {"empty", "{}"}};
    EXPECT_EQ(result.kept, expected);
    ASSERT_EQ(result.remarks.size(), expected.size() - 1) << "a null says nothing";
    EXPECT_EQ(result.remarks[0].line, 3);
    EXPECT_EQ(result.remarks[0].kind, Remark::Kind::Ignored);

    // Written and read again, they are the same.
    EXPECT_EQ(Importing(readSettings(yamlOf(result.kept))).finish().kept, expected);
}

TEST(Settings, AliasesCannotMakeMoreOfAFileThanItsLimit)
{
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 7; ++i) {
        const std::string last = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
        for (int j = 0; j < 7; ++j)
            bomb += ", " + last;
        bomb += "]\n";
    }
    const Settings settings = readSettings(bomb);
    ASSERT_EQ(settings.problems.size(), 1u);
    EXPECT_NE(settings.problems[0].sentence.find("alias"), std::string::npos);
}

TEST(Settings, AProblemOfTheWholeIsToldWithTheFilesOwnKey)
{
    Importing importing(readSettings("n: 8\nworld: 6\n"));
    importing.into("parallel.tensor", "n");
    importing.into("cluster.devices", "world");
    const ImportResult result = importing.finish();
    ASSERT_EQ(result.problems.size(), 1u);
    EXPECT_EQ(result.problems[0].key, "world");
    EXPECT_EQ(result.problems[0].line, 2);
}

TEST(Exporting, WhatDoesNotComeBackIsRemarked)
{
    Strategy strategy;
    strategy.parallel.tensor = 2;
    strategy.parallel.sequence = true;
    strategy.cluster.device = "a100-80gb";
    const auto import = [](const ImportInput& input) {
        Importing importing(readSettings(input.text));
        importing.into("parallel.tensor", "tp");
        return importing.finish();
    };
    const ExportResult result = finishExport(strategy, "tp: 2\n", {}, import);
    ASSERT_EQ(result.remarks.size(), 2u);
    EXPECT_EQ(result.remarks[0].key, "cluster.device");
    EXPECT_EQ(result.remarks[1].key, "parallel.sequence");
    EXPECT_EQ(result.remarks[1].kind, Remark::Kind::NotExpressible);
}

TEST(Exporting, ARemarkOnASectionHidesNoLossButItsOwn)
{
    Strategy strategy;
    strategy.parallel.tensor = 2;
    strategy.costs = plan::Costs::unit();
    const auto import
        = [](const ImportInput& input) { return Importing(readSettings(input.text)).finish(); };
    const std::vector<Remark> beside{
        {Remark::Kind::Approximated, 0, "parallel", "is written otherwise"}};
    const ExportResult result = finishExport(strategy, "x: 1\n", beside, import);
    std::vector<std::string> keys;
    for (const Remark& remark : result.remarks)
        keys.push_back(remark.key);
    const std::vector<std::string> expected{"parallel", "cluster.devices", "costs",
                                            "parallel.expert_tensor", "parallel.tensor"};
    EXPECT_EQ(keys, expected);

    // Where nothing reads back, nothing can be said to be there.
    const ExportResult broken = finishExport(strategy, "x: [", {}, import);
    ASSERT_EQ(broken.remarks.size(), 3u);
    EXPECT_EQ(broken.remarks[0].key, "costs");
    EXPECT_EQ(broken.remarks[1].key, "parallel.tensor");
}

TEST(Exporting, KeysNestByTheirDots)
{
    const std::vector<KeptKey> keys{{"a.b", "1"}, {"c", "[1, 2]"}, {"a.\"d.e\"", "x"}};
    EXPECT_EQ(yamlOf(keys), "a:\n  b: 1\n  \"d.e\": x\nc: [1, 2]\n");
    EXPECT_EQ(jsonOf({{"a.b", "1"}, {"c", "\"x\""}}),
              "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": \"x\"\n}\n");
}

TEST(Formats, OurOwnIsOneOfThem)
{
    const Format* own = findFormat("bubblescope");
    ASSERT_NE(own, nullptr);
    Strategy strategy;
    strategy.parallel.tensor = 2;
    EXPECT_EQ(own->import({own->write(strategy, {}).text, {}}).strategy, strategy);
    EXPECT_EQ(findFormat("yaml"), nullptr);
}

} // namespace
} // namespace strategy

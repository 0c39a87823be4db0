// What a person wrote into a strategy file stays when a value is changed.

#include "engine/strategy/keep_text.h"

#include "engine/strategy/check.h"
#include "engine/strategy/yaml.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <unistd.h>

namespace strategy {
namespace {

const std::string kFolder = BUBBLESCOPE_STRATEGIES;

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> commentsOf(const std::string& text)
{
    std::vector<std::string> comments;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (const auto at = line.find("# "); at != std::string::npos)
            comments.push_back(line.substr(at));
    return comments;
}

std::string changed(const std::string& text, const std::function<void(Strategy&)>& change)
{
    auto strategy = readStrategy(text, kFolder).strategy;
    if (!strategy)
        return "cannot be read";
    change(*strategy);
    return keepText(text, *strategy, kFolder).value_or("cannot be kept");
}

constexpr const char* kText = R"(# On top.
bubblescope: 1
name: "A # B"     # the name

parallel:
    pipeline: 4   # ranks
    # chunks stay 1
batch:
    micro: 1
    global: 8
schedule:
    name: 1f1b
costs:            # measured in May
    forward:      # each its own
        - 10
        - 20      # the slow one
        - 10
        - 10
    input_grad: 5000
    weight_grad: 5000
# The end.
)";

TEST(KeepText, OnlyTheValueThatChangedIsAnother)
{
    EXPECT_EQ(changed(kText, [](Strategy&) {}), kText);
    std::string expected = kText;
    expected.replace(expected.find("global: 8"), 9, "global: 16");
    EXPECT_EQ(changed(kText, [](Strategy& s) { s.batch.global = 16; }), expected);
    expected = kText;
    expected.replace(expected.find("name: \"A # B\"     # the"), 23, "name: C  # the");
    EXPECT_EQ(changed(kText, [](Strategy& s) { s.name = "C"; }), expected);
}

TEST(KeepText, FieldsAndSectionsComeAndGo)
{
    std::string expected = kText;
    expected.replace(expected.find("    # chunks stay 1\n"), 20,
                     "    chunks: 2\n    # chunks stay 1\n");
    expected.replace(expected.find("name: 1f1b"), 10, "name: interleaved");
    expected.replace(
        expected.find("    forward: "), expected.find("    input") - expected.find("    forward: "),
        "    forward: [5, 10, 5, 5, 5, 10, 5, 5]  # each its own\n        # the slow one\n");
    EXPECT_EQ(changed(kText,
                      [](Strategy& s) {
                          s.schedule.name = "interleaved";
                          s.parallel.chunks = 2;
                          std::vector<plan::StageCosts> halves;
                          for (int stage = 0; stage < 8; ++stage) {
                              halves.push_back(s.costs->stages[std::size_t(stage % 4)]);
                              halves.back().forward /= 2;
                          }
                          s.costs->stages = halves;
                      }),
              expected);
    const std::string without = changed(kText, [](Strategy& s) { s.costs.reset(); });
    EXPECT_EQ(without.find("costs:"), std::string::npos);
    EXPECT_EQ(commentsOf(without).size(), commentsOf(kText).size());
    EXPECT_NE(changed(kText, [](Strategy& s) { s.model = Model{.layers = 4}; }).find("model:\n"),
              std::string::npos);
}

TEST(KeepText, SectionsInFlowStyleKeepTheirs)
{
    const std::string text = "# ours\nbubblescope: 1\nbatch: {micro: 1, global: 8}  # eight\n"
                             "costs: { forward: 1000,   # slow\n"
                             "         input_grad: 1000, weight_grad: 1000 }\n"
                             "parallel: {pipeline: 4}\n# end\n";
    std::string expected = text;
    expected.replace(expected.find("global: 8"), 9, "global: 16");
    EXPECT_EQ(changed(text, [](Strategy& s) { s.batch.global = 16; }), expected);
    expected = text;
    expected.replace(expected.find("pipeline: 4"), 11, "pipeline: 4, data: 2");
    EXPECT_EQ(changed(text, [](Strategy& s) { s.parallel.data = 2; }), expected);
    const std::string gone = changed(text, [](Strategy& s) { s.costs.reset(); });
    EXPECT_EQ(gone.find("costs"), std::string::npos);
    EXPECT_EQ(commentsOf(gone).size(), commentsOf(text).size());
}

TEST(KeepText, AFileOfOneMappingKeepsItsLayout)
{
    const std::string text = "{bubblescope: 1, batch: {global: 8}} # all of it";
    EXPECT_EQ(changed(text, [](Strategy& s) { s.batch.global = 16; }),
              "{bubblescope: 1, batch: {global: 16}} # all of it");
    const std::string json = "{\n  \"bubblescope\": 1,\n  \"name\": \"A\",\n"
                             "  \"schedule\": { \"name\": \"1f1b\" },\n"
                             "  \"parallel\": {\"pipeline\": 4, \"tensor\": 2},\n"
                             "  \"batch\": {\"micro\": 1, \"global\": 8}\n}\n";
    std::string expected = json;
    expected.replace(expected.find("\"A\""), 3, "\"B and C\"");
    EXPECT_EQ(changed(json, [](Strategy& s) { s.name = "B and C"; }), expected);
    expected = json;
    expected.replace(expected.find("\"global\": 8}\n"), 13,
                     "\"global\": 8},\n  \"recompute\": {\"granularity\": \"full\"}\n");
    EXPECT_EQ(changed(json, [](Strategy& s) { s.recompute.granularity = Recomputing::Full; }),
              expected);
    expected = json;
    expected.replace(expected.find(", \"tensor\": 2"), 13, "");
    EXPECT_EQ(changed(json, [](Strategy& s) { s.parallel.tensor = 1; }), expected);
}

TEST(KeepText, WhatCannotBeKeptIsRefusedNotGuessed)
{
    auto strategy = *readStrategy("{bubblescope: 1, batch: {global: 8}}").strategy;
    EXPECT_TRUE(hasComments("{bubblescope: 1} # all of it"));
    EXPECT_FALSE(hasComments("name: \"a # b\""));
    strategy.batch.global = 16;
    EXPECT_FALSE(keepText("no strategy", strategy, kFolder));
    // What a person wrote stands within what would go.
    EXPECT_FALSE(keepText("{bubblescope: 1, costs: {forward: 1, # dear\n input_grad: 1}}", strategy,
                          kFolder));
}

TEST(KeepText, EveryStrategyThatComesWithTheProgramKeepsItsComments)
{
    const std::function<void(Strategy&)> changes[] = {
        [](Strategy& s) { s.batch.global *= 2; },
        [](Strategy& s) { s.name = "Another name: with a colon"; },
        [](Strategy& s) {
            s.cluster.device = "h200";
            s.cluster.spec.reset();
        },
        [](Strategy& s) { s.costs = plan::Costs::unit(); },
        [](Strategy& s) { s.costs.reset(); },
        [](Strategy& s) { s.training.learningRate = 0.125; },
        [](Strategy& s) { s.parallel = {}; },
    };
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".yaml")
            continue;
        ++files;
        const std::string text = textOf(entry.path());
        for (std::size_t i = 0; i < std::size(changes); ++i) {
            Strategy after = *readStrategy(text, kFolder).strategy;
            changes[i](after);
            if (!check(after).problems.empty())
                continue; // a batch that does not divide, and the like
            const auto kept = keepText(text, after, kFolder);
            ASSERT_TRUE(kept) << entry.path() << i;
            EXPECT_EQ(commentsOf(*kept), commentsOf(text)) << entry.path() << i;
            const auto again = readStrategy(*kept, kFolder);
            EXPECT_EQ(again.strategy.value_or(again.draft), after) << entry.path() << i;
        }
    }
    EXPECT_GT(files, 5);
}

TEST(KeepText, AFileThatIsSavedKeepsThem)
{
    const auto folder
        = std::filesystem::temp_directory_path() / ("keep_text." + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = folder / "s.yaml";
    std::ofstream(path) << kText;
    const auto read = readStrategyFile(path);
    ASSERT_TRUE(read.strategy);
    EXPECT_EQ(read.text, kText);
    Strategy after = *read.strategy;
    after.batch.global = 12;
    const auto saved = saveStrategyFile(path, after, read.text);
    ASSERT_TRUE(saved && !saved->commentsLost);
    EXPECT_EQ(textOf(path), saved->text);
    EXPECT_EQ(commentsOf(saved->text), commentsOf(kText));
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace strategy

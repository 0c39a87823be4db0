// Programs made up for the test: what they take, and in what words they refuse the rest.

#include "engine/options/command_line.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace options::test {
namespace {

// A program with options of its own and two commands.
class Maker {
public:
    Maker()
        : m_commands("maker", "makes things")
    {
        CLI::App& root = m_commands.line().root();
        addText(root, "file", "FILE", file, "a file");
        addNumber(root, "--count", "N", count, 1, 100, "how many");
        addNumber(root, "--share", "X", share, 0.0, 1.0, "how much of it");
        addChoice<char>(root, "--colour", "C", colour, {{"red", 'r'}, {"green", 'g'}}, "of it");
        addFlag(root, "--dry", dry, "only says what it would do");
        CLI::App& clean = m_commands.add("clean", "takes things away", 'c');
        addWord(clean, "--format", format, {"text", "json", "csv"});
        addText(clean, "what", "WHAT", what, "what goes")->required();
        m_commands.add("list", "lists things", 'l');
    }

    // The error, "help", or the command: "c", "l" or "".
    std::string parse(const std::vector<std::string>& arguments)
    {
        const auto help = m_commands.line().parse(arguments);
        if (!help)
            return help.error().message;
        if (*help)
            return "help";
        return m_commands.chosen() ? std::string(1, *m_commands.chosen()) : "";
    }

    std::string file;
    std::string format;
    std::string what;
    int count = 7;
    std::optional<double> share;
    char colour = '-';
    bool dry = false;

private:
    Commands<char> m_commands;
};

TEST(CommandLine, WritesWhatIsGivenAndLeavesTheRest)
{
    Maker maker;
    EXPECT_EQ(maker.parse({"a", "--count=9", "--share", "1e-1", "--colour", "green", "--dry"}), "");
    EXPECT_EQ(maker.file, "a");
    EXPECT_EQ(maker.count, 9);
    EXPECT_EQ(maker.share, 0.1);
    EXPECT_EQ(maker.colour, 'g');
    EXPECT_TRUE(maker.dry);
    EXPECT_EQ(maker.format, "text"); // the first word
}

TEST(CommandLine, WhatIsNotGivenStays)
{
    Maker maker;
    EXPECT_EQ(maker.parse({}), "");
    EXPECT_EQ(maker.count, 7);
    EXPECT_FALSE(maker.share);
    EXPECT_EQ(maker.colour, '-');
}

// Of base ten, whatever stands in front: 010 is ten.
TEST(CommandLine, NumbersAreDecimal)
{
    Maker maker;
    EXPECT_EQ(maker.parse({"--count", "010"}), "");
    EXPECT_EQ(maker.count, 10);
}

TEST(CommandLine, RefusesWhatIsNoSuchNumber)
{
    Maker maker;
    for (const char* word :
         {"0", "101", "-1", "1.5", "0x10", "ten", "1 ", " 1", "99999999999999999999"})
        EXPECT_EQ(maker.parse({"--count", word}),
                  "--count: must be a whole number from 1 to 100, not '" + std::string(word)
                      + "'; see maker --help");
    for (const char* word : {"nan", "inf", "1.1", "-0.1", "0,5", "1e400"})
        EXPECT_EQ(maker.parse({"--share", word}),
                  "--share: must be a number from 0 to 1, not '" + std::string(word)
                      + "'; see maker --help");
    EXPECT_EQ(maker.count, 7);
    EXPECT_FALSE(maker.share);
}

TEST(CommandLine, ShowsNothingThatActsOnATerminalAndNoLongWords)
{
    Maker maker;
    const std::string escaped = maker.parse({"--colour", "\x1b[31m"});
    EXPECT_EQ(escaped.find('\x1b'), std::string::npos) << escaped;
    EXPECT_LT(maker.parse({"--colour", std::string(100'000, 'x')}).size(), 200U);
    EXPECT_LT(maker.parse({"--" + std::string(100'000, 'x')}).size(), 200U);
}

TEST(CommandLine, SaysWhatIsWrongInOneSentence)
{
    const std::pair<std::vector<std::string>, std::string> refused[] = {
        {{"--count"}, "--count needs a value; see maker --help"},
        {{"--count", ""}, "--count needs a value; see maker --help"},
        {{"--count=", "3"}, "--count needs a value; see maker --help"},
        {{"--count", "1", "--count", "2"}, "--count is given more than once; see maker --help"},
        {{"--dry=no"}, "--dry takes no value; see maker --help"},
        {{"--colour", "blue"}, "--colour: must be red or green, not 'blue'; see maker --help"},
        {{"--wet=3"}, "there is no option --wet; see maker --help"},
        {{"-w"}, "there is no option -w; see maker --help"},
        {{"a", "b"}, "unexpected argument b; see maker --help"},
        {{"clean"}, "WHAT is missing; see maker clean --help"},
        {{"clean", "a", "--dry"}, "there is no option --dry; see maker clean --help"},
        {{"clean", "a", "--format", "xml"},
         "--format: must be text, json or csv, not 'xml'; see maker clean --help"},
        {{"list", "clean"}, "unexpected argument clean; see maker list --help"},
        {{"a", "list"},
         "the command list comes first; give a file of that name as ./list; see maker list --help"},
    };
    for (const auto& [arguments, sentence] : refused) {
        Maker fresh;
        EXPECT_EQ(fresh.parse(arguments), sentence);
    }
}

TEST(CommandLine, BehindTwoDashesAllAreWords)
{
    Maker maker;
    EXPECT_EQ(maker.parse({"--", "--count"}), "");
    EXPECT_EQ(maker.file, "--count");
}

TEST(CommandLine, ChoosesTheCommandThatWasGiven)
{
    Maker maker;
    EXPECT_EQ(maker.parse({"clean", "all", "--format", "csv"}), "c");
    EXPECT_EQ(maker.what, "all");
    EXPECT_EQ(maker.format, "csv");
    Maker other;
    EXPECT_EQ(other.parse({"list"}), "l");
    EXPECT_EQ(other.parse({"clean", "--help"}), "help");
}

TEST(Refusing, OptionsThatDoNotGoTogether)
{
    CommandLine line("maker", "makes things");
    line.command("cut", "cuts", [] { refuse("--thin and --thick cannot go together"); });
    EXPECT_EQ(line.parse({"cut"}).error().message,
              "--thin and --thick cannot go together; see maker cut --help");
}

} // namespace
} // namespace options::test

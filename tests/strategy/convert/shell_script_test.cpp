// A shell script's words without a shell: what they expand to, and what stays unknown.

#include "engine/strategy/convert/shell_script.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace strategy {
namespace {

// The words of the last command, an unknown one with a ? before it.
std::vector<std::string> lastCommand(std::string_view text)
{
    const ShellScript script = readShellScript(text);
    EXPECT_FALSE(script.problem) << script.problem->sentence;
    std::vector<std::string> words;
    if (!script.commands.empty())
        for (const ShellWord& word : script.commands.back())
            words.push_back((word.unknown >= 0 ? "?" : "") + word.text);
    return words;
}

using Words = std::vector<std::string>;

TEST(ShellScript, AssignmentsQuotesAndContinuationsAreFollowed)
{
    EXPECT_EQ(lastCommand("A=4 # four\nB='x y'\nrun --a $A \\\n  \"--b ${B}\" '$A' a\\ b\n"),
              (Words{"run", "--a", "4", "--b x y", "$A", "a b"}));
    EXPECT_EQ(lastCommand("O=\"--a 1 \\\n  --b 2\"\nO=\"$O --c 3\"\nrun $O \"$O\"\n"),
              (Words{"run", "--a", "1", "--b", "2", "--c", "3", "--a 1   --b 2 --c 3"}));
    EXPECT_EQ(lastCommand("export A=1 B=2; A+=0; run ${A}x$B\"\"\n"), (Words{"run", "10x2"}));
    EXPECT_EQ(lastCommand("E=\nrun $E \"$E\" '' end"), (Words{"run", "", "", "end"}));
    EXPECT_EQ(lastCommand("run a#b # not this\r\n"), (Words{"run", "a#b"}));
}

TEST(ShellScript, ACommentEndsItsLine)
{
    EXPECT_EQ(lastCommand("run --a 1 # one\nstop --b\n"), (Words{"stop", "--b"}));
    EXPECT_EQ(lastCommand("run --a 1 # one"), (Words{"run", "--a", "1"}));
    EXPECT_TRUE(lastCommand("#!/bin/x").empty());
    EXPECT_TRUE(lastCommand("f()").empty());
    EXPECT_EQ(lastCommand("run \\\n  --a 1 \\\n  # nothing\nstop\n"), (Words{"stop"}));
}

TEST(ShellScript, ArraysExpandWordByWord)
{
    EXPECT_EQ(
        lastCommand("A=(--a 1 # one\n  --b 'x y'\n)\nA+=(--c)\nrun \"${A[@]}\" ${A[*]} $A\n"),
        (Words{"run", "--a", "1", "--b", "x y", "--c", "--a", "1", "--b", "x", "y", "--c", "--a"}));
    EXPECT_EQ(lastCommand("A=()\nrun \"${A[@]}\" end\n"), (Words{"run", "end"}));
    EXPECT_EQ(lastCommand("A=(1 2)\nB=\"${A[@]} 3\"\nrun $B\n"), (Words{"run", "1", "2", "3"}));
}

TEST(ShellScript, ArithmeticOfIntegersIsDone)
{
    EXPECT_EQ(lastCommand("G=8\nN=4\nrun $((G*$N)) $(( (G + 2) * ${N} / 3 % 7 - -1 ))\n"),
              (Words{"run", "32", "7"}));
    for (const char* open : {"1/0", "9223372036854775807+1", "010+1", "X+1", "1.5*2", "2**3",
                             "$(nproc)*2", "4/(0-1)"}) {
        const auto words = lastCommand("run $((" + std::string(open) + "))");
        ASSERT_EQ(words.size(), 2u) << open;
        EXPECT_EQ(words[1].front(), '?') << open << ' ' << words[1];
    }
}

TEST(ShellScript, DefaultsAreTakenAndToldWhereTheScriptSetsNothing)
{
    const ShellScript script
        = readShellScript("A=1\nE=\nrun ${A:-2} ${B:-3} ${E:-4} ${E-5} ${C:-${D:-x y}} ${1:-z}\n");
    Words words;
    for (const ShellWord& word : script.commands.back())
        words.push_back(word.text);
    EXPECT_EQ(words, (Words{"run", "1", "3", "4", "x", "y", "z"}));
    ASSERT_EQ(script.assumed.size(), 5u);
    EXPECT_EQ(script.assumed[0].text, "${B:-3}");
    EXPECT_EQ(script.assumed[0].line, 3);
}

TEST(ShellScript, WhatOnlyRunningCouldTellIsUnknownWithItsLine)
{
    const ShellScript script
        = readShellScript("N=$(nproc)\nif [ $N -gt 1 ]; then M=2; else M=1; fi\n"
                          "f() { K=3; }\nfor I in $(ls); do L=$I; done\n"
                          "run $N $M $K $I $L $Q `date` $1 ${N%x} $@\n");
    ASSERT_FALSE(script.commands.empty());
    const std::vector<ShellWord>& words = script.commands.back();
    ASSERT_EQ(words.size(), 11u);
    const int lines[] = {1, 2, 3, 4, 4, 5, 5, 5, 5, 5};
    for (std::size_t i = 1; i < words.size(); ++i) {
        ASSERT_GE(words[i].unknown, 0) << words[i].text;
        EXPECT_EQ(script.unknowns[static_cast<std::size_t>(words[i].unknown)].line, lines[i - 1])
            << words[i].text;
    }
}

TEST(ShellScript, WhatABranchAddsIsLeftOutAndTold)
{
    const ShellScript script = readShellScript(
        "A=(1)\nif x; then\n  A+=(2)\nfi\nA+=(3)\nrun ${A[@]}\nsource other.sh\n");
    ASSERT_EQ(script.leftOut.size(), 2u);
    EXPECT_EQ(script.leftOut[0].text, "A");
    EXPECT_EQ(script.leftOut[0].line, 3);
    EXPECT_EQ(script.leftOut[1].text, "source other.sh");
    const auto& run = script.commands.back();
    ASSERT_EQ(run.size(), 3u);
    EXPECT_EQ(run[2].text, "3");
}

TEST(ShellScript, OperatorsRedirectionsAndHereDocumentsEndCommands)
{
    EXPECT_EQ(lastCommand("cat <<EOF > out\nrun --x 1\nEOF\nrun --y 2 2>&1 >> log < in\n"),
              (Words{"run", "--y", "2"}));
    EXPECT_EQ(lastCommand("a && run --x 1 | tee log"), (Words{"tee", "log"}));
    EXPECT_EQ(lastCommand("X=\"--a 1\"\nsrun sh -c \"python t.py $X\"\n"),
              (Words{"srun", "sh", "-c", "python", "t.py", "--a", "1"}));
    EXPECT_EQ(lastCommand("case $(x) in\n a) M=1 ;;\n *) M=2 ;;\nesac\nrun $M"),
              (Words{"run", "?$M"}));
}

TEST(ShellScript, AVariableThatDoublesItselfIsStopped)
{
    std::string text = "A=xxxxxxxxxxxxxxxx\n";
    for (int i = 0; i < 64; ++i)
        text += "A=$A$A\n";
    const auto problem = readShellScript(text + "run $A\n").problem;
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->sentence.find("holds itself twice"), std::string::npos);

    std::string empties = "A=(\"\" \"\")\n"; // doubles without a character
    for (int i = 0; i < 64; ++i)
        empties += "A=(\"${A[@]}\" \"${A[@]}\")\n";
    EXPECT_TRUE(readShellScript(empties + "run \"${A[@]}\"\n").problem);

    std::string nested = "run ";
    for (int i = 0; i < 10'000; ++i)
        nested += "${A:-";
    const ShellScript deep = readShellScript(nested + "x" + std::string(10'000, '}'));
    ASSERT_FALSE(deep.problem);
    ASSERT_EQ(deep.commands.size(), 1u);
    EXPECT_GE(deep.commands[0].back().unknown, 0);
}

TEST(ShellScript, WhatIsLeftOpenIsAProblemWithItsLine)
{
    for (const char* text : {"a\nrun \"x", "a\nrun 'x", "a\nrun `x", "a\nrun $(x", "a\nA=(x",
                             "a\nrun ${x", "a\nrun ${x:-y"}) {
        const auto problem = readShellScript(text).problem;
        ASSERT_TRUE(problem) << text;
        EXPECT_EQ(problem->line, 2) << text;
    }
}

RC_GTEST_PROP(ShellScript, QuotedWordsComeBack, (const std::vector<std::string>& raw))
{
    std::string text = "run";
    Words expected{"run"};
    for (const std::string& one : raw) {
        std::string word;
        for (const char c : one)
            word += static_cast<char>(0x20 + static_cast<unsigned char>(c) % 0x5F);
        text += ' ' + shellQuoted(word);
        expected.push_back(word);
    }
    RC_ASSERT(lastCommand(text + '\n') == expected);
}

} // namespace
} // namespace strategy

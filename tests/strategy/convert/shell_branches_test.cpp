// Branches, loops and other scripts: what is decided without running anything, and what is told of
// the rest.

#include "engine/strategy/convert/shell_script.h"
#include "engine/strategy/convert/shell_test.h"

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>

namespace strategy {
namespace {

using Words = std::vector<std::string>;

// The words of the last command, an unknown one with a ? before it.
Words lastRun(std::string_view text, const std::string& folder = {})
{
    const ShellScript script = readShellScript(text, folder);
    EXPECT_FALSE(script.problem) << script.problem->sentence;
    Words words;
    if (!script.commands.empty())
        for (const ShellWord& word : script.commands.back())
            words.push_back((word.unknown >= 0 ? "?" : "") + word.text);
    return words;
}

std::string toText(const std::vector<ShellPiece>& pieces)
{
    std::string text;
    for (const ShellPiece& piece : pieces)
        text += std::to_string(piece.line) + ' ' + piece.text + ' ' + piece.why + '\n';
    return text;
}

TEST(ShellBranches, ATestOfKnownWordsDecides)
{
    for (const char* holds :
         {"[ \"$X\" = 1 ]", "[ $X == 1 ]", "test $X -eq 1", "[ -n \"$X\" ]", "[ ! -z $X ]",
          "[[ $X == 1 ]]", "[[ $N == a*c ]]", "[[ $X -ge 1 && $N != b ]]", "[[ ( $X < 0 ) || 1 ]]",
          "(( X > 0 ))", "(( X == 1 && 2 * X <= 2 ))", "[ $X -lt 2 -a $N = abc ]", "! false",
          "[[ -z $E ]]", "[ -z \"$UNSET\" ]", "[ 2 -gt $X ] && true"}) {
        SCOPED_TRACE(holds);
        const std::string begin = std::string("X=1\nN=abc\nE=\nif ") + holds;
        EXPECT_EQ(lastRun(begin + "; then\n A=yes\nelse\n A=no\nfi\nrun $A\n"),
                  (Words{"run", "yes"}));
        EXPECT_EQ(lastRun(begin + "\nthen A=yes; elif true; then A=no; fi; run $A\n"),
                  (Words{"run", "yes"}));
    }
    for (const char* fails :
         {"[ $X = 2 ]", "[ -z \"$X\" ]", "[[ $N == b* ]]", "(( X > 1 ))", "false",
          "[[ $X == 1 && $N == b ]]", "[ $X -ne 1 ]", "[ \"$UNSET\" = 1 ]"}) {
        SCOPED_TRACE(fails);
        EXPECT_EQ(lastRun(std::string("X=1\nN=abc\nif ") + fails
                          + "; then A=yes; else A=no; fi; run $A\n"),
                  (Words{"run", "no"}));
    }
}

TEST(ShellBranches, TheRightOneOfSeveralIsTaken)
{
    EXPECT_EQ(lastRun("S=7B\nif [ $S = 1B ]; then L=1\nelif [ $S = 7B ]; then\n"
                      " if true; then L=7; else L=8; fi\nelif [ $S = 7B ]; then L=9\nelse L=2\n"
                      "fi\nrun $L\n"),
              (Words{"run", "7"}));
    EXPECT_EQ(lastRun("S=13B\ncase $S in\n 7B) L=7;;\n 13* | 14B)\n  L=13 ;;\n *) L=0 ;;\nesac\n"
                      "run $L\n"),
              (Words{"run", "13"}));
    EXPECT_EQ(lastRun("S=x\ncase \"$S\" in (7B) L=7;; *) L=0;; esac; run $L\n"),
              (Words{"run", "0"}));
    EXPECT_EQ(lastRun("X=1\n[ $X = 1 ] && A=yes\n[ $X = 2 ] && A=no\n[ $X = 1 ] || A=no\n"
                      "cd there && B=2\nrun $A $B\n"),
              (Words{"run", "yes", "2"}));
}

TEST(ShellBranches, AnArrayKeepsWhatItHadAndGetsWhatIsDecided)
{
    EXPECT_EQ(lastRun("D=1\nA=(--a 1)\nif [ $D = 1 ]; then\n A=(\"${A[@]}\" --b)\nfi\n"
                      "if [ $D = 2 ]; then A+=(--c); fi\nrun \"${A[@]}\"\n"),
              (Words{"run", "--a", "1", "--b"}));
    for (const char* grows : {"A=(\"${A[@]}\" --x 1)", "A+=(--x 1)", "A=(--x 1 \"${A[@]}\")"}) {
        const ShellScript script
            = readShellScript(std::string("A=(--a 1)\nif [ -f /there ]; then\n ") + grows
                              + "\nfi\nrun \"${A[@]}\"\n");
        ASSERT_EQ(script.commands.back().size(), 3u) << grows;
        EXPECT_EQ(script.commands.back()[1].text, "--a");
        EXPECT_EQ(
            toText(script.leftOut),
            "3 A takes --x 1 only in a branch, a loop or a function that is not decided here; "
            "left out\n");
    }
}

TEST(ShellBranches, OfWhatCannotBeDecidedBothBranchesAreTold)
{
    const ShellScript script
        = readShellScript("if [ -d /there ]; then\n N=2\nelse\n N=3\nfi\nrun $N\n");
    ASSERT_GE(script.commands.back()[1].unknown, 0);
    EXPECT_EQ(script.unknowns[static_cast<std::size_t>(script.commands.back()[1].unknown)].why,
              "is set in a branch, a loop or a function to 2 on line 2, to 3 on line 4");

    // A text of arguments is empty unless a branch says otherwise, and both are told.
    const ShellScript options
        = readShellScript("O=\nif [ -n \"$(date)\" ]; then\n O=\"--x 1\"\nelse\n "
                          "O=\"--y\"\nfi\nrun --a $O\n");
    EXPECT_EQ(options.commands.back().size(), 2u);
    EXPECT_EQ(options.leftOut.size(), 2u) << toText(options.leftOut);
}

TEST(ShellBranches, WhatIsNotRunAsksNothing)
{
    const ShellScript script = readShellScript(
        "if false; then\n N=${M:-4}\n O=$(date)\n for W in $(ls); do run --w $W; done\nfi\nrun\n");
    EXPECT_TRUE(script.assumed.empty());
    EXPECT_TRUE(script.unknowns.empty());
    EXPECT_EQ(script.commands.size(), 1u);
}

TEST(ShellBranches, LoopsOverKnownWordsAreGoneThrough)
{
    EXPECT_EQ(lastRun("L=\nfor I in 1 2 x; do\n L=\"$L $I\"\ndone\nrun $L $I\n"),
              (Words{"run", "1", "2", "x", "x"}));
    EXPECT_EQ(lastRun("A=()\nfor ((i=0; i<4; i++)); do\n if (( i < 1 )); then A+=(0); else A+=(1); "
                      "fi\ndone\nprintf -v F \"[%s]\" \"$(IFS=','; echo \"${A[*]}\")\"\nrun $F\n"),
              (Words{"run", "[0,1,1,1]"}));
    EXPECT_EQ(
        lastRun("A=(1 2)\nF=$(IFS=''; echo \"${A[*]}\")\nrun $F $(IFS=:; echo \"${A[*]}\")\n"),
        (Words{"run", "12", "1:2"}));
    EXPECT_EQ(lastRun("for I in $(seq 2 2 6); do A+=($I); done; run ${A[@]}\n"),
              (Words{"run", "2", "4", "6"}));
    EXPECT_EQ(lastRun("N=0\nfor I in a b; do for J in c d; do N=$((N + 1)); done; done; run $N\n"),
              (Words{"run", "4"}));
    EXPECT_EQ(lastRun("for I in 1 2 3; do\n if [ $I = 2 ]; then break; fi\n N=$I\ndone\nrun $N\n"),
              (Words{"run", "1"}));
    EXPECT_EQ(lastRun("for I in; do N=1; done; run $N\n"), (Words{"run", "?$N"}));
}

TEST(ShellBranches, ALoopWithoutEndIsStopped)
{
    for (const char* text :
         {"for ((i=0; i<1; i*=1)); do :; done\n", "for ((i=0; 1; i++)); do A+=(--x); done\n"}) {
        const auto problem = readShellScript(text).problem;
        ASSERT_TRUE(problem) << text;
        EXPECT_EQ(problem->line, 1);
    }
    std::string deep;
    for (int i = 0; i < 1000; ++i)
        deep += "if true; then\n";
    EXPECT_TRUE(readShellScript(deep).problem);
}

TEST(ShellBranches, AnyTextIsReadAtOnce)
{
    std::string large = "A=\"--x ";
    large.append(100'000, 'y');
    large += "\"\nB=(--x $A)\nif [ -f /there ]; then\n";
    std::string grows = large;
    for (int i = 0; i < 15'000; ++i)
        grows += "A+=1\nA=2\n";
    std::string cases = "A=" + std::string(100'000, 'y') + "\ncase $A in\n";
    for (int i = 0; i < 20'000; ++i)
        cases += "*y*z) ;;\n";
    std::string subshells;
    for (int i = 0; i < 40'000; ++i)
        subshells += "((";
    for (int i = 0; i < 40'000; ++i)
        subshells += ") )";
    for (const std::string& text : {grows, cases, subshells}) {
        // What the processor spends, whatever else runs: minutes where each line costs all before.
        const std::clock_t begin = std::clock();
        readShellScript(text);
        EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC);
    }
}

TEST(ShellBranches, HereDocumentsAreFilesOrScripts)
{
    const ShellScript script = readShellScript(
        "Z=2\nC=ds.json\ncat <<EOF > $C\n{\"stage\": $Z}\nEOF\ncat << 'END' > raw\n$Z\nEND\n"
        "sbatch <<EOF\n#SBATCH --nodes=4\nsrun python t.py --z $Z\nEOF\n");
    ASSERT_TRUE(script.files.contains("ds.json"));
    EXPECT_EQ(script.files.at("ds.json").text, "{\"stage\": 2}\n");
    EXPECT_EQ(script.files.at("raw").text, "$Z\n");
    ASSERT_FALSE(script.commands.empty());
    EXPECT_EQ(script.commands.back().front().text, "srun");
    EXPECT_EQ(script.commands.back().back().text, "2");
    EXPECT_EQ(script.batch.size(), 2u);
}

TEST(ShellBranches, ScriptsInTheFolderAreReadAndNoOthers)
{
    const auto folder = std::filesystem::temp_directory_path() / "shell_branches_test";
    std::filesystem::create_directories(folder / "models");
    std::ofstream(folder / "models" / "small.sh")
        << "LAYERS=${N:-4}\nif true; then MODEL=(--l $LAYERS)\n";
    const std::string begin = "D=$(cd there && pwd)\nN=6\n";
    EXPECT_EQ(
        lastRun(begin + "source \"${D}/models/small.sh\"\nrun ${MODEL[@]}\n", folder.string()),
        (Words{"run", "--l", "6"}));
    EXPECT_EQ(lastRun(begin + ". models/small.sh\nrun ${MODEL[@]}\n", folder.string()),
              (Words{"run", "--l", "6"}));
    for (const char* other :
         {"../shell_branches_test/../../etc/passwd", "/etc/passwd", "none.sh"}) {
        const ShellScript script
            = readShellScript(std::string("source ") + other + "\n", folder.string());
        EXPECT_EQ(script.leftOut.size(), 1u) << other;
        EXPECT_TRUE(script.commands.empty()) << other;
    }
    // One that takes in itself.
    std::ofstream(folder / "self.sh") << "source self.sh\n";
    EXPECT_FALSE(readShellScript("source self.sh\nrun\n", folder.string()).problem);
    std::filesystem::remove_all(folder);
}

TEST(ShellBranches, ACaseThatIsNotRunAsksNothing)
{
    const ShellScript script = readShellScript(
        "case small in\nlarge)\n  case \"$1\" in\n  a) L=2 ;;\n  *) L=3 ;;\n  esac\n"
        "  ;;\nsmall) L=4 ;;\nesac\nrun --l $L\n");
    ASSERT_FALSE(script.commands.empty());
    EXPECT_EQ(script.commands.back().back().text, "4");
    EXPECT_TRUE(script.unknowns.empty());
    EXPECT_TRUE(script.leftOut.empty());
    // In one that is not run, either.
    EXPECT_FALSE(readShellScript("case))case \"$4\"\n").problem);
    EXPECT_EQ(lastRun("A=x\ncase \"$A\" in x) L=1 ;; y) L=2 ;; esac\nrun $L\n"),
              (Words{"run", "1"}));
}

TEST(ShellBranches, PatternsAreMatched)
{
    EXPECT_EQ(matchesPattern("abc", "a*"), true);
    EXPECT_EQ(matchesPattern("abc", "*b?"), true);
    EXPECT_EQ(matchesPattern("abc", "*a?"), false);
    EXPECT_EQ(matchesPattern("", "*"), true);
    EXPECT_EQ(matchesPattern("ab", "[a]b"), std::nullopt);
    EXPECT_EQ(shellTest({{"a"}, {"="}, {"a*"}}, false), false);
    EXPECT_EQ(shellTest({{"x", false}, {"="}, {"a"}}, false), std::nullopt);
    EXPECT_EQ(shellTest({{"x", false}, {"||"}, {"a"}}, true), true);
    EXPECT_EQ(shellTest({}, false), false);
}

} // namespace
} // namespace strategy

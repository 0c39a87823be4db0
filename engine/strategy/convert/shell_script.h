// The commands of a shell script, read without running anything: variables, arrays, quotes,
// integer arithmetic, tests of known words and loops over them are followed, and what only running
// could tell is marked as unknown. Internal to this folder.
//
// Not followed: $(commands), `backquotes`, functions, patterns in ${…}, scripts from elsewhere,
// and branches that hang on any of these: what those set or add is told, all of them.

#pragma once

#include "engine/strategy/problem.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

inline constexpr std::size_t kMaxScriptBytes = 256u << 10;
inline constexpr std::size_t kMaxExpandedBytes = 1u << 20; // of all words and variables together
inline constexpr std::size_t kMaxScriptWords = 100'000;
inline constexpr int kMaxExpansionDepth = 32;
inline constexpr std::size_t kMaxRepeatedBytes = 1u << 20; // of the bodies of all loops together

// A piece that only running the script could tell, or that was taken for granted.
struct ShellPiece {
    int line = 0;
    std::string text;   // "$(nproc)"
    std::string why;    // "is set in a branch on line 7"
    bool unset = false; // a variable that the script does not set
};

struct ShellWord {
    std::string text;     // an unknown piece stands in it as it is written
    int line = 0;         // where its first character is written
    int unknown = -1;     // index into ShellScript::unknowns of its first such piece
    bool assumed = false; // a default stands in it, ${NAME:-1}
};

// What the script writes with `cat << EOF > name`.
struct ShellFile {
    std::string text;
    int line = 0; // of its first line
};

struct ShellScript {
    std::vector<std::vector<ShellWord>> commands; // none empty; expanded, in the script's order
    // At the end, by name; and texts of arguments, split at their blanks.
    std::map<std::string, std::vector<ShellWord>> arrays;
    std::vector<ShellPiece> unknowns;
    std::vector<ShellPiece> assumed;        // ${NAME:-default} of a name the script does not set
    std::vector<ShellPiece> leftOut;        // `source x`, and what a branch adds to a variable
    std::vector<ShellWord> batch;           // the words of its #SBATCH lines
    std::map<std::string, ShellFile> files; // by name as the script has it
    std::optional<Problem> problem;         // a limit broken, a quote left open
};

// Linear in the text and in what it expands to, which is bounded. `folder`: where the script lies;
// what it sources is read from there and from its repository, see ScriptFolder. Empty: none is.
ShellScript readShellScript(std::string_view text, const std::string& folder = {});

// Digits of the value of an expression of integers, + - * / %, comparisons, && || ! and
// parentheses, as the shell computes it; nothing where it is another, or too large. `integers` has
// the text of each variable that may stand in it, by name.
std::optional<long long>
shellArithmetic(std::string_view expression,
                const std::map<std::string, std::string, std::less<>>& integers);

// A word as the shell reads it back: as it is, or in single quotes.
std::string shellQuoted(std::string_view text);

} // namespace strategy

// Follows a script from its first command to its last. Internal to the files shell_*.
//
// A branch is taken where its test is decided, and a loop is gone through where what it runs over
// is known. Of any other block every command is read, and what it sets is not certain.

#pragma once

#include "engine/strategy/convert/script_folder.h"
#include "engine/strategy/convert/shell_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace strategy {

class ScriptReader : public ShellExpansion {
public:
    // `folder`: of the script, see ScriptFolder; empty: it takes in no other.
    ScriptReader(std::string_view text, const std::string& folder, ShellScript& script)
        : ShellExpansion(text, script)
        , m_folder(folder)
        , m_from(m_folder.own())
    {
    }

    void run();

private:
    // Whether a command is run. The larger of two counts.
    enum class Gate { Run, Maybe, Skip };
    // What joins a command to the one before it.
    enum class Joint { Next, And, Or, Pipe };
    using Answer = std::optional<bool>; // nothing: only running the script could tell

    struct Block {
        enum class Kind { If, Loop, Case, Function, Braces };
        Kind kind = Kind::If;
        Gate outside = Gate::Run; // what it stands in
        Gate gate = Gate::Run;    // of its commands now, that of the outside included
        // Of if and case: whether a branch before this place was taken.
        Answer taken = false;
        // Of case: its word, whether a pattern comes next.
        GlyphText word{};
        bool pattern = false;
        // Of a loop that is gone through, over words or with ((…; condition; step)).
        std::string name{};
        std::vector<GlyphText> values{};
        std::size_t next = 0;
        std::string condition{};
        std::string step{};
        bool counted = false; // not undecided
        std::size_t bodyAt = 0;
        int bodyLine = 1;
    };

    // Commands.
    void readCommand();
    bool endsCommand();
    bool readParenthesis();
    void readDoubleParentheses();
    void readComment();
    void skipRedirection();
    void readHereDocuments();
    void readCommandWord();
    void finishCommand();
    void splitScript(const GlyphText& text, std::vector<ShellWord>& command) const;
    void readInner(std::string_view text);
    void sourceScript(const std::vector<ShellWord>& command);
    plan::Result<std::string> sourcedText(const plan::Result<FoundScript>& found) const;
    void printInto(const std::vector<GlyphText>& words);

    // Assignments.
    bool mayAssign();
    bool readAssignment();
    void readArray(Fields& fields);
    void assign(const std::string& name, ShellVariable value, bool adds, int line);
    void assignMaybe(const std::string& name, const ShellVariable& value, bool adds, int line);

    // Tests: of `[`, of `[[`, of `((`.
    Answer testOf(std::vector<GlyphText> texts);
    void readDoubleBrackets();
    Answer arithmeticCommand(std::string_view inside, int line);
    bool takeStatus();

    // Blocks.
    void followKeyword(std::string_view word);
    void open(Block::Kind kind, Gate own);
    void enterBranch(Answer condition);
    void setByLoop(const std::string& name, int line);
    void beginLoop();
    void beginLoopHead(std::string_view word);
    void repeatLoop();
    bool goesOn(Block& loop);
    void beginCase();
    void readPattern();
    Gate gate() const;

    ScriptFolder m_folder;
    std::filesystem::path m_from; // folder of the script being read
    std::vector<Block> m_blocks;
    Fields m_words;                 // of the command being read
    std::optional<bool> m_declares; // its first word, once there is one
    std::size_t m_count = 0;
    bool m_moved = false; // to the beginning of a loop's body
    bool m_functionBegins = false;
    bool m_assigned = false; // by the command being read
    bool m_negated = false;
    bool m_keyword = false;
    std::optional<Answer> m_tested; // by [[ or ((
    Joint m_joint = Joint::Next;    // to the command before
    Joint m_ending = Joint::Next;   // to the one behind
    Answer m_status;                // of the list of commands so far
    bool m_plain = false;           // none of them was a test
    Gate m_own = Gate::Run;         // of the command, by the list it stands in
    std::string m_output;           // what `>` of the command names
    std::string m_inner;            // the script that a shell gets as a here-document
    std::size_t m_repeated = 0;
    int m_subshells = 0;       // that began like arithmetic
    std::size_t m_sourced = 0; // bytes, and what looking for scripts costs
    struct HereDocument {
        std::string delimiter;
        bool expands = true;
    };
    std::vector<HereDocument> m_delimiters;
};

} // namespace strategy

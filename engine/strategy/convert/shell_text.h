// Pieces of a shell script while it is read. Internal to the files shell_*.
//
// The script is never run. Every character remembers the line it came from, so that a remark
// can name it, and what only a run could tell - the output of a command, a variable set
// elsewhere - travels through quotes, variables and words as a single glyph that says so.

#pragma once

#include "engine/strategy/convert/shell_script.h"

#include <tuple>

namespace strategy {

// One character of the text that comes out, or a stand-in for text that is not known.
struct Glyph {
    char c = 0;           // '?' of a stand-in
    int line = 0;         // of the script, from 1
    int unknown = -1;     // >= 0: stands for that entry of ShellScript::unknowns
    bool assumed = false; // of a default that whoever runs the script may replace
};

using GlyphText = std::vector<Glyph>;

// A variable that the script has set so far, already expanded.
struct ShellVariable {
    std::vector<GlyphText> items; // one for a plain variable, any number for an array
    bool array = false;
};

// Words that come out of one word as it is written: splitting an expansion makes more of it,
// and an empty expansion none.
struct Fields {
    std::vector<GlyphText> done;
    GlyphText current;
    bool open = false; // `current` is a word even if it is empty, as "" is

    // Ends the current word, if one is open.
    void close()
    {
        if (open)
            done.push_back(std::move(current));
        current.clear();
        open = false;
    }
};

// Reads words and what they expand to: quotes, escapes, variables, arrays, default values and
// integer arithmetic as bash has them; anything else becomes an unknown piece.
//
// The first problem, told by fail(), ends the reading: atEnd() is true from then on. The limits of
// shell_script.h bound time and memory whatever the script says, a variable that doubles itself
// included.
class ShellExpansion {
public:
    // Borrows both, the text for as long as it reads.
    ShellExpansion(std::string_view text, ShellScript& script)
        : m_text(text)
        , m_script(script)
    {
    }

protected:
    bool atEnd() const { return m_script.problem || m_at >= m_text.size(); }
    // The character so far ahead; '\0' behind the end.
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    bool nextIs(std::string_view word) const { return m_text.substr(m_at).starts_with(word); }
    char take();       // counts lines; '\0' at the end
    void skipBlanks(); // and ends of lines behind a backslash
    void skipLine();   // to its end, which stays

    void skipBalanced(char open, char close);
    void skipQuoted(char quote);

    // A word up to a blank or an operator. With `split`, unquoted expansions part at blanks.
    void readWord(Fields& fields, bool split);
    // The name of a variable; empty if none begins here.
    std::string_view readName();

    // Only the first one is kept.
    void fail(int line, std::string sentence);
    // Notes a piece of the script that only running it could tell, and why; returns its index.
    int addUnknown(int line, std::string_view text, std::string why, bool unset = false);
    static GlyphText unknownText(int index, int line) { return {{'?', line, index}}; }
    // The text with each stand-in as the script writes it; the first of them is remembered.
    ShellWord wordOf(const GlyphText& text) const;
    // Expands what a here-document holds, without quotes or splitting.
    GlyphText expandBody(std::string_view body, int line);
    // Of $((…)) and ((…)): nothing where only running the script could tell.
    std::optional<long long> arithmeticOf(std::string_view expression) const;
    // Calls `read` until `text` ends, and goes on behind where it was. The lines in it are not
    // those of the script: whatever is read there stands on the line it is asked for.
    template <class Read>
    void readWithin(std::string_view text, const Read& read)
    {
        const auto outside = std::tuple(m_text, m_at, m_line);
        m_text = text;
        m_at = 0;
        ++m_within;
        while (!atEnd())
            read();
        --m_within;
        std::tie(m_text, m_at, m_line) = outside;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_within = 0; // > 0: m_text is not the script
    ShellScript& m_script;
    std::map<std::string, ShellVariable, std::less<>> m_variables;

private:
    // Each function that reads ends behind the closing character. `from` and `line` are where the
    // whole expansion begins, for what is said of it; `quoted` is within double quotes, where
    // nothing is split.
    void append(Fields& fields, const Glyph& glyph);
    void literal(Fields& fields, char c) { append(fields, {c, m_line, -1}); }
    void appendValue(Fields& fields, const GlyphText& value, bool split);
    void unknown(Fields& fields, std::size_t from, int line, std::string why, bool unset = false);
    void readSingleQuotes(Fields& fields);
    void readDoubleQuotes(Fields& fields);
    void readDollar(Fields& fields, bool split, bool quoted);
    bool readKnownOutput(Fields& fields, std::string_view command, bool split, int line);
    void readBraces(Fields& fields, bool split, bool quoted);
    void readDefault(Fields& fields, bool split, bool quoted, const std::string& name, bool colon,
                     std::size_t from, int line);
    // The variables in it whose text is known and short enough to be a number.
    std::map<std::string, std::string, std::less<>>
    integersNamedIn(std::string_view expression) const;
    void readArithmetic(Fields& fields, std::size_t from, int line);
    // `every`: all items, as ${NAME[@]} does; else the first.
    void useVariable(Fields& fields, std::string_view name, bool split, bool every, bool quoted,
                     std::size_t from, int line);

    std::size_t m_expanded = 0; // glyphs so far; an unknown one counts as its longest text
    int m_depth = 0;            // of default values within each other
};

} // namespace strategy

// Pieces of a shell script while it is read. Internal to shell_script.cpp and
// shell_expansion.cpp.

#pragma once

#include "engine/strategy/convert/shell_script.h"

namespace strategy {

struct Glyph {
    char c = 0;
    int line = 0;
    int unknown = -1; // >= 0: stands for that piece
};

using GlyphText = std::vector<Glyph>;

struct ShellVariable {
    std::vector<GlyphText> items; // of a plain variable one
    bool array = false;
};

// Words that come out of one word as it is written: splitting an expansion makes more of it,
// and an empty expansion none.
struct Fields {
    std::vector<GlyphText> done;
    GlyphText current;
    bool open = false; // whether `current` is a word, be it empty

    void close()
    {
        if (open)
            done.push_back(std::move(current));
        current.clear();
        open = false;
    }
};

// Reads words and what they expand to.
class ShellExpansion {
public:
    ShellExpansion(std::string_view text, ShellScript& script)
        : m_text(text)
        , m_script(script)
    {
    }

protected:
    bool atEnd() const { return m_script.problem || m_at >= m_text.size(); }
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    bool nextIs(std::string_view word) const { return m_text.substr(m_at).starts_with(word); }
    char take();
    void skipBlanks(); // and ends of lines behind a backslash
    void skipLine();   // to its end, which stays

    // A word up to a blank or an operator. With `split`, unquoted expansions part at blanks.
    void readWord(Fields& fields, bool split);
    std::string_view readName();

    void fail(int line, std::string sentence);
    int addUnknown(int line, std::string_view text, std::string why);
    static GlyphText unknownText(int index, int line) { return {{'?', line, index}}; }
    ShellWord wordOf(const GlyphText& text) const;

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    ShellScript& m_script;
    std::map<std::string, ShellVariable, std::less<>> m_variables;

private:
    void append(Fields& fields, const Glyph& glyph);
    void literal(Fields& fields, char c) { append(fields, {c, m_line, -1}); }
    void appendValue(Fields& fields, const GlyphText& value, bool split);
    void unknown(Fields& fields, std::size_t from, int line, std::string why);
    void readSingleQuotes(Fields& fields);
    void readDoubleQuotes(Fields& fields);
    void readDollar(Fields& fields, bool split, bool quoted);
    void readBraces(Fields& fields, bool split, bool quoted);
    void readDefault(Fields& fields, bool split, bool quoted, const std::string& name, bool colon,
                     std::size_t from, int line);
    std::map<std::string, std::string, std::less<>>
    integersNamedIn(std::string_view expression) const;
    void readArithmetic(Fields& fields, std::size_t from, int line);
    void useVariable(Fields& fields, std::string_view name, bool split, bool every, bool quoted,
                     std::size_t from, int line);
    void skipBalanced(char open, char close);
    void skipQuoted(char quote);

    std::size_t m_expanded = 0;
    int m_depth = 0;
};

} // namespace strategy

#include "engine/strategy/convert/shell_script.h"

#include "engine/strategy/convert/shell_text.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace strategy {
namespace {

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 6> kBlockBegins{"if",    "for",  "while",
                                                       "until", "case", "select"};
constexpr std::array<std::string_view, 3> kBlockEnds{"fi", "done", "esac"};
constexpr std::array<std::string_view, 5> kBlockMiddles{"then", "do", "else", "elif", "!"};
constexpr std::array<std::string_view, 5> kDeclarations{"export", "declare", "local", "readonly",
                                                        "typeset"};
constexpr std::array<std::string_view, 3> kFollowed{"source", ".", "eval"};

// Follows a script from its first command to its last. Blocks are not a grammar here: what matters
// is only whether a command is in one, and so whether what it sets is certain.
class ScriptReader : public ShellExpansion {
public:
    using ShellExpansion::ShellExpansion;

    void run()
    {
        while (!atEnd())
            readCommand();
        for (const auto& [name, variable] : m_variables)
            if (variable.array)
                for (const GlyphText& item : variable.items)
                    m_script.arrays[name].push_back(wordOf(item));
    }

private:
    // One command, to the operator that ends it.
    void readCommand()
    {
        m_words = {};
        m_begun = m_at;
        while (!atEnd()) {
            skipBlanks();
            if (atEnd() || endsCommand())
                break;
            if (peek() == '<' || peek() == '>' || nextIs("&>"))
                skipRedirection();
            else if (!(mayAssign() && readAssignment()))
                readCommandWord();
        }
        finishCommand();
    }

    bool endsCommand()
    {
        switch (peek()) {
        case '\n':
            take();
            skipHereDocuments();
            return true;
        case '#':
            readComment();
            return atEnd() || endsCommand(); // a line ends behind it
        case ';':
        case '|':
            take();
            return true;
        case '&':
            if (peek(1) == '>')
                return false;
            take();
            return true;
        case '(':
            return readParenthesis();
        case ')':
            take();
            return true;
        default:
            return false;
        }
    }

    // `name()` begins a function, `((` is arithmetic, anything else a subshell.
    bool readParenthesis()
    {
        take();
        skipBlanks();
        if (m_words.done.size() == 1 && peek() == ')') {
            take();
            m_functionBegins = true;
            m_words = {};
            return false;
        }
        if (m_words.done.empty() && peek() == '(')
            for (skipLine(); !atEnd() && m_text[m_at - 1] != ')'; skipLine())
                take();
        return true;
    }

    void readComment()
    {
        constexpr std::string_view kBatch = "#SBATCH";
        const std::size_t begin = m_at;
        const int line = m_line;
        skipLine();
        const std::string_view comment = m_text.substr(begin, m_at - begin);
        // To the shell these are comments, to Slurm the size of the job.
        if (!comment.starts_with(kBatch) || m_script.batch.size() > kMaxScriptWords)
            return;
        std::string word;
        for (const char c : std::string(comment.substr(kBatch.size())) + ' ') {
            if (c != ' ' && c != '\t' && c != '=')
                word += c;
            else if (!word.empty())
                m_script.batch.push_back({std::exchange(word, {}), line, -1});
        }
    }

    void skipRedirection()
    {
        const bool here = nextIs("<<") && !nextIs("<<<");
        while (peek() == '<' || peek() == '>' || peek() == '&')
            take();
        if (here && peek() == '-')
            take();
        skipBlanks();
        Fields target;
        const std::size_t begin = m_at;
        readWord(target, false);
        if (!here)
            return;
        std::string delimiter;
        for (const char c : m_text.substr(begin, m_at - begin))
            if (c != '\'' && c != '"' && c != '\\')
                delimiter += c;
        m_delimiters.push_back(std::move(delimiter));
    }

    void skipHereDocuments()
    {
        for (const std::string& delimiter : std::exchange(m_delimiters, {})) {
            while (!atEnd()) {
                const std::size_t begin = m_at;
                skipLine();
                std::string_view line = m_text.substr(begin, m_at - begin);
                line.remove_prefix(std::min(line.size(), line.find_first_not_of('\t')));
                if (!atEnd())
                    take();
                if (line == delimiter)
                    break;
            }
        }
    }

    // Before the first word of a command, and behind `export` and the like.
    bool mayAssign()
    {
        if (m_words.done.empty())
            m_declares.reset();
        else if (!m_declares)
            m_declares = isOneOf(wordOf(m_words.done.front()).text, kDeclarations);
        return m_declares.value_or(true);
    }

    // NAME=value, NAME+=value, NAME=(words). False, and nothing read, if it is none.
    bool readAssignment()
    {
        const std::size_t begin = m_at;
        const int line = m_line;
        const std::string name(readName());
        const bool adds = nextIs("+=");
        if (name.empty() || !(adds || peek() == '=')) {
            m_at = begin;
            return false;
        }
        m_at += adds ? 2 : 1;
        ShellVariable value;
        Fields fields;
        if (peek() == '(') {
            value.array = true;
            readArray(fields);
        } else {
            fields.open = true;
            readWord(fields, false);
        }
        value.items = std::move(fields.done);
        if (!value.array)
            join(value.items);
        assign(name, std::move(value), adds, line);
        return true;
    }

    // X="${ARRAY[@]}" is one text.
    static void join(std::vector<GlyphText>& items)
    {
        for (std::size_t i = 1; i < items.size(); ++i) {
            items[0].push_back({' ', items[i].empty() ? 0 : items[i].front().line, -1});
            items[0].insert(items[0].end(), items[i].begin(), items[i].end());
        }
        items.resize(std::min<std::size_t>(1, items.size()));
    }

    void readArray(Fields& fields)
    {
        const int line = m_line;
        take();
        while (!atEnd() && peek() != ')') {
            skipBlanks();
            if (peek() == '\n')
                take();
            else if (peek() == '#')
                skipLine();
            else if (peek() == ';' || peek() == '&' || peek() == '|' || peek() == '('
                     || peek() == '<' || peek() == '>')
                return fail(m_line, "has an operator inside an array");
            else if (peek() != ')')
                readWord(fields, true);
        }
        if (atEnd())
            return fail(line, "has a ( that is not closed");
        take();
    }

    void assign(const std::string& name, ShellVariable value, bool adds, int line)
    {
        if (m_conditional > 0 && adds) {
            m_script.leftOut.push_back(
                {line, name, "is added to only in a branch, a loop or a function; left out"});
            return;
        }
        ShellVariable& variable = m_variables[name];
        if (m_conditional > 0) {
            const int index = addUnknown(line, '$' + name,
                                         "is set in a branch, a loop or a function on line "
                                             + std::to_string(line));
            variable = {{unknownText(index, line)}, value.array};
        } else if (!adds) {
            variable = std::move(value);
        } else if (value.array) {
            variable.array = true;
            for (GlyphText& item : value.items)
                variable.items.push_back(std::move(item));
        } else {
            if (variable.items.empty())
                variable.items.emplace_back();
            for (const GlyphText& item : value.items)
                variable.items.front().insert(variable.items.front().end(), item.begin(),
                                              item.end());
        }
    }

    void readCommandWord()
    {
        const std::size_t begin = m_at;
        const bool first = m_words.done.empty();
        readWord(m_words, true);
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (m_at == begin) {
            take(); // an operator in no place for one
            return;
        }
        const bool descriptor = (peek() == '<' || peek() == '>')
            && word.find_first_not_of("0123456789") == std::string_view::npos;
        if (descriptor && !m_words.done.empty())
            m_words.done.pop_back();
        if (first)
            followKeyword(word);
    }

    void followKeyword(std::string_view word)
    {
        if (isOneOf(word, kBlockBegins)) {
            ++m_conditional;
            if (word == "for" || word == "select" || word == "case")
                skipHead();
        } else if (isOneOf(word, kBlockEnds)) {
            m_conditional = std::max(0, m_conditional - 1);
        } else if (word == "{") {
            m_braces.push_back(std::exchange(m_functionBegins, false));
            m_conditional += m_braces.back() ? 1 : 0;
        } else if (word == "}") {
            if (!m_braces.empty()) {
                m_conditional = std::max(0, m_conditional - (m_braces.back() ? 1 : 0));
                m_braces.pop_back();
            }
        } else if (word == "function") {
            m_functionBegins = true;
            skipBlanks();
            readName();
            if (nextIs("()"))
                m_at += 2;
        } else if (!isOneOf(word, kBlockMiddles)) {
            if (isOneOf(word, kFollowed))
                m_script.leftOut.push_back({m_line, std::string(word),
                                            "takes in what is written elsewhere, which is not "
                                            "followed"});
            return;
        }
        m_words = {};
    }

    // `for NAME in …`, `case … in`: no command; the name changes as the loop runs.
    void skipHead()
    {
        skipBlanks();
        const int line = m_line;
        if (const std::string name(readName()); !name.empty())
            assign(name, {}, false, line);
        while (!atEnd() && peek() != '\n' && peek() != ';')
            take();
    }

    void finishCommand()
    {
        m_words.close();
        std::vector<ShellWord> command;
        bool isScript = false; // of `sh -c`
        for (const GlyphText& text : m_words.done) {
            if (isScript)
                splitScript(text, command);
            else
                command.push_back(wordOf(text));
            isScript = !command.empty() && command.back().text == "-c";
        }
        m_count += command.size();
        if (m_count > kMaxScriptWords)
            fail(m_line, "has more than " + std::to_string(kMaxScriptWords) + " words");
        if (!command.empty() && !m_script.problem)
            m_script.commands.push_back(std::move(command));
        if (m_at == m_begun && !atEnd())
            take();
    }

    void splitScript(const GlyphText& text, std::vector<ShellWord>& command) const
    {
        GlyphText word;
        const auto close = [&] {
            if (!word.empty())
                command.push_back(wordOf(word));
            word.clear();
        };
        for (const Glyph& glyph : text) {
            if (glyph.unknown < 0 && (glyph.c == ' ' || glyph.c == '\t' || glyph.c == '\n'))
                close();
            else
                word.push_back(glyph);
        }
        close();
    }

    Fields m_words;                 // of the command being read
    std::optional<bool> m_declares; // its first word, once there is one
    std::size_t m_begun = 0;
    std::size_t m_count = 0;
    int m_conditional = 0; // branches, loops and functions around the place being read
    bool m_functionBegins = false;
    std::vector<bool> m_braces; // open ones; true: of a function
    std::vector<std::string> m_delimiters;
};

} // namespace

ShellScript readShellScript(std::string_view text)
{
    ShellScript script;
    if (text.size() > kMaxScriptBytes) {
        script.problem = Problem{1, "file",
                                 "has " + std::to_string(text.size())
                                     + " bytes; a script of arguments has at most "
                                     + std::to_string(kMaxScriptBytes)};
        return script;
    }
    int line = 1;
    std::string clean; // without carriage returns
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t length = characterLength(rest);
        if (length == 0) {
            script.problem = Problem{line, "file",
                                     "has a byte that is not printable UTF-8 text ("
                                         + shown(rest.substr(0, 1)) + ")"};
            return script;
        }
        line += rest.front() == '\n' ? 1 : 0;
        if (rest.front() != '\r')
            clean += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    ScriptReader(clean, script).run();
    return script;
}

} // namespace strategy

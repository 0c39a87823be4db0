// Words of a shell script and what they expand to.

#include "engine/strategy/convert/shell_text.h"

#include <algorithm>

namespace strategy {
namespace {

constexpr std::size_t kUnknownWeight = 60; // bytes of its text at most
constexpr std::size_t kMaxUnknowns = 10'000;
constexpr std::string_view kWordEnds = " \t\n;&|()<>";

bool isShellNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isShellName(char c) { return isShellNameStart(c) || (c >= '0' && c <= '9'); }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

bool isKnown(const GlyphText& text)
{
    return std::none_of(text.begin(), text.end(), [](const Glyph& g) { return g.unknown >= 0; });
}

std::string charactersOf(const GlyphText& text)
{
    std::string result;
    for (const Glyph& glyph : text)
        result += glyph.c;
    return result;
}

} // namespace

char ShellExpansion::take()
{
    if (m_at >= m_text.size())
        return '\0';
    const char c = m_text[m_at++];
    m_line += c == '\n' && m_within == 0 ? 1 : 0;
    return c;
}

void ShellExpansion::skipBlanks()
{
    while (!atEnd()) {
        if (peek() == '\\' && peek(1) == '\n')
            take();
        else if (peek() != ' ' && peek() != '\t')
            return;
        take();
    }
}

void ShellExpansion::skipLine()
{
    while (!atEnd() && peek() != '\n')
        take();
}

std::string_view ShellExpansion::readName()
{
    const std::size_t begin = m_at;
    if (isShellNameStart(peek()))
        while (isShellName(peek()))
            ++m_at;
    return m_text.substr(begin, m_at - begin);
}

void ShellExpansion::fail(int line, std::string sentence)
{
    if (!m_script.problem)
        m_script.problem = Problem{line, "file", std::move(sentence)};
}

int ShellExpansion::addUnknown(int line, std::string_view text, std::string why, bool unset)
{
    // Added all the same, so that the index returned is one that exists.
    if (m_script.unknowns.size() >= kMaxUnknowns)
        fail(line,
             "has more than " + std::to_string(kMaxUnknowns)
                 + " places that only running it could tell");
    m_script.unknowns.push_back({line, shown(text), std::move(why), unset});
    return static_cast<int>(m_script.unknowns.size()) - 1;
}

ShellWord ShellExpansion::wordOf(const GlyphText& text) const
{
    ShellWord word{{}, text.empty() ? m_line : text.front().line, -1, false};
    for (const Glyph& glyph : text) {
        word.assumed = word.assumed || glyph.assumed;
        if (glyph.unknown < 0) {
            word.text += glyph.c;
            continue;
        }
        word.text += m_script.unknowns[static_cast<std::size_t>(glyph.unknown)].text;
        if (word.unknown < 0)
            word.unknown = glyph.unknown;
    }
    return word;
}

void ShellExpansion::append(Fields& fields, const Glyph& glyph)
{
    // Counted over the whole script: doubling a variable thirty times is a short script and a long
    // text.
    m_expanded += glyph.unknown < 0 ? 1 : kUnknownWeight;
    if (m_expanded > kMaxExpandedBytes)
        return fail(m_line,
                    "expands to more than " + std::to_string(kMaxExpandedBytes)
                        + " characters up to here; is there a variable that holds itself twice?");
    fields.current.push_back(glyph);
    fields.open = true;
}

void ShellExpansion::appendValue(Fields& fields, const GlyphText& value, bool split)
{
    for (const Glyph& glyph : value) {
        // An unknown piece is taken for one word: how many it is only the run would tell.
        if (split && glyph.unknown < 0 && isBlank(glyph.c))
            fields.close();
        else
            append(fields, glyph);
        if (m_script.problem)
            return;
    }
}

void ShellExpansion::unknown(Fields& fields, std::size_t from, int line, std::string why,
                             bool unset)
{
    // The text as it stands in the script, for the sentence about it.
    const int index = addUnknown(line, m_text.substr(from, m_at - from), std::move(why), unset);
    append(fields, {'?', line, index});
}

void ShellExpansion::readWord(Fields& fields, bool split)
{
    while (!atEnd() && kWordEnds.find(peek()) == std::string_view::npos) {
        if (peek() == '\\') {
            take();
            if (peek() == '\n')
                take();
            else if (!atEnd())
                literal(fields, take());
        } else if (peek() == '\'') {
            readSingleQuotes(fields);
        } else if (peek() == '"') {
            readDoubleQuotes(fields);
        } else if (peek() == '$' || peek() == '`') {
            readDollar(fields, split, false);
        } else {
            literal(fields, take());
        }
    }
    fields.close();
    if (fields.done.size() > kMaxScriptWords)
        fail(m_line, "has more than " + std::to_string(kMaxScriptWords) + " words in one command");
}

void ShellExpansion::readSingleQuotes(Fields& fields)
{
    const int line = m_line;
    take();
    fields.open = true;
    while (!atEnd() && peek() != '\'')
        literal(fields, take());
    if (atEnd())
        return fail(line, "has a ' that is not closed");
    take();
}

void ShellExpansion::readDoubleQuotes(Fields& fields)
{
    const int line = m_line;
    take();
    // "${EMPTY[@]}" is no word at all, "" is one.
    if (!nextIs("${") || peek() == '"')
        fields.open = true;
    while (!atEnd() && peek() != '"') {
        if (peek() == '\\' && peek(1) == '\n') {
            take();
            take();
        } else if (peek() == '\\' && std::string_view("$`\"\\").find(peek(1)) != std::string::npos
                   && peek(1) != '\0') {
            take();
            literal(fields, take());
        } else if (peek() == '$' || peek() == '`') {
            readDollar(fields, false, true);
        } else {
            literal(fields, take());
        }
    }
    if (atEnd())
        return fail(line, "has a \" that is not closed");
    take();
}

void ShellExpansion::readDollar(Fields& fields, bool split, bool quoted)
{
    const std::size_t from = m_at;
    const int line = m_line;
    if (take() == '`') {
        skipQuoted('`');
        return unknown(fields, from, line, "is the output of a command");
    }
    // Before $(: both begin with the same parenthesis.
    if (nextIs("(("))
        return readArithmetic(fields, from, line);
    if (peek() == '(') {
        skipBalanced('(', ')');
        if (readKnownOutput(fields, m_text.substr(from + 2, m_at - from - 3), split, line))
            return;
        return unknown(fields, from, line, "is the output of a command");
    }
    if (peek() == '{')
        return readBraces(fields, split, quoted);
    if (isShellNameStart(peek())) {
        const std::string_view name = readName();
        return useVariable(fields, name, split, false, quoted, from, line);
    }
    if (std::string_view("@*#?$!-0123456789").find(peek()) != std::string_view::npos
        && peek() != '\0') {
        take();
        return unknown(fields, from, line, "is given when the script is run");
    }
    literal(fields, '$');
}

// Only the names that occur: a script may set thousands of variables, and each $(( )) asks anew.
std::map<std::string, std::string, std::less<>>
ShellExpansion::integersNamedIn(std::string_view expression) const
{
    std::map<std::string, std::string, std::less<>> integers;
    for (std::size_t i = 0; i < expression.size();) {
        std::size_t end = i;
        while (end < expression.size() && isShellName(expression[end]))
            ++end;
        const auto found = m_variables.find(expression.substr(i, end - i));
        i = end + 1;
        if (found == m_variables.end() || found->second.items.size() != 1)
            continue;
        const GlyphText& text = found->second.items.front();
        if (text.size() < 20 && isKnown(text)) // digits of 64 bits
            integers.emplace(found->first, charactersOf(text));
    }
    return integers;
}

void ShellExpansion::readArithmetic(Fields& fields, std::size_t from, int line)
{
    take();
    const std::size_t begin = m_at;
    skipBalanced('(', ')');
    if (peek() != ')')
        return unknown(fields, from, line, "is not closed as arithmetic is");
    const std::string_view inside = m_text.substr(begin + 1, m_at - begin - 2);
    take();
    const auto value = arithmeticOf(inside);
    if (!value)
        return unknown(fields, from, line,
                       "is arithmetic that cannot be done without running the script");
    for (const char digit : std::to_string(*value))
        append(fields, {digit, line, -1});
}

std::optional<long long> ShellExpansion::arithmeticOf(std::string_view expression) const
{
    return shellArithmetic(expression, integersNamedIn(expression));
}

void ShellExpansion::readBraces(Fields& fields, bool split, bool quoted)
{
    const std::size_t from = m_at - 1;
    const int line = m_line;
    take();
    const std::string name(readName());
    if (!name.empty() && peek() == '}') {
        take();
        return useVariable(fields, name, split, false, quoted, from, line);
    }
    if (!name.empty() && (nextIs("[@]}") || nextIs("[*]}"))) {
        m_at += 4;
        return useVariable(fields, name, split, true, quoted, from, line);
    }
    // $1 and the like: what the caller gives, for which a default may stand.
    const bool argument = name.empty() && peek() >= '0' && peek() <= '9';
    while (argument && peek() >= '0' && peek() <= '9')
        take();
    const bool colon = peek() == ':' && (peek(1) == '-' || peek(1) == '=');
    if ((!name.empty() || argument) && (colon || peek() == '-' || peek() == '=')
        && m_depth < kMaxExpansionDepth) {
        m_at += colon ? 2 : 1;
        const std::string shownName = argument ? std::string(m_text.substr(from + 2, 1)) : name;
        return readDefault(fields, split, quoted, shownName, colon, from, line);
    }
    // Back to the brace, so that the expansion is skipped as a whole, with whatever it holds.
    m_at = from + 1;
    skipBalanced('{', '}');
    // ${name%suffix}, ${name:offset} and the like: rare in what sets the sizes of a run.
    unknown(fields, from, line, "is an expansion that is not followed");
}

void ShellExpansion::readDefault(Fields& fields, bool split, bool quoted, const std::string& name,
                                 bool colon, std::size_t from, int line)
{
    // A default may hold further expansions, and those defaults of their own.
    ++m_depth;
    Fields word;
    while (!atEnd() && peek() != '}') {
        if (peek() == '$' || peek() == '`')
            readDollar(word, false, quoted);
        else if (peek() == '"' && !quoted)
            readDoubleQuotes(word);
        else if (peek() == '\'' && !quoted)
            readSingleQuotes(word);
        else
            literal(word, take());
    }
    --m_depth;
    if (atEnd())
        return fail(line, "has a ${ that is not closed");
    take();
    const auto found = m_variables.find(name);
    if (found != m_variables.end()
        && !(colon && (found->second.items.empty() || found->second.items.front().empty())))
        return useVariable(fields, name, split, false, quoted, from, line);
    // A default is a guess at what the caller did not say, so it is reported.
    m_script.assumed.push_back({line, shown(m_text.substr(from, m_at - from)),
                                "takes its default " + shown(charactersOf(word.current))
                                    + "; whoever runs the script may set another"});
    if (quoted)
        fields.open = true;
    for (Glyph& glyph : word.current)
        glyph.assumed = true;
    appendValue(fields, word.current, split);
}

void ShellExpansion::useVariable(Fields& fields, std::string_view name, bool split, bool every,
                                 bool quoted, std::size_t from, int line)
{
    const auto found = m_variables.find(name);
    if (found == m_variables.end())
        return unknown(fields, from, line, "is not set in the script", true);
    const std::vector<GlyphText>& items = found->second.items;
    if (quoted && !every)
        fields.open = true;
    for (std::size_t i = 0; i < items.size() && (every || i == 0) && !m_script.problem; ++i) {
        ++m_expanded; // empty ones cost too
        if (i > 0)
            fields.close();
        if (quoted && every)
            fields.open = true;
        appendValue(fields, items[i], split);
    }
}

void ShellExpansion::skipQuoted(char quote)
{
    const int line = m_line;
    while (!atEnd() && peek() != quote) {
        if (peek() == '\\' && quote != '\'' && m_at + 1 < m_text.size())
            take();
        take();
    }
    if (atEnd())
        return fail(line, std::string("has a ") + quote + " that is not closed");
    take();
}

void ShellExpansion::skipBalanced(char open, char close)
{
    const int line = m_line;
    int depth = 0;
    while (!atEnd()) {
        const char c = take();
        if (c == '\\' && !atEnd())
            take();
        else if (c == '\'' || c == '"' || c == '`')
            skipQuoted(c);
        else if (c == open)
            ++depth;
        else if (c == close && --depth == 0)
            return;
    }
    fail(line, std::string("has a ") + open + " that is not closed");
}

} // namespace strategy

// Variables and arrays of a script, and what branches do to them that nobody can decide.

#include "engine/strategy/convert/shell_reader.h"

#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

constexpr std::array<std::string_view, 5> kDeclarations{"export", "declare", "local", "readonly",
                                                        "typeset"};

bool isSameGlyph(const Glyph& one, const Glyph& other)
{
    return one.c == other.c && one.unknown == other.unknown;
}

bool isSame(const GlyphText& a, const GlyphText& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSameGlyph);
}

// X="${ARRAY[@]}" is one text.
void join(std::vector<GlyphText>& items)
{
    for (std::size_t i = 1; i < items.size(); ++i) {
        items[0].push_back({' ', items[i].empty() ? 0 : items[i].front().line, -1});
        items[0].insert(items[0].end(), items[i].begin(), items[i].end());
    }
    items.resize(std::min<std::size_t>(1, items.size()));
}

bool isBlankGlyph(const Glyph& glyph) { return glyph.unknown < 0 && glyph.c == ' '; }

// What `now` has more than `before`, in front of it or behind; nothing if it does not hold it.
std::optional<GlyphText> textAddition(const GlyphText& before, const GlyphText& now)
{
    if (now.size() < before.size())
        return std::nullopt;
    const auto more = static_cast<std::ptrdiff_t>(now.size() - before.size());
    const auto length = static_cast<std::ptrdiff_t>(before.size());
    if (std::equal(before.begin(), before.end(), now.begin(), isSameGlyph))
        return GlyphText(now.begin() + length, now.end());
    if (std::equal(before.begin(), before.end(), now.begin() + more, isSameGlyph))
        return GlyphText(now.begin(), now.begin() + more);
    return std::nullopt;
}

std::optional<std::vector<GlyphText>> addition(const std::vector<GlyphText>& before,
                                               const std::vector<GlyphText>& now, bool array)
{
    if (!array) {
        static const GlyphText kNothing;
        auto more = textAddition(before.empty() ? kNothing : before.front(),
                                 now.empty() ? kNothing : now.front());
        if (!more)
            return std::nullopt;
        return std::vector<GlyphText>{*std::move(more)};
    }
    if (now.size() < before.size())
        return std::nullopt;
    const auto more = static_cast<std::ptrdiff_t>(now.size() - before.size());
    const auto length = static_cast<std::ptrdiff_t>(before.size());
    if (std::equal(before.begin(), before.end(), now.begin(), isSame))
        return std::vector<GlyphText>(now.begin() + length, now.end());
    if (std::equal(before.begin(), before.end(), now.begin() + more, isSame))
        return std::vector<GlyphText>(now.begin(), now.begin() + more);
    return std::nullopt;
}

bool isArguments(const std::vector<GlyphText>& items)
{
    constexpr std::ptrdiff_t kMostBlanks = 1000; // since this is asked again and again
    if (items.empty())
        return true;
    const GlyphText& text = items.front();
    const auto end = text.begin() + std::min(kMostBlanks, static_cast<std::ptrdiff_t>(text.size()));
    const auto first = std::find_if_not(text.begin(), end, isBlankGlyph);
    return first == text.end() || (first != end && first->unknown < 0 && first->c == '-');
}

} // namespace

// Before the first word of a command, and behind `export` and the like.
bool ScriptReader::mayAssign()
{
    if (m_words.done.empty())
        m_declares.reset();
    else if (!m_declares) {
        const std::string word = wordOf(m_words.done.front()).text;
        m_declares
            = std::find(kDeclarations.begin(), kDeclarations.end(), word) != kDeclarations.end();
    }
    return m_declares.value_or(true);
}

// NAME=value, NAME+=value, NAME=(words). False, and nothing read, if it is none.
bool ScriptReader::readAssignment()
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
    m_assigned = true;
    assign(name, std::move(value), adds, line);
    return true;
}

void ScriptReader::readArray(Fields& fields)
{
    const int line = m_line;
    take();
    while (!atEnd() && peek() != ')') {
        skipBlanks();
        if (peek() == '\n')
            take();
        else if (peek() == '#')
            skipLine();
        else if (peek() == ';' || peek() == '&' || peek() == '|' || peek() == '(' || peek() == '<'
                 || peek() == '>')
            return fail(m_line, "has an operator inside an array");
        else if (peek() != ')')
            readWord(fields, true);
    }
    if (atEnd())
        return fail(line, "has a ( that is not closed");
    take();
}

void ScriptReader::assign(const std::string& name, ShellVariable value, bool adds, int line)
{
    if (gate() == Gate::Skip)
        return;
    if (gate() == Gate::Maybe)
        return assignMaybe(name, value, adds, line);
    ShellVariable& variable = m_variables[name];
    if (!adds) {
        variable = std::move(value);
    } else if (value.array) {
        variable.array = true;
        for (GlyphText& item : value.items)
            variable.items.push_back(std::move(item));
    } else {
        if (variable.items.empty())
            variable.items.emplace_back();
        for (const GlyphText& item : value.items)
            variable.items.front().insert(variable.items.front().end(), item.begin(), item.end());
    }
}

// In a branch that cannot be decided: what it adds to arguments is left out, what it sets makes
// the variable unknown, and both are told.
void ScriptReader::assignMaybe(const std::string& name, const ShellVariable& value, bool adds,
                               int line)
{
    std::string text;
    for (const GlyphText& item : value.items)
        text += (text.empty() ? "" : " ") + wordOf(item).text;
    const auto found = m_variables.find(name);
    static const std::vector<GlyphText> kNone;
    const std::vector<GlyphText>& before = found == m_variables.end() ? kNone : found->second.items;
    const auto more = adds ? std::nullopt : addition(before, value.items, value.array);
    const bool extends = more && !(before.empty() && !isArguments(value.items));
    if (extends && !adds) {
        text.clear();
        for (const GlyphText& item : *more)
            text += (text.empty() ? "" : " ") + wordOf(item).text;
    }
    // A text of arguments is one of several that may be given, whatever it held before.
    const bool chooses = isArguments(value.items) && isArguments(before) && !text.empty();
    if (adds || (extends && (value.array || isArguments(*more))) || chooses) {
        if (found == m_variables.end())
            m_variables[name]
                = {value.array ? std::vector<GlyphText>{} : std::vector<GlyphText>{GlyphText{}},
                   value.array};
        if (!text.empty())
            m_script.leftOut.push_back({line, name,
                                        "takes " + shown(text)
                                            + " only in a branch, a loop or a function that is not "
                                              "decided here; left out"});
        return;
    }
    std::string others;
    if (found != m_variables.end() && found->second.items.size() == 1
        && found->second.items.front().size() == 1) {
        const int index = found->second.items.front().front().unknown;
        if (index >= 0 && m_script.unknowns[static_cast<std::size_t>(index)].text == '$' + name)
            others = m_script.unknowns[static_cast<std::size_t>(index)].why;
    }
    const std::string here = shown(text) + " on line " + std::to_string(line);
    const int index = addUnknown(line, '$' + name,
                                 others.empty() || others.size() > 300
                                     ? "is set in a branch, a loop or a function to " + here
                                     : others + ", to " + here);
    m_variables[name] = {{unknownText(index, line)}, value.array};
}

} // namespace strategy

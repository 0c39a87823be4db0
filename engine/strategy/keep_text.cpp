#include "engine/strategy/keep_text.h"

#include "engine/strategy/file.h"
#include "engine/strategy/keep_flow.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace strategy {
namespace {

using Key = std::pair<std::string, std::string>; // section, field; no field: the section itself

struct Line {
    std::string text; // without its end
    std::size_t indent = 0;
    std::string key;      // before a ':'; empty: no key stands here
    std::string value;    // behind it, without comment
    std::string comment;  // "# …", if any
    bool isBlank = false; // but for a comment
};

// Where a comment begins: a '#' at the start or behind a space, outside of quotes.
std::size_t commentAt(std::string_view text)
{
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (quote != 0)
            quote = text[i] == quote ? char(0) : quote;
        else if ((text[i] == '"' || text[i] == '\'')
                 && (i == 0
                     || std::string_view(" :[{,").find(text[i - 1]) != std::string_view::npos))
            quote = text[i];
        else if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t'))
            return i;
    }
    return text.size();
}

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

Line parseLine(std::string_view text)
{
    Line line;
    line.text = text;
    const std::size_t comment = commentAt(text);
    line.comment = trimmed(text.substr(comment));
    const std::string_view said = text.substr(0, comment);
    line.indent = std::min(said.find_first_not_of(' '), said.size());
    line.isBlank = trimmed(said).empty();
    const std::size_t end = said.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", line.indent);
    if (end == std::string_view::npos || end == line.indent || said[end] != ':'
        || (end + 1 < said.size() && said[end + 1] != ' ' && said[end + 1] != '\r'))
        return line;
    line.key = said.substr(line.indent, end - line.indent);
    line.value = trimmed(said.substr(end + 1));
    return line;
}

struct Field {
    std::size_t first = 0; // lines
    std::size_t last = 0;  // included
};

struct Layout {
    std::vector<Line> lines;
    std::map<Key, Field> fields; // of sections the header's line alone, or all of one in one value
    std::map<std::string, std::size_t> indents; // of the fields of a section
    std::map<std::string, std::size_t> ends;    // last line of a section
};

Layout layoutOf(std::string_view text)
{
    Layout layout;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        layout.lines.push_back(parseLine(text.substr(at, end - at)));
        at = end + 1;
    }
    std::string section;
    Field* open = nullptr; // takes the lines of its value
    std::size_t openIndent = 0;
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
        const Line& line = layout.lines[i];
        if (line.isBlank)
            continue;
        const bool isItem = line.text.compare(line.indent, 1, "-") == 0;
        const bool isField = !line.key.empty() && !section.empty() && line.indent > 0
            && (!layout.indents.contains(section) || layout.indents[section] == line.indent);
        if (!line.key.empty() && line.indent == 0) {
            section = line.key;
            open = &(layout.fields[{section, {}}] = {i, i});
            openIndent = 0;
        } else if (isField && layout.lines[layout.fields[{section, {}}].first].value.empty()) {
            layout.indents[section] = line.indent;
            open = &(layout.fields[{section, line.key}] = {i, i});
            openIndent = line.indent;
        } else if (open != nullptr && (line.indent > openIndent || isItem)) {
            open->last = i;
        }
        layout.ends[section] = i;
    }
    return layout;
}

// [key] -> value, of the canonical text, which has a line for each.
std::map<Key, std::string> valuesOf(const Strategy& strategy)
{
    std::map<Key, std::string> values;
    std::string section;
    for (const Line& line : layoutOf(writeStrategy(strategy)).lines) {
        if (line.indent == 0)
            section = line.key;
        if (line.indent > 0 || !line.value.empty())
            values[{section, line.indent > 0 ? line.key : std::string()}] = line.value;
    }
    return values;
}

// Whether a list says the same of every stage that one number does.
bool repeats(std::string_view list, std::string_view number)
{
    if (number.empty() || !list.starts_with('[') || !list.ends_with(']'))
        return false;
    list = list.substr(1, list.size() - 2);
    while (list.starts_with(number) && list.substr(number.size()).starts_with(", "))
        list.remove_prefix(number.size() + 2);
    return list == number;
}

// What stands in the text, sound or not; empty where it is no strategy file.
std::optional<Strategy> readAsIs(std::string_view text, const std::string& folder)
{
    ReadResult read = readStrategy(text, folder);
    if (!read.lines.contains("bubblescope"))
        return {};
    return read.strategy ? std::move(*read.strategy) : std::move(read.draft);
}

// Changes a layout, value by value.
class Rewriting {
public:
    explicit Rewriting(Layout layout)
        : m_layout(std::move(layout))
        , m_before(m_layout.lines.size() + 1)
        , m_gone(m_layout.lines.size())
    {
    }

    // False: the section is one value, and has to be written whole.
    bool set(const Key& key, const std::string& value)
    {
        const auto& [section, field] = key;
        const auto found = m_layout.fields.find(key);
        if (found != m_layout.fields.end()) {
            const Line& line = m_layout.lines[found->second.first];
            // The same value in another spelling stays as its author wrote it.
            if (repeats(value, line.value))
                return true;
            const std::string name = field.empty() ? section : field;
            remove(found->second, false);
            m_before[found->second.first].push_back(
                std::string(line.indent, ' ') + name + ": " + value
                + (line.comment.empty() ? "" : "  " + line.comment));
            return true;
        }
        const auto header = m_layout.fields.find({section, {}});
        if (header == m_layout.fields.end()) {
            m_behind[section].push_back(value.empty() ? field : field + ": " + value);
            return true;
        }
        if (field.empty() || !m_layout.indents.contains(section))
            return false;
        m_before[m_layout.ends[section] + 1].push_back(std::string(m_layout.indents[section], ' ')
                                                       + field + ": " + value);
        m_kept.insert(section);
        return true;
    }

    bool unset(const Key& key)
    {
        const auto found = m_layout.fields.find(key);
        if (found != m_layout.fields.end())
            remove(found->second, true);
        return found != m_layout.fields.end();
    }

    std::string text()
    {
        dropEmptySections();
        std::string text;
        for (std::size_t i = 0; i <= m_layout.lines.size(); ++i) {
            for (const std::string& line : m_before[i])
                text += line + '\n';
            if (i < m_layout.lines.size() && !m_gone[i])
                text += m_layout.lines[i].text + '\n';
        }
        for (const auto& [section, fields] : m_behind) {
            const bool isScalar = fields.front().starts_with(": ");
            text += section + (isScalar ? fields.front() : ":") + '\n';
            for (const std::string& field : fields)
                text += isScalar ? "" : "  " + field + '\n';
        }
        return text;
    }

private:
    // Comments stay.
    void remove(const Field& field, bool withFirstComment)
    {
        for (std::size_t i = field.first; i <= field.last; ++i) {
            const Line& line = m_layout.lines[i];
            if (line.isBlank || m_gone[i])
                continue;
            m_gone[i] = true;
            if (!line.comment.empty() && (i > field.first || withFirstComment))
                m_before[i + 1].push_back(std::string(line.indent, ' ') + line.comment);
        }
    }

    void dropEmptySections()
    {
        for (const auto& [key, field] : m_layout.fields) {
            const auto& section = key.first;
            if (!key.second.empty() || m_kept.contains(section)
                || !m_layout.indents.contains(section))
                continue;
            const bool empty = std::all_of(
                m_layout.fields.begin(), m_layout.fields.end(), [&](const auto& other) {
                    return other.first.first != section || other.first.second.empty()
                        || (m_gone[other.second.first] && m_before[other.second.first].empty());
                });
            if (empty)
                remove({field.first, field.first}, true);
        }
    }

    Layout m_layout;
    std::vector<std::vector<std::string>> m_before;           // [line]
    std::vector<bool> m_gone;                                 // [line]
    std::set<std::string> m_kept;                             // sections that got a field
    std::map<std::string, std::vector<std::string>> m_behind; // new sections
};

// What is to become of a key; no value: it goes.
struct Change {
    Key key;
    std::optional<std::string> value;
};

bool hasSection(const std::map<Key, std::string>& values, const std::string& section)
{
    const auto first = values.lower_bound({section, {}});
    return first != values.end() && first->first.first == section;
}

// Of a text that is one mapping in flow style.
std::optional<std::string> inFlow(std::string_view original, const std::vector<Change>& changes,
                                  const std::map<Key, std::string>& has)
{
    std::string text(original);
    for (const Change& change : changes) {
        const auto& [section, field] = change.key;
        const std::size_t root = flowRoot(text);
        std::optional<std::string> next;
        if (field.empty() || !hasSection(has, section))
            next = setInFlow(text, root, section, change.value);
        else if (const std::size_t within = flowWithin(text, root, section);
                 within != std::string_view::npos)
            next = setInFlow(text, within, field, change.value);
        else if (change.value)
            next = setInFlow(text, root, section, '{' + field + ": " + *change.value + '}');
        if (!next)
            return {};
        text = *std::move(next);
    }
    return text;
}

// Of one whose sections stand in block style, some of them perhaps holding a mapping in flow style.
std::optional<std::string> inBlock(std::string_view original, const std::vector<Change>& changes,
                                   const std::map<Key, std::string>& has)
{
    Rewriting rewriting(layoutOf(original));
    std::vector<Change> inSections;
    for (const Change& change : changes) {
        const auto& [section, field] = change.key;
        const bool isFlow
            = !field.empty() && flowSection(original, section) != std::string_view::npos;
        if (isFlow && hasSection(has, section))
            inSections.push_back(change);
        else if (isFlow)
            rewriting.unset({section, {}});
        else if (!change.value)
            rewriting.unset(change.key);
        else if (!rewriting.set(change.key, *change.value))
            return {};
    }
    std::string text = rewriting.text();
    for (const Change& change : inSections) {
        auto next
            = setInFlow(text, flowSection(text, change.key.first), change.key.second, change.value);
        if (!next)
            return {};
        text = *std::move(next);
    }
    return text;
}

} // namespace

bool hasComments(std::string_view text)
{
    const Layout layout = layoutOf(text);
    return std::any_of(layout.lines.begin(), layout.lines.end(),
                       [](const Line& line) { return !line.comment.empty(); });
}

std::optional<std::string> keepText(std::string_view original, const Strategy& after,
                                    const std::string& folder)
{
    const auto before = readAsIs(original, folder);
    if (!before)
        return {};
    if (*before == after)
        return std::string(original);
    const auto had = valuesOf(besideFolder(*before, folder));
    const auto has = valuesOf(besideFolder(after, folder));
    std::vector<Change> changes;
    for (const auto& [key, value] : had)
        if (!has.contains(key))
            changes.push_back({key, {}});
    for (const auto& [key, value] : has)
        if (const auto was = had.find(key); was == had.end() || was->second != value)
            changes.push_back({key, value});
    const auto changed = flowRoot(original) == std::string_view::npos
        ? inBlock(original, changes, has)
        : inFlow(original, changes, has);
    if (!changed)
        return {};
    std::string text = *changed;
    const auto again = readAsIs(text, folder);
    // Read back before it is given out: where the text could not be kept, the caller writes the
    // file anew.
    return again && *again == after ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace strategy

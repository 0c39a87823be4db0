#include "engine/strategy/reading.h"

#include <algorithm>

namespace strategy {

void Reading::problem(int line, std::string key, std::string sentence)
{
    m_wrong.insert(key);
    result.problems.push_back({line, std::move(key), std::move(sentence)});
}

void Reading::warning(int line, std::string key, std::string sentence)
{
    result.warnings.push_back({line, std::move(key), std::move(sentence)});
}

Section::Section(Reading& reading, const Node& node, std::string path, int line)
    : m_reading(reading)
    , m_path(std::move(path))
{
    if (node.kind != Node::Kind::Map) {
        m_reading.problem(line, m_path.empty() ? "file" : m_path,
                          node.kind == Node::Kind::Null
                              ? "has nothing in it; give it keys or remove the line"
                              : "must be a mapping, with a key and a value on each line");
        return;
    }
    for (std::size_t i = 0; i + 1 < node.children.size(); i += 2)
        addEntry(m_reading.at(node.children[i]), m_reading.at(node.children[i + 1]));

    // Stable, so that of a key given twice the first in the file comes first.
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    const auto sameKey = [](const Entry& a, const Entry& b) { return a.key == b.key; };
    for (auto first = m_entries.begin(); first != m_entries.end();) {
        const auto next = std::find_if(first + 1, m_entries.end(),
                                       [&](const Entry& entry) { return !sameKey(*first, entry); });
        if (next - first > 1)
            m_reading.problem((first + 1)->value.line, pathOf(shown(first->key)),
                              "is given twice, first on line " + std::to_string(first->value.line)
                                  + "; keep one");
        first = next;
    }
    m_entries.erase(std::unique(m_entries.begin(), m_entries.end(), sameKey), m_entries.end());
}

void Section::addEntry(const Node& key, const Node& value)
{
    if (key.kind == Node::Kind::Scalar)
        m_entries.push_back({key.text, {&value, key.line}});
    else
        m_reading.problem(key.line, m_path.empty() ? "file" : m_path,
                          "has a key that is not a word");
}

std::optional<FoundValue> Section::find(std::string_view key)
{
    if (std::find(m_known.begin(), m_known.end(), key) == m_known.end())
        m_known.push_back(key);
    const auto found = std::lower_bound(
        m_entries.begin(), m_entries.end(), key,
        [](const Entry& entry, std::string_view word) { return entry.key < word; });
    if (found == m_entries.end() || found->key != key)
        return std::nullopt;
    // Also where the value turns out wrong: problems of check() are told at these lines.
    m_reading.result.lines[pathOf(key)] = found->value.line;
    return found->value;
}

std::string Section::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + '.' + std::string(key);
}

void Section::refuseUnknown() const
{
    for (const Entry& entry : m_entries) {
        if (std::find(m_known.begin(), m_known.end(), entry.key) != m_known.end())
            continue;
        const std::string_view near = nearest(entry.key, m_known);
        m_reading.problem(entry.value.line, pathOf(shown(entry.key)),
                          near.empty()
                              ? "is not a known key; known here: " + listed(m_known)
                              : "is not a known key; did you mean '" + std::string(near) + "'?");
    }
}

std::optional<std::vector<const Node*>> SectionFields::items(const Node& list) const
{
    if (list.kind != Node::Kind::List)
        return std::nullopt;
    std::vector<const Node*> items;
    for (const int child : list.children)
        // Pointers into the document, which outlives the reading.
        items.push_back(&m_section.reading().at(child));
    return items;
}

void SectionFields::refuse(int line, std::string_view key, std::string sentence)
{
    m_section.reading().problem(line, m_section.pathOf(key), std::move(sentence));
}

} // namespace strategy

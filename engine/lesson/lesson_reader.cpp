#include "engine/lesson/lesson_reader.h"

#include "engine/lesson/filled_text.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <algorithm>

namespace lesson {
namespace {

using strategy::Node;

std::size_t lettersOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

// Reads the value of a key that the section has; `convert` makes a Result of the node.
template <class Value, class Convert>
void take(strategy::Section& section, std::string_view key, Value& value, const Convert& convert)
{
    const auto found = section.find(key);
    if (!found)
        return;
    auto read = convert(*found->node);
    if (read)
        value = static_cast<Value>(*std::move(read));
    else
        section.reading().problem(found->line, section.pathOf(key), read.error().message);
}

} // namespace

std::span<const std::string_view> LessonReader::stateNames()
{
    if (m_stateNames.size() != lesson().states.size()) {
        m_stateNames.clear();
        for (const State& state : lesson().states)
            m_stateNames.push_back(state.name);
    }
    return m_stateNames;
}

bool LessonReader::namesState(std::string_view name, int line, const std::string& key)
{
    const auto names = stateNames();
    if (std::find(names.begin(), names.end(), name) != names.end())
        return true;
    const std::string_view near = strategy::nearest(name, names);
    problem(line, key,
            "names no state: '" + strategy::shown(name) + '\''
                + (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
    return false;
}

std::vector<const Node*> LessonReader::items(const Node& node) const
{
    std::vector<const Node*> nodes;
    if (node.kind != Node::Kind::List)
        return {&node};
    for (const int child : node.children)
        nodes.push_back(&m_reading.at(child));
    return nodes;
}

void LessonReader::checkText(const std::string& text, int line, const std::string& key)
{
    if (const std::size_t letters = lettersOf(text); letters > kMaxTextLetters)
        problem(line, key,
                "is " + std::to_string(letters) + " characters long; there is room for "
                    + std::to_string(kMaxTextLetters));
    ParsedText parsed = parseText(text, stateNames());
    for (std::string& sentence : parsed.problems)
        problem(line, key, std::move(sentence));
    const bool wasTooMuch = m_numbers > kMaxNumbers;
    m_numbers += std::count_if(parsed.pieces.begin(), parsed.pieces.end(),
                               [](const TextPiece& piece) { return piece.measure.has_value(); });
    if (m_numbers > kMaxNumbers && !wasTooMuch)
        tooMuch(line, key,
                "has the " + std::to_string(m_numbers)
                    + "th number of all texts; there is room for " + std::to_string(kMaxNumbers));
}

void LessonReader::languages(strategy::Section& section, int line, const std::string& path,
                             Text& text)
{
    for (const Language language : kLanguages) {
        const std::string_view key = keyOf(language);
        std::string& own = language == Language::Chinese ? text.chinese : text.english;
        word(section, key, own);
        if (const auto found = section.find(key))
            checkText(own, found->node->line, section.pathOf(key));
    }
    for (const Language language : kLanguages) {
        const bool isChinese = language == Language::Chinese;
        if (!text.empty() && (isChinese ? text.chinese : text.english).empty())
            m_reading.warning(line, path,
                              "has no '" + std::string(keyOf(language)) + "'; the other is shown");
    }
}

void LessonReader::text(strategy::Section& section, std::string_view key, Text& text)
{
    const auto value = section.find(key);
    if (!value)
        return;
    const std::string path = section.pathOf(key);
    if (value->node->kind != Node::Kind::Map)
        return problem(value->line, path,
                       "must be a text in each language: {en: \"…\", zh: \"…\"}");
    strategy::Section parts(m_reading, *value->node, path, value->line);
    languages(parts, value->line, path, text);
    parts.refuseUnknown();
}

void LessonReader::word(strategy::Section& section, std::string_view key, std::string& word)
{
    take(section, key, word, strategy::textOf);
}

void LessonReader::words(strategy::Section& section, std::string_view key,
                         std::vector<std::string>& words)
{
    const auto value = section.find(key);
    if (!value)
        return;
    for (const Node* node : items(*value->node)) {
        auto text = strategy::textOf(*node);
        if (!text)
            return problem(node->line, section.pathOf(key), text.error().message);
        words.push_back(*std::move(text));
    }
}

void LessonReader::number(strategy::Section& section, std::string_view key, int& number,
                          const strategy::Range& range)
{
    take(section, key, number, [&](const Node& node) { return strategy::wholeOf(node, range); });
}

void LessonReader::decimal(strategy::Section& section, std::string_view key, double& number,
                           const strategy::DecimalRange& range)
{
    take(section, key, number, [&](const Node& node) -> plan::Result<double> {
        const auto read = strategy::decimalOf(node, range);
        if (read && (*read < range.low || *read > range.high))
            return plan::Error{strategy::rangeSentence(range, node.text)};
        return read;
    });
}

void LessonReader::flag(strategy::Section& section, std::string_view key, bool& flag)
{
    take(section, key, flag, strategy::booleanOf);
}

std::optional<Condition> LessonReader::condition(const Node& node, const std::string& key)
{
    const auto text = strategy::textOf(node);
    if (!text) {
        problem(node.line, key, text.error().message);
        return std::nullopt;
    }
    auto read = conditionOf(*text, stateNames(), lesson().unit.has_value());
    if (!read) {
        problem(node.line, key, read.error().message);
        return std::nullopt;
    }
    read->line = node.line;
    return *std::move(read);
}

void LessonReader::conditions(strategy::Section& section, std::string_view key,
                              std::vector<Condition>& conditions)
{
    const auto value = section.find(key);
    if (!value)
        return;
    for (const Node* node : items(*value->node))
        if (auto read = condition(*node, section.pathOf(key)))
            conditions.push_back(*std::move(read));
}

std::optional<Measure> LessonReader::measureOf(const Node& node, int line, const std::string& key)
{
    const auto text = strategy::textOf(node);
    if (!text) {
        problem(line, key, text.error().message);
        return std::nullopt;
    }
    auto read = lesson::measureOf(*text, stateNames());
    if (!read) {
        problem(line, key, read.error().message);
        return std::nullopt;
    }
    return *std::move(read);
}

std::optional<Measure> LessonReader::measure(strategy::Section& section, std::string_view key)
{
    const auto value = section.find(key);
    return value ? measureOf(*value->node, value->line, section.pathOf(key)) : std::nullopt;
}

} // namespace lesson

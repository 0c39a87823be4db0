#include "engine/lesson/strategy_tree.h"

#include "engine/strategy/json_text.h"
#include "engine/strategy/problem.h"

#include <algorithm>

namespace lesson {
namespace {

using strategy::Node;

// Of a key that has a name of its own beside its section: `schedule: 1f1b`.
constexpr std::string_view kSchedule = "schedule";
constexpr std::string_view kName = "name";

// What flow style takes as it is; anything else stands in quotation marks.
bool isSimple(std::string_view word)
{
    return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z')
            || (letter >= 'A' && letter <= 'Z') || letter == '.' || letter == '_' || letter == '-'
            || letter == '+';
    });
}

std::string jsonQuoted(std::string_view word)
{
    std::string text;
    strategy::appendJsonString(text, word);
    return text;
}

// "[9, 8, 8, 7]".
bool isNumberList(std::string_view word)
{
    return word.size() >= 2 && word.front() == '[' && word.back() == ']'
        && word.substr(1, word.size() - 2).find_first_not_of("0123456789, ") == word.npos;
}

std::string scalarText(const Node& node)
{
    return node.plain && isSimple(node.text) ? node.text : jsonQuoted(node.text);
}

} // namespace

StrategyTree::StrategyTree(const strategy::Document& document, const Node& node)
    : m_root(valueOf(document, node, 0))
{
    m_root.isSection = true;
}

// The document's own limits bound depth and size.
StrategyTree::Value StrategyTree::valueOf(const strategy::Document& document, const Node& node,
                                          int depth)
{
    Value value;
    value.line = node.line;
    switch (node.kind) {
    case Node::Kind::Null:
        value.text = "~";
        break;
    case Node::Kind::Scalar:
        value.text = scalarText(node);
        value.word = node.text;
        break;
    case Node::Kind::List:
        value.text = "[";
        for (const int child : node.children) {
            if (value.text.size() > 1)
                value.text += ", ";
            write(value.text, valueOf(document, document.at(child), depth + 1));
        }
        value.text += ']';
        break;
    case Node::Kind::Map:
        value.isSection = true;
        for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
            const Node& key = document.at(node.children[i]);
            Value part = valueOf(document, document.at(node.children[i + 1]), depth + 1);
            part.line = key.line;
            // Of a key that stands twice the last counts here; the reader of lessons has told it.
            if (depth == 0 && key.text == kSchedule && !part.isSection) {
                Value section{.line = part.line, .isSection = true};
                section.parts[std::string(kName)] = std::move(part);
                part = std::move(section);
            }
            value.parts[key.text] = std::move(part);
        }
        break;
    }
    return value;
}

void StrategyTree::write(std::string& out, const Value& value)
{
    if (!value.isSection) {
        out += value.text;
        return;
    }
    out += '{';
    bool isFirst = true;
    for (const auto& [key, part] : value.parts) {
        if (!isFirst)
            out += ", ";
        isFirst = false;
        out += jsonQuoted(key) + ": ";
        write(out, part);
    }
    out += '}';
}

plan::Outcome StrategyTree::put(std::string_view name, const strategy::Document& document,
                                const Node& value, int line)
{
    Value read = valueOf(document, value, 1);
    read.line = line;
    return put(name, std::move(read));
}

plan::Outcome StrategyTree::put(std::string_view name, std::string_view word, int line)
{
    const bool asItIs = isSimple(word) || isNumberList(word);
    return put(name,
               {.text = asItIs ? std::string(word) : jsonQuoted(word),
                .word = std::string(word),
                .line = line});
}

plan::Outcome StrategyTree::put(std::string_view name, Value value)
{
    Value* section = &m_root;
    for (std::size_t begin = 0;;) {
        const std::size_t point = name.find('.', begin);
        const std::string key(name.substr(begin, point - begin));
        if (key.empty())
            return plan::Error{"is no name of a field"};
        if (point == std::string_view::npos) {
            section->parts[key] = std::move(value);
            return plan::done();
        }
        Value& next = section->parts[key];
        if (!next.isSection && next.text.empty())
            next = {.line = value.line, .isSection = true};
        if (!next.isSection)
            return plan::Error{"puts a field into '" + strategy::shown(name.substr(0, point))
                               + "', which is one itself"};
        section = &next;
        begin = point + 1;
    }
}

void StrategyTree::merge(Value& into, const Value& from)
{
    if (!into.isSection || !from.isSection) {
        into = from;
        return;
    }
    for (const auto& [key, part] : from.parts)
        merge(into.parts.try_emplace(key, part).first->second, part);
}

void StrategyTree::putAll(const StrategyTree& other) { merge(m_root, other.m_root); }

void StrategyTree::remove(std::string_view section) { m_root.parts.erase(std::string(section)); }

void StrategyTree::setLines(Value& value, int line)
{
    value.line = line;
    for (auto& [key, part] : value.parts)
        setLines(part, line);
}

void StrategyTree::setLines(int line) { setLines(m_root, line); }

std::string StrategyTree::text() const
{
    // A mapping with a section on each line: the reader's limits are on lines, too.
    std::string text;
    for (const auto& [key, part] : m_root.parts) {
        text += jsonQuoted(key) + ": ";
        write(text, part);
        text += '\n';
    }
    return text;
}

const StrategyTree::Value* StrategyTree::find(std::string_view name, int* line) const
{
    const Value* value = &m_root;
    for (std::size_t begin = 0; begin != std::string_view::npos;) {
        const std::size_t point = name.find('.', begin);
        const auto found = value->parts.find(std::string(name.substr(begin, point - begin)));
        if (found == value->parts.end())
            return nullptr;
        value = &found->second;
        if (line && value->line > 0)
            *line = value->line;
        begin = point == std::string_view::npos ? point : point + 1;
    }
    return value;
}

int StrategyTree::lineOf(std::string_view name) const
{
    int line = 0;
    find(name, &line);
    return line;
}

std::string StrategyTree::wordAt(std::string_view name) const
{
    const Value* value = find(name, nullptr);
    return value ? value->word : std::string();
}

} // namespace lesson

// Reading the small YAML files of resources/hardware, which have no defaults: a value that is left
// out is an error. Internal to this folder.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/reading.h"

#include <string>
#include <string_view>

namespace strategy {

// Reads a whole file through `read`, which gets its root; the first problem is the error.
template <class Value, class Read>
plan::Result<Value> readFile(std::string_view name, std::string_view text, const Read& read)
{
    const auto failed = [&](const Problem& problem) {
        return plan::Error{toText(std::string(name) + ".yaml", problem)};
    };
    const ParsedDocument parsed = parseDocument(text);
    if (parsed.problem)
        return failed(*parsed.problem);
    Reading reading(parsed.document);
    Section root(reading, reading.root(), "", 1);
    Value value;
    value.name = name;
    read(root, value);
    root.refuseUnknown();
    if (!reading.result.problems.empty())
        return failed(reading.result.problems.front());
    return value;
}

template <class Convert, class Value>
void readValue(Section& section, std::string_view key, Value& value, const Convert& convert)
{
    const auto found = section.find(key);
    if (!found)
        // Our own files have no defaults: a value that is left out would be wrong unnoticed.
        return section.reading().problem(1, section.pathOf(key), "is missing");
    if (auto read = convert(*found->node))
        value = *std::move(read);
    else
        section.reading().problem(found->line, section.pathOf(key), read.error().message);
}

template <class Read>
void readSectionOf(Section& root, std::string_view key, const Read& read)
{
    const auto found = root.find(key);
    if (!found)
        return root.reading().problem(1, std::string(key), "is missing");
    Section section(root.reading(), *found->node, std::string(key), found->line);
    read(section);
    section.refuseUnknown();
}

// Reads a number of that range.
inline auto decimalIn(double low, double high)
{
    return [low, high](const Node& node) -> plan::Result<double> {
        const auto value = decimalOf(node, {low, high}); // which only names the range
        if (value && (*value < low || *value > high))
            return plan::Error{rangeSentence(DecimalRange{low, high}, node.text)};
        return value;
    };
}

inline void readVersion(Section& root, std::string_view key)
{
    int version = 0;
    readValue(root, key, version, [](const Node& node) { return integerOf(node, {1, 1}); });
}

} // namespace strategy

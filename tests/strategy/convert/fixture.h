// Configuration files of our own writing, after the public shapes of each framework.

#pragma once

#include "engine/strategy/convert/field_access.h"
#include "engine/strategy/convert/format.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace strategy {

inline std::vector<std::filesystem::path> fixturesOf(const Format& format)
{
    std::vector<std::filesystem::path> files;
    const auto folder = std::filesystem::path(CONVERT_FIXTURES) / format.name;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

inline std::string textOfFile(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline ImportResult importFixture(const Format& format, const std::string& name)
{
    const auto file = std::filesystem::path(CONVERT_FIXTURES) / format.name / name;
    return format.import({textOfFile(file), file.parent_path()});
}

// The strategy as our own file has it, or the problems.
inline std::string toText(const ImportResult& result)
{
    if (result.strategy)
        return writeStrategy(*result.strategy);
    std::string text;
    for (const Problem& problem : result.problems)
        text += toText("f", problem) + '\n';
    return text;
}

// One a line: "12: approximated: key: sentence".
inline std::string toText(const std::vector<Remark>& remarks)
{
    std::string text;
    for (const Remark& remark : remarks)
        text += std::to_string(remark.line) + ": " + word(remark.kind) + ": " + remark.key + ": "
            + remark.sentence + '\n';
    return text;
}

// Fields whose meaning differs.
inline std::vector<std::string> differences(const Strategy& a, const Strategy& b)
{
    const auto left = fieldTexts(resolved(a));
    const auto right = fieldTexts(resolved(b));
    std::vector<std::string> fields;
    for (const auto& [field, text] : left)
        if (const auto other = right.find(field); other == right.end() || other->second != text)
            fields.push_back(field + ": " + text + " -> "
                             + (other == right.end() ? "nothing" : other->second));
    for (const auto& [field, text] : right)
        if (!left.contains(field))
            fields.push_back(field + ": nothing -> " + text);
    return fields;
}

} // namespace strategy

// What the frameworks' tests say of an import and of an export.

#pragma once

#include "engine/strategy/field_access.h"
#include "engine/strategy/yaml.h"
#include "tests/strategy/convert/fixture_files.h"

namespace strategy {

inline ImportResult importFixture(const Format& format, const std::string& name)
{
    for (const Fixture& fixture : fixturesOf(std::string(format.name).c_str()))
        if (fixture.path.ends_with('/' + name))
            return format.import({fixture.text, fixture.folder});
    ADD_FAILURE() << "no fixture " << name;
    return {};
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

// Fields whose meaning differs, but for the framework, which the format itself says.
inline std::vector<std::string> differences(const Strategy& a, const Strategy& b)
{
    auto left = fieldTexts(resolved(a));
    auto right = fieldTexts(resolved(b));
    left.erase("kernels.framework");
    right.erase("kernels.framework");
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

// Whether a remark names the field of a difference, or the section that it is in.
inline bool isNamed(const std::vector<Remark>& remarks, const std::string& difference)
{
    const std::string field = difference.substr(0, difference.find(':'));
    const auto named = [&](std::string_view name) {
        return std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
            return remark.key == name
                || (remark.kind == Remark::Kind::NotExpressible
                    && name.starts_with(remark.key + '.'));
        });
    };
    // Chunks that were not given are the schedule's own, and go with its name.
    return named(field) || (field == "parallel.chunks" && named("schedule.name"));
}

} // namespace strategy

// The configuration files under fixtures/, by format.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace strategy {

struct Fixture {
    const Format* format = nullptr;
    std::string path;
    std::string folder;
    std::string text;
};

inline constexpr const char* kGoldenEnding = ".expected";

inline std::vector<Fixture> fixturesOf(const char* formatName)
{
    std::vector<Fixture> fixtures;
    const std::string folder = std::string(CONVERT_FIXTURES) + '/' + formatName;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        if (!entry.is_regular_file() || path.ends_with(kGoldenEnding))
            continue;
        const auto text = readTextFile(path, 1u << 20);
        EXPECT_TRUE(text) << path;
        fixtures.push_back({findFormat(formatName), path, folder, text ? *text : ""});
    }
    std::sort(fixtures.begin(), fixtures.end(),
              [](const Fixture& a, const Fixture& b) { return a.path < b.path; });
    return fixtures;
}

// Every problem on a line, for a message.
inline std::string told(const ImportResult& result)
{
    std::string text;
    for (const Problem& problem : result.problems)
        text += toText("file", problem) + '\n';
    return text;
}

// "7 --seq-length approximated", in order.
inline std::vector<std::string> remarksOf(const ImportResult& result)
{
    std::vector<std::string> lines;
    for (const Remark& remark : result.remarks)
        lines.push_back(std::to_string(remark.line) + ' ' + remark.key + ' ' + word(remark.kind));
    return lines;
}

inline bool hasRemark(const std::vector<Remark>& remarks, Remark::Kind kind, std::string_view key)
{
    return std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
        return remark.kind == kind && remark.key == key;
    });
}

} // namespace strategy

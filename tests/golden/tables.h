// Worked and measured tables under tests/golden/tables.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace golden {

// Rows of a comma-separated file, by the names in its first line. Quotes may hold commas.
inline std::vector<std::map<std::string, std::string>> readTable(const std::string& path)
{
    const auto cells = [](const std::string& line) {
        std::vector<std::string> row(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                row.emplace_back();
            else if (c != '\r')
                row.back() += c;
        }
        return row;
    };
    std::vector<std::map<std::string, std::string>> rows;
    std::ifstream file(path);
    std::string line;
    std::vector<std::string> names;
    while (std::getline(file, line)) {
        const auto row = cells(line);
        if (names.empty()) {
            names = row;
            continue;
        }
        auto& entry = rows.emplace_back();
        for (std::size_t i = 0; i < std::min(row.size(), names.size()); ++i)
            entry[names[i]] = row[i];
    }
    EXPECT_FALSE(rows.empty()) << path;
    return rows;
}

} // namespace golden

// One row of a table of runs: its cells by the names of their columns. Internal to this folder.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

inline constexpr std::size_t kMaxColumns = 1'000; // of a table

// Of one line of CSV, at most kMaxColumns + 1; a cell in quotes may hold commas, and a quote as
// two.
std::vector<std::string> cellsOf(std::string_view line);

class RunRow {
public:
    RunRow(const std::vector<std::string>& columns, std::vector<std::string> cells);

    // "" for a column the table lacks.
    const std::string& text(std::string_view column) const;
    bool has(std::string_view column, std::string_view word) const // anywhere in it
    {
        return text(column).find(word) != std::string::npos;
    }

    // The number the cell begins with; nothing for a cell that begins with none.
    std::optional<double> number(std::string_view column) const;
    int integer(std::string_view column, int otherwise) const;

private:
    std::map<std::string, std::string, std::less<>> m_cells;
};

} // namespace strategy

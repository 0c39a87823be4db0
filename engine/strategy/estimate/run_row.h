// One row of a table of runs: its cells by the names of their columns. Internal to this folder.
//
// The tables come from papers and repositories. Cells may be missing, and numbers may have a unit
// or a remark behind them, so that reading one is lenient: what is not there is nothing, not an
// error.

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
    // Columns beyond the cells are missing ones; cells beyond the columns are dropped.
    RunRow(const std::vector<std::string>& columns, std::vector<std::string> cells);

    // "" for a column the table lacks.
    const std::string& text(std::string_view column) const;
    bool has(std::string_view column, std::string_view word) const // anywhere in it
    {
        return text(column).find(word) != std::string::npos;
    }

    // The finite number that the cell begins with, "12.5" of "12.5 ms"; nothing for a cell that
    // begins with none.
    std::optional<double> number(std::string_view column) const;
    // That number cut to a whole one; `otherwise` where there is none, or it is over 2^30.
    int integer(std::string_view column, int otherwise) const;

private:
    std::map<std::string, std::string, std::less<>> m_cells;
};

} // namespace strategy

#include "engine/strategy/estimate/run_row.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace strategy {

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    // One cell over the limit is enough to show that there are too many.
    for (std::size_t at = 0; at < line.size() && cells.size() <= kMaxColumns; ++at) {
        const char c = line[at];
        if (quoted && c == '"' && at + 1 < line.size() && line[at + 1] == '"')
            cells.back() += line[++at];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    return cells;
}

RunRow::RunRow(const std::vector<std::string>& columns, std::vector<std::string> cells)
{
    for (std::size_t i = 0; i < std::min(columns.size(), cells.size()); ++i)
        m_cells[columns[i]] = std::move(cells[i]);
}

const std::string& RunRow::text(std::string_view column) const
{
    static const std::string kNone;
    const auto found = m_cells.find(column);
    return found == m_cells.end() ? kNone : found->second;
}

std::optional<double> RunRow::number(std::string_view column) const
{
    const std::string& cell = text(column);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || !std::isfinite(value))
        return std::nullopt;
    return value;
}

int RunRow::integer(std::string_view column, int otherwise) const
{
    constexpr double kLargest = 1 << 30;
    const auto value = number(column);
    return value && std::abs(*value) <= kLargest ? static_cast<int>(*value) : otherwise;
}

} // namespace strategy

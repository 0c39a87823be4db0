#include "engine/strategy/estimate/embedded_table.h"

#include "engine/strategy/embedded.h"

#include <algorithm>

namespace strategy {

std::vector<RunRow> embeddedTable(std::string_view name)
{
    std::vector<RunRow> rows;
    for (const EmbeddedFile& file : tableFiles()) {
        if (file.name != name)
            continue;
        std::vector<std::string> columns;
        for (std::string_view text = file.text; !text.empty();) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            auto cells = cellsOf(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            if (columns.empty())
                columns = std::move(cells);
            else if (cells.size() == columns.size())
                rows.emplace_back(columns, std::move(cells));
        }
    }
    return rows;
}

} // namespace strategy

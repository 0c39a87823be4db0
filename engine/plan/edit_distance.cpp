#include "engine/plan/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace plan {

std::size_t editDistance(std::string_view from, std::string_view to)
{
    // Row by row of the usual table, of which the row before is all that is needed.
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace plan

#include "gui/export/fair_shares.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace gui {

std::vector<double> fairShares(const std::vector<double>& needs, double room)
{
    std::vector<std::size_t> order(needs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Those that need least first: what they leave is then known.
    std::ranges::sort(order, {}, [&](std::size_t i) { return needs[i]; });
    std::vector<double> shares(needs.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        shares[order[k]] = std::min(needs[order[k]], room / static_cast<double>(order.size() - k));
        room -= shares[order[k]];
    }
    return shares;
}

} // namespace gui

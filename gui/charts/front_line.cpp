// What of the points is drawn: no widget needed.

#include "gui/charts/front_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace gui {
namespace {

// Places of those on the front, by time.
std::vector<std::size_t> frontOf(const std::vector<FrontPoint>& points)
{
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(points[a].seconds, points[a].gibibytes)
            < std::pair(points[b].seconds, points[b].gibibytes);
    });
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        if (!points[i].fits || points[i].gibibytes >= least)
            continue;
        least = points[i].gibibytes;
        front.push_back(i);
    }
    return front;
}

} // namespace

std::vector<QPointF> frontLine(const std::vector<FrontPoint>& points)
{
    std::vector<QPointF> line;
    for (const std::size_t i : frontOf(points)) {
        // Up to this one's time nothing needs less than the one before it.
        if (!line.empty())
            line.emplace_back(points[i].seconds, line.back().y());
        line.emplace_back(points[i].seconds, points[i].gibibytes);
    }
    return line;
}

std::vector<std::size_t> thinned(const std::vector<FrontPoint>& points, std::size_t most)
{
    std::vector<std::size_t> kept(points.size());
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    if (points.size() <= most)
        return kept;
    kept = frontOf(points);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].isOwn)
            kept.push_back(i);
    const auto [left, right]
        = std::minmax_element(points.begin(), points.end(),
                              [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    const auto [low, high]
        = std::minmax_element(points.begin(), points.end(), [](const auto& a, const auto& b) {
              return a.gibibytes < b.gibibytes;
          });
    const double width = std::max(right->seconds - left->seconds, 1e-12);
    const double height = std::max(high->gibibytes - low->gibibytes, 1e-12);
    const double cells = std::floor(std::sqrt(static_cast<double>(most)));
    // The first of each cell of a grid over the picture.
    std::map<std::pair<int, int>, std::size_t> first;
    for (std::size_t i = 0; i < points.size(); ++i)
        first.emplace(
            std::pair(static_cast<int>((points[i].seconds - left->seconds) / width * cells),
                      static_cast<int>((points[i].gibibytes - low->gibibytes) / height * cells)),
            i);
    for (const auto& [cell, i] : first)
        kept.push_back(i);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

} // namespace gui

#include "gui/lanes/lane_layout.h"

#include "gui/lanes/lane_paint.h"
#include "gui/theme/metrics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gui {
namespace {

constexpr double kLeastLetters = 10; // pixels of scale 1
constexpr double kMostLetters = 18;
constexpr double kHighestLane = 4.8; // in letters, as all below
constexpr double kLaneNames = 5.2;   // "rank 12"

// In letters.
struct LaneSizes {
    double axis;
    double head;
    double gap; // over each row
    double pile;
    double lane;
};

LaneSizes sizesOf(bool dense)
{
    if (dense)
        return {.axis = 1.5, .head = 1.3, .gap = 0.12, .pile = 0, .lane = 1.2};
    return {
        .axis = 2.2, .head = 3.0, .gap = 0.55, .pile = pileHeightFor(1), .lane = laneHeightFor(1)};
}

int leastLetters() { return metrics().px(kLeastLetters); }

double heightOf(const LanesAsked& asked, double letters)
{
    const int rows = std::accumulate(asked.ranks.begin(), asked.ranks.end(), 0);
    const LaneSizes sizes = sizesOf(asked.dense);
    const double heads = asked.heads ? sizes.head * double(asked.ranks.size()) : 0;
    const double row = sizes.lane + sizes.pile + sizes.gap;
    return letters * (sizes.axis + heads + row * rows + sizes.gap);
}

} // namespace

const LaneRow* LaneLayout::find(int slot, int rank) const
{
    for (const LaneRow& row : rows)
        if (row.slot == slot && row.rank == rank)
            return &row;
    return nullptr;
}

const LaneRow* LaneLayout::at(QPointF point) const
{
    for (const LaneRow& row : rows)
        if (row.lane.contains(point) || row.name.contains(point))
            return &row;
    return nullptr;
}

QRectF LaneLayout::box(const LaneRow& row, TimeRange range) const
{
    const double left = std::round(x(range.begin));
    return {left, row.lane.top(), std::round(x(range.end)) - left, row.lane.height()};
}

int leastHeight(const LanesAsked& asked)
{
    return int(std::ceil(heightOf(asked, asked.letters > 0 ? asked.letters : leastLetters())));
}

LaneLayout laidLanes(const LanesAsked& asked, QSizeF size)
{
    LaneLayout laid;
    laid.dense = asked.dense;
    const LaneSizes sizes = sizesOf(asked.dense);
    const double fitting = size.height() / heightOf(asked, 1);
    laid.letters = asked.letters > 0
        ? asked.letters
        : std::clamp(int(fitting), leastLetters(), metrics().px(kMostLetters));
    const double letters = laid.letters;
    const int rows = std::accumulate(asked.ranks.begin(), asked.ranks.end(), 0);
    const double spare = size.height() - heightOf(asked, letters);
    const double laneHeight = std::clamp(sizes.lane * letters + spare / std::max(1, rows),
                                         sizes.lane * letters, kHighestLane * letters);
    const double left = std::round(kLaneNames * letters);
    const double right = size.width() - std::round(1.5 * letters);
    double y = 0;
    laid.labels = QRectF(left, y, std::max(1.0, right - left), sizes.axis * letters);
    y = laid.labels.bottom();
    laid.heads.resize(asked.ranks.size());
    for (std::size_t slot = 0; slot < asked.ranks.size(); ++slot) {
        if (asked.heads) {
            laid.heads[slot] = QRectF(0, y, size.width(), sizes.head * letters);
            y = laid.heads[slot].bottom();
        }
        for (int rank = 0; rank < asked.ranks[slot]; ++rank) {
            y += sizes.gap * letters;
            LaneRow row{.slot = int(slot), .rank = rank, .name = {}, .pile = {}, .lane = {}};
            row.pile = QRectF(left, std::round(y), laid.labels.width(), sizes.pile * letters);
            row.lane = QRectF(left, std::round(row.pile.bottom()), laid.labels.width(),
                              std::round(laneHeight));
            row.name = QRectF(0, row.lane.top(), left - letters / 2, row.lane.height());
            y = row.lane.bottom();
            laid.rows.push_back(row);
        }
    }
    laid.plot = QRectF(left, laid.labels.bottom(), laid.labels.width(),
                       y + sizes.gap * letters / 2 - laid.labels.bottom());
    laid.axis = {{Nanoseconds{}, std::max(asked.extent, Nanoseconds{1})}, laid.labels.width()};
    return laid;
}

} // namespace gui

// What each pixel column of one rank's row shows.
//
// Where the row holds about a span a pixel or fewer, columns come from the spans
// themselves, and each op at least two pixels wide is also a box with whole-pixel
// edges. Further out they come from the pyramid. The time a call takes is bounded
// by the pixels, never by the spans.
//
// A box's edges fall on the nearest pixels, unless that would make a row's idle
// pixels differ from its idle time by more than about a pixel: then an edge moves by
// one. So the share of idle pixels is the share of idle time, also where ops and
// pixels are in step.

#pragma once

#include "gui/timeline/pyramid.h"
#include "gui/timeline/time_axis.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gui {

// An op wide enough to be drawn by itself, in columns.
struct Box {
    int left = 0;
    int right = 0;          // > left
    std::uint32_t span = 0; // index within the rank, or of a stretch of the tail
    bool cutLeft = false;   // goes on beyond the axis
    bool cutRight = false;
};

struct Columns {
    int width = 0;

    // [category * width + column]: the share of the column's time, 0 .. 1; the rest
    // is idle. Boxes are in here, too.
    std::vector<float> shares;

    std::array<bool, kCategories> present{}; // has a share anywhere
    std::vector<Box> boxes;                  // from left to right, disjoint
    bool exact = false;                      // from the spans

    const float* of(Category category) const
    {
        return shares.data() + static_cast<std::size_t>(category) * static_cast<std::size_t>(width);
    }
};

// Lays out one row after another, keeping its memory. One thread at a time.
class ColumnLayout {
public:
    // `row` is what `pyramid` counted as `rank`. The axis' width is in whole pixels.
    // The answer is good until the next call.
    const Columns& layOut(const RankSpans& row, const Pyramid& pyramid, std::size_t rank,
                          const TimeAxis& axis);

private:
    struct Narrow {
        double left;
        double right;
        Category category;
    };

    // One of these two fills m_columns: near, from the spans first .. last - 1, or far out.
    void fromSpans(const RankSpans& row, std::size_t first, std::size_t last, const TimeAxis& axis);
    void fromPyramid(const Pyramid& pyramid, std::size_t rank, const TimeAxis& axis);
    void place(TimeRange item, Category category, std::int64_t span, const TimeAxis& axis);
    void flush(double right, int drawnRight);
    void fill(double left, double right, Category category);

    Columns m_columns;

    // Everything up to the anchor is drawn; narrow items after it wait for the next
    // whole-pixel edge.
    double m_anchor = 0;
    int m_drawnAnchor = 0;
    double m_idleError = 0;  // idle pixels drawn up to the anchor, more than there are
    double m_narrowBusy = 0; // pixels of m_narrow
    std::vector<Narrow> m_narrow;
};

} // namespace gui

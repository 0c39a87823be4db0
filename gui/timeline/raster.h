// Puts one rank's row into an image, scanline by scanline.
//
// A row is a strip in the colours of its phases over a bar. A column of the bar is
// filled from below by what the rank did in that time; what is left above is idle
// and hatched. Heights are rounded up or down by a pattern fixed per column, so
// that over the columns they are neither too high nor too low. No data is dotted,
// and wherever there is any, however little, a mark stands on top of the bar.

#pragma once

#include "gui/timeline/columns.h"
#include "gui/timeline/glyphs.h"
#include "gui/timeline/inks.h"

#include "engine/plan/phases.h"
#include "engine/plan/schedule.h"

#include <QImage>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace gui {

// Where a row is in the image, in device pixels.
struct RowPlace {
    int top = 0;
    int height = 0; // of strip and bar together
    int strip = 0;  // height of the strip, < height
};

// Of the strip at the bottom of a row that shows what ran beside the ops, in a row of that height.
constexpr int besideHeight(int rowHeight)
{
    return rowHeight < 12 ? 2 : std::min(rowHeight / 6 + 1, 9);
}

// A lane of which nothing is known: dotted from 0 to `end`, and blank around that, over the whole
// width of the image and clipped to it.
void drawUnknown(QImage& image, const RowPlace& place, Nanoseconds end, const TimeAxis& axis,
                 const Inks& inks);

// Likewise, of a rank of which it is known what its step came to, but not what it did when: plain.
void drawSummed(QImage& image, const RowPlace& place, Nanoseconds end, const TimeAxis& axis,
                const Inks& inks);

// What of a row the columns do not say.
struct RowFacts {
    std::span<const plan::Span> spans;
    plan::PhaseTimes phases;
    Nanoseconds end{}; // from here on, and before 0, nothing is drawn
    int ranks = 1;     // stage / ranks is the chunk where `chunkOfStage` says nothing
    std::span<const int> chunkOfStage;
    const plan::Schedule* schedule = nullptr; // of the row's track, if it has one
    std::size_t rank = 0;
    bool namesChunks = false; // the labels of boxes say them

    // >= 0; picks the shade and the pattern of the op's box.
    int chunkOf(const plan::Op& op) const;

    // Whether the span runs as one with the one after it.
    bool isFused(std::size_t span) const;
};

// Makes one picture: its buffers are kept from row to row. One thread at a time. All lengths and
// places are device pixels, and columns count from the left edge of the image.
class RowRaster {
public:
    // All must outlive the raster. `small`: for boxes that have no room for `glyphs`; null: those
    // have no label.
    RowRaster(const Inks& inks, const Glyphs& glyphs, const Glyphs* small = nullptr);

    // Draws the row over the whole width of the image, clipped to it. The image is
    // QImage::Format_RGB32 and as wide as `columns`.
    void draw(QImage& image, const RowPlace& place, const Columns& columns, const RowFacts& facts,
              const TimeAxis& axis);

    // Over a row that was drawn: time inside the ops as a low band along the bar's bottom, second
    // runs as a hatched bar over its whole height. `columns` hold only those.
    void drawOver(QImage& image, const RowPlace& place, const Columns& columns,
                  const TimeAxis& axis);

    // Under a row: what ran beside its ops, below a line of air. `columns` hold only that.
    void drawBeside(QImage& image, int top, int height, const Columns& columns,
                    const TimeAxis& axis);

private:
    // The lines of the bar in sight.
    struct Bar {
        QRgb* bits; // of the whole image
        std::ptrdiff_t stride;
        int top;    // line of the image the bar begins at; may lie above it
        int height; // of the whole bar
        int first;  // lines of the image in sight
        int last;   // behind the last one

        QRgb* line(int y) const { return bits + y * stride; }
    };

    // The box that a label stands in the middle of, and how wide the label may be.
    struct LabelPlace {
        int left;
        int right;
        int room;
    };

    static Bar barIn(QImage& image, int top, int height);
    void tilePatterns(int width);
    // The columns at which the phases of the row begin, into m_edges.
    void findEdges(const RowFacts& facts, const TimeAxis& axis, int width);
    void drawStrip(const Bar& strip);
    // What of each column is whose, from below, into m_heights.
    void stackHeights(const Columns& columns, int barHeight, const TimeAxis& axis);
    void drawStacks(const Bar& bar, int left, int right);
    void drawIdle(QRgb* line, int y, int left, int right) const;
    void drawBox(const Bar& bar, const Box& box, bool closed, const RowFacts& facts,
                 const TimeAxis& axis);
    void drawJoint(const Bar& bar, const Box& box, bool first, const Ink& ink);
    void drawLabel(const Bar& bar, const LabelPlace& place, const plan::Op& op, int chunk,
                   QRgb colour);
    // False where there is no room for the text; then nothing is drawn.
    static bool drawText(const Bar& bar, const LabelPlace& place, const Glyphs& glyphs,
                         const std::string& text, int air, QRgb colour);
    void drawBand(const Bar& band);
    void drawReruns(const Bar& bar, const Columns& columns);
    void drawMarks(const Bar& bar, const Columns& columns);

    const Inks& m_inks;
    const Glyphs& m_glyphs;
    const Glyphs* m_small;

    std::array<std::vector<int>, kCategories> m_heights; // [layer][column], from below
    std::vector<Category> m_layers;                      // from below
    std::array<int, 4> m_edges{}; // columns where the phases begin, and where the last one ends
    int m_tiledWidth = 0;
    std::array<std::array<std::vector<QRgb>, kPattern>, 3> m_idle; // [phase][y % kPattern][x]
    std::array<std::vector<QRgb>, kPattern> m_noData;
};

} // namespace gui

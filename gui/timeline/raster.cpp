#include "gui/timeline/raster.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gui {
namespace {

constexpr int kOutlinedWidth = 3; // a narrower box is all fill
constexpr int kOutlinedHeight = 6;
constexpr int kPatternedWidth = 6; // a narrower box shows its chunk by its shade alone
constexpr int kPixelsPerBox = 24;
constexpr double kBandShare = 0.2; // of a bar, for what lies inside its ops
constexpr int kLeastBand = 2;
constexpr int kMark = 3;  // pixels, both ways
constexpr int kJoint = 3; // pixels of the bar below a fused pair

int nearestColumn(const TimeAxis& axis, Nanoseconds time, int width)
{
    const double x = std::clamp(axis.x(time), 0.0, static_cast<double>(width));
    return static_cast<int>(std::lround(x));
}

} // namespace

int RowFacts::chunkOf(const plan::Op& op) const
{
    const auto stage = static_cast<std::size_t>(op.stage);
    if (stage >= chunkOfStage.size())
        return op.stage / std::max(1, ranks);
    // The two directions of one schedule are told apart like chunks.
    return chunkOfStage[stage] + (schedule ? schedule->placement.directionOf(op.microbatch) : 0);
}

bool RowFacts::isFused(std::size_t span) const
{
    if (!schedule || schedule->pairs.empty() || schedule->order[rank].size() != spans.size())
        return false;
    const plan::Pairs& pairs = schedule->pairs[rank];
    return std::binary_search(pairs.begin(), pairs.end(), span);
}

RowRaster::RowRaster(const Inks& inks, const Glyphs& glyphs, const Glyphs* small)
    : m_inks(inks)
    , m_glyphs(glyphs)
    , m_small(small)
{
}

void RowRaster::draw(QImage& image, const RowPlace& place, const Columns& columns,
                     const RowFacts& facts, const TimeAxis& axis)
{
    const Bar bar = barIn(image, place.top + place.strip, place.height - place.strip);
    tilePatterns(columns.width);
    findEdges(facts, axis, columns.width);
    drawStrip(barIn(image, place.top, place.strip));
    if (bar.height <= 0 || bar.first >= bar.last)
        return;

    stackHeights(columns, bar.height, axis);
    // Many small boxes are drawn over one long stack, few large ones between stacks.
    const bool many = static_cast<int>(columns.boxes.size()) > columns.width / kPixelsPerBox;
    if (many)
        drawStacks(bar, 0, columns.width);
    int drawn = 0;
    for (std::size_t i = 0; i < columns.boxes.size(); ++i) {
        const Box& box = columns.boxes[i];
        if (many && box.right - box.left < kOutlinedWidth)
            continue; // the stack shows it
        if (!many)
            drawStacks(bar, drawn, box.left);
        const bool followed
            = i + 1 < columns.boxes.size() && columns.boxes[i + 1].left == box.right;
        drawBox(bar, box, !followed, facts, axis);
        drawn = box.right;
    }
    if (!many)
        drawStacks(bar, drawn, columns.width);
    drawMarks(bar, columns);
}

RowRaster::Bar RowRaster::barIn(QImage& image, int top, int height)
{
    // Format_RGB32 has one QRgb for each pixel.
    return {.bits = reinterpret_cast<QRgb*>(image.bits()),
            .stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)),
            .top = top,
            .height = height,
            .first = std::clamp(top, 0, image.height()),
            .last = std::clamp(top + height, 0, image.height())};
}

void RowRaster::drawOver(QImage& image, const RowPlace& place, const Columns& columns,
                         const TimeAxis& axis)
{
    const Bar bar = barIn(image, place.top + place.strip, place.height - place.strip);
    if (bar.height <= 0)
        return;
    drawReruns(bar, columns);
    const int height = std::max(kLeastBand, static_cast<int>(bar.height * kBandShare));
    const Bar band = barIn(image, bar.top + bar.height - height, height);
    stackHeights(columns, band.height, axis);
    std::erase(m_layers, Category::Rerun); // the topmost: nothing stands on it
    drawBand(band);
}

void RowRaster::drawBeside(QImage& image, int top, int height, const Columns& columns,
                           const TimeAxis& axis)
{
    const Bar strip = barIn(image, top, height);
    for (int y = strip.first; y < strip.last; ++y)
        std::fill_n(strip.line(y), columns.width, m_inks.blank);
    // A line of ground keeps the band apart from the bar above it.
    const int air = height > 2 ? 1 : 0;
    stackHeights(columns, height - air, axis);
    drawBand(barIn(image, top + air, height - air));
}

void RowRaster::drawBand(const Bar& band)
{
    for (int y = band.first; y < band.last; ++y) {
        QRgb* line = band.line(y);
        const int fromBelow = band.top + band.height - y;
        // Heights add up from the lowest layer on, so the highest is drawn first and the others
        // over it.
        for (std::size_t layer = m_layers.size(); layer-- > 0;) {
            const int* heights = m_heights[layer].data();
            const QRgb fill = m_inks.ops[static_cast<std::size_t>(m_layers[layer])][0].fill;
            for (std::size_t x = 0; x < m_heights[layer].size(); ++x)
                line[x] = heights[x] >= fromBelow ? fill : line[x];
        }
    }
}

// Where a column holds less than half of it, the bubble is the truer picture.
void RowRaster::drawReruns(const Bar& bar, const Columns& columns)
{
    constexpr auto kRerun = static_cast<std::size_t>(Category::Rerun);
    if (!columns.present[kRerun])
        return;
    const float* shares = columns.of(Category::Rerun);
    for (int y = bar.first; y < bar.last; ++y) {
        QRgb* line = bar.line(y);
        const bool edge = y == bar.top || y == bar.top + bar.height - 1;
        const auto& pattern = m_inks.rerun[static_cast<std::size_t>(y) % kPattern];
        for (int x = 0; x < columns.width; ++x)
            if (shares[x] >= 0.5F)
                line[x] = edge ? m_inks.ops[kRerun][0].outline
                               : pattern[static_cast<std::size_t>(x) % kPattern];
    }
}

void RowRaster::tilePatterns(int width)
{
    if (m_tiledWidth == width)
        return;
    m_tiledWidth = width;
    // Lines as wide as the picture, so that drawIdle() can copy whole runs of them.
    const auto tile = [width](std::vector<QRgb>& line, const std::array<QRgb, kPattern>& pattern) {
        line.resize(static_cast<std::size_t>(width));
        for (std::size_t x = 0; x < line.size(); ++x)
            line[x] = pattern[x % kPattern];
    };
    for (std::size_t y = 0; y < kPattern; ++y) {
        for (std::size_t phase = 0; phase < m_idle.size(); ++phase)
            tile(m_idle[phase][y], m_inks.idle[phase][y]);
        tile(m_noData[y], m_inks.noData[y]);
    }
}

void RowRaster::findEdges(const RowFacts& facts, const TimeAxis& axis, int width)
{
    const Nanoseconds end = std::max(facts.end, Nanoseconds{0});
    m_edges = {nearestColumn(axis, Nanoseconds{0}, width),
               nearestColumn(axis, std::min(facts.phases.steadyBegin, end), width),
               nearestColumn(axis, std::min(facts.phases.coolDownBegin, end), width),
               nearestColumn(axis, end, width)};
}

void RowRaster::drawStrip(const Bar& strip)
{
    for (int y = strip.first; y < strip.last; ++y) {
        QRgb* line = strip.line(y);
        std::fill(line, line + m_edges[0], m_inks.blank);
        for (std::size_t phase = 0; phase < 3; ++phase)
            std::fill(line + m_edges[phase], line + m_edges[phase + 1], m_inks.phases[phase]);
        std::fill(line + m_edges[3], line + m_tiledWidth, m_inks.blank);
    }
}

void RowRaster::stackHeights(const Columns& columns, int barHeight, const TimeAxis& axis)
{
    m_layers.clear();
    for (std::size_t category = 0; category < kCategories; ++category)
        if (columns.present[category])
            m_layers.push_back(static_cast<Category>(category));

    // Counted from time 0, so that a column keeps its rounding while one pans.
    const double firstColumn
        = std::floor(static_cast<double>(axis.range.begin.count()) * axis.pixelsPerNanosecond());
    const auto width = static_cast<std::size_t>(columns.width);
    for (auto& heights : m_heights)
        heights.resize(width);
    // A share rarely ends on a whole pixel. With the same rounding everywhere a thin layer would
    // vanish or be drawn too high all along; rounded by another amount in each column, it is right
    // on average.
    constexpr std::uint32_t kGolden
        = 2'654'435'769; // its multiples, as shares of 2^32, are spread evenly
    auto turn = static_cast<std::uint32_t>(static_cast<std::int64_t>(firstColumn)) * kGolden;
    for (std::size_t x = 0; x < width; ++x, turn += kGolden) {
        const double rounding
            = static_cast<double>(turn >> 8) / (1 << 24) + 1e-4; // for shares a hair below 1
        double share = 0;
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
            share += static_cast<double>(columns.of(m_layers[layer])[x]);
            m_heights[layer][x]
                = std::min(barHeight, static_cast<int>(share * barHeight + rounding));
        }
    }
}

void RowRaster::drawIdle(QRgb* line, int y, int left, int right) const
{
    std::fill(line + left, line + std::clamp(m_edges[0], left, right), m_inks.blank);
    for (std::size_t phase = 0; phase < 3; ++phase) {
        const int from = std::clamp(m_edges[phase], left, right);
        const int to = std::clamp(m_edges[phase + 1], left, right);
        std::copy_n(m_idle[phase][static_cast<std::size_t>(y % kPattern)].data() + from, to - from,
                    line + from);
    }
    const int end = std::clamp(m_edges[3], left, right);
    std::fill(line + end, line + right, m_inks.blank);
}

void RowRaster::drawStacks(const Bar& bar, int left, int right)
{
    if (left >= right)
        return;
    for (int y = bar.first; y < bar.last; ++y) {
        QRgb* line = bar.line(y);
        drawIdle(line, y, left, right);
        const int fromBelow = bar.top + bar.height - y; // 1 for the lowest line
        for (std::size_t layer = m_layers.size(); layer-- > 0;) {
            const int* heights = m_heights[layer].data();
            if (m_layers[layer] == Category::NoData) {
                const QRgb* dots = m_noData[static_cast<std::size_t>(y % kPattern)].data();
                for (int x = left; x < right; ++x)
                    line[x] = heights[x] >= fromBelow ? dots[x] : line[x];
                continue;
            }
            const QRgb fill = m_inks.ops[static_cast<std::size_t>(m_layers[layer])][0].fill;
            for (int x = left; x < right; ++x)
                line[x] = heights[x] >= fromBelow ? fill : line[x];
        }
    }
}

void RowRaster::drawBox(const Bar& bar, const Box& box, bool closed, const RowFacts& facts,
                        const TimeAxis& axis)
{
    const plan::Op& op = facts.spans[box.span].op;
    const int chunk = facts.chunkOf(op);
    const auto category = static_cast<std::size_t>(categoryOf(op.kind));
    const auto shade = static_cast<std::size_t>(chunk % kShades);
    const Ink& ink = m_inks.ops[category][shade];
    const Pattern& pattern = m_inks.chunks[category][shade];
    const bool outlined = box.right - box.left >= kOutlinedWidth && bar.height >= kOutlinedHeight;
    const bool patterned = shade > 0 && box.right - box.left >= kPatternedWidth;
    for (int y = bar.first; y < bar.last; ++y) {
        QRgb* line = bar.line(y);
        const bool edge = y == bar.top || y == bar.top + bar.height - 1;
        if (patterned && !edge) {
            const auto& dots = pattern[static_cast<std::size_t>(y) % kPattern];
            for (int x = box.left; x < box.right; ++x)
                line[x] = dots[static_cast<std::size_t>(x) % kPattern];
        } else {
            std::fill(line + box.left, line + box.right, outlined && edge ? ink.outline : ink.fill);
        }
        // No line where the edge of the picture cuts the box: the op goes on beyond it.
        if (outlined && !box.cutLeft)
            line[box.left] = ink.outline;
        // Where another box follows at once, its left edge is the line between the two.
        if (outlined && closed && !box.cutRight)
            line[box.right - 1] = ink.outline;
    }
    if (outlined) {
        // A box is a pixel wider or narrower by where it happens to begin: ops that take equally
        // long are labelled alike.
        const plan::Span& span = facts.spans[box.span];
        const double whole
            = static_cast<double>((span.end - span.start).count()) * axis.pixelsPerNanosecond();
        const int width = std::min(box.right - box.left, static_cast<int>(std::min(whole, 1e6)));
        drawLabel(bar, {.left = box.left, .right = box.right, .room = width - 4}, op,
                  facts.namesChunks ? chunk : -1, ink.text);
    }
    const bool first = facts.isFused(box.span);
    if (outlined && (first || (box.span > 0 && facts.isFused(box.span - 1))))
        drawJoint(bar, box, first, ink);
}

// The two ops of a fused pair are one: no line between them, and a bar below both.
void RowRaster::drawJoint(const Bar& bar, const Box& box, bool first, const Ink& ink)
{
    const int low = bar.top + bar.height - 1;
    if (!first && !box.cutLeft)
        for (int y = std::max(bar.first, bar.top + 1); y < std::min(bar.last, low); ++y)
            bar.line(y)[box.left] = ink.fill;
    for (int y = std::max(bar.first, low - kJoint); y < std::min(bar.last, low); ++y)
        std::fill(bar.line(y) + box.left + (first ? 1 : 0),
                  bar.line(y) + box.right - (first ? 0 : 1), ink.outline);
}

// As much as there is room for: "F3.c1", "F3", each in large letters or else in small ones; or "3",
// in small ones, so that it does not outshout the names beside it.
void RowRaster::drawLabel(const Bar& bar, const LabelPlace& place, const plan::Op& op, int chunk,
                          QRgb colour)
{
    const int large = m_glyphs.height();
    const std::string number = std::to_string(op.microbatch);
    const std::string name = plan::letter(op.kind) + number;
    const auto draw = [&](const std::string& text, int air) {
        return drawText(bar, place, m_glyphs, text, air, colour)
            || (m_small && drawText(bar, place, *m_small, text, air / 4, colour));
    };
    // With air around it, so that neighbours do not run into each other.
    if (chunk >= 0 && draw(name + ".c" + std::to_string(chunk), large))
        return;
    if (!draw(name, large))
        drawText(bar, place, m_small ? *m_small : m_glyphs, number, 0, colour);
}

bool RowRaster::drawText(const Bar& bar, const LabelPlace& place, const Glyphs& glyphs,
                         const std::string& text, int air, QRgb colour)
{
    const int height = glyphs.height();
    const int width = glyphs.width(text);
    const int top = bar.top + (bar.height - height + 1) / 2;
    // Drawn whole or not at all: part of a number could be taken for another number.
    if (width == 0 || width + air > place.room || height + 4 > bar.height || top < bar.first
        || top + height > bar.last)
        return false;
    glyphs.draw(bar.line(top) + place.left + (place.right - place.left - width + 1) / 2, bar.stride,
                text, colour);
    return true;
}

// What was lost may be shorter than a pixel, and too low in the stack to be noticed; the mark has
// the same size always.
void RowRaster::drawMarks(const Bar& bar, const Columns& columns)
{
    if (!columns.present[static_cast<std::size_t>(Category::NoData)])
        return;
    const float* noData = columns.of(Category::NoData);
    for (int x = 0; x < columns.width; ++x) {
        if (noData[x] <= 0)
            continue;
        const int left = std::clamp(x - kMark / 2, 0, std::max(0, columns.width - kMark));
        const int right = std::min(columns.width, left + kMark);
        for (int y = bar.first; y < std::min(bar.last, bar.top + kMark); ++y)
            std::fill(bar.line(y) + left, bar.line(y) + right, m_inks.noDataMark);
    }
}

} // namespace gui

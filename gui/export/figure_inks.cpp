#include "gui/export/figure_inks.h"

#include "gui/theme/contrast.h"
#include "gui/timeline/inks.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kGridShare = 0.35; // of the text's colour in that of an axis

FigureInk printed(const Theme& theme, const QColor& fill)
{
    return {fill, theme.outline(fill), textOn(fill)};
}

// In a grid whose every other row is shifted by half a step.
void dots(std::vector<QLineF>& lines, const QRectF& box, double step)
{
    const double length = kDot * step;
    for (auto row = std::llround(std::ceil(2 * box.top() / step));
         static_cast<double>(row) * step / 2 < box.bottom(); ++row) {
        const double y = static_cast<double>(row) * step / 2;
        const double shift = row % 2 == 0 ? 0 : step / 2;
        for (auto i = std::llround(std::ceil((box.left() - shift) / step));
             static_cast<double>(i) * step + shift + length < box.right(); ++i) {
            const double x = static_cast<double>(i) * step + shift;
            lines.emplace_back(x, y, x + length, y);
        }
    }
}

// How dark each is, from paper to text, and how it is hatched: neighbours in a schedule are far
// apart in tone, and what is near in tone has other lines. Falling lines are those of a chunk.
struct Tone {
    double dark;
    Hatch hatch;
};

constexpr std::array<Tone, kCategories> kTones{{{0, Hatch::None},       // forward
                                                {0.45, Hatch::None},    // backward
                                                {0.30, Hatch::Rising},  // input gradient
                                                {0.20, Hatch::None},    // weight gradient
                                                {0, Hatch::Level},      // recomputation
                                                {1, Hatch::None},       // communication
                                                {0.72, Hatch::None},    // optimizer
                                                {0, Hatch::Crossed},    // no data
                                                {0.18, Hatch::Level}}}; // rerun

constexpr double kIdleTone = 0.10;
constexpr double kLaneTone = 0.05;
constexpr double kChunkTone = 0.45; // of the text's colour in the lines of a chunk, in greyscale

// By the remainder of the chunk, as the timeline's (inks.cpp).
constexpr std::array<Hatch, kShades> kChunkHatches{Hatch::None, Hatch::Falling, Hatch::Dotted,
                                                   Hatch::Level};

void rising(std::vector<QLineF>& lines, const QRectF& box, double step, bool mirrored)
{
    const double height = box.height();
    // A line is named by where it would meet the bottom, counted from where time begins.
    const double first = mirrored ? box.left() : box.left() - height;
    const double end = box.right() + (mirrored ? height : 0);
    for (auto i = std::llround(std::ceil(first / step)); static_cast<double>(i) * step < end; ++i) {
        const double foot = static_cast<double>(i) * step;
        const double sign = mirrored ? -1 : 1;
        const double a = std::clamp(foot, box.left(), box.right());
        const double b = std::clamp(foot + sign * height, box.left(), box.right());
        if (a != b)
            lines.emplace_back(a, box.bottom() - std::abs(a - foot), b,
                               box.bottom() - std::abs(b - foot));
    }
}

} // namespace

FigureInk FigureInks::of(Category category, int chunk) const
{
    FigureInk ink = categories[static_cast<std::size_t>(category)];
    const Hatch pattern = kChunkHatches[static_cast<std::size_t>(chunk % kShades)];
    if (pattern == Hatch::None)
        return ink;
    if (shades)
        ink = printed(*shades, shades->shaded(ink.fill, chunk));
    ink.pattern = pattern;
    ink.patternLine
        = shades ? chunkLineOn(ink.fill, ink.text) : mixed(ink.fill, ink.outline, kChunkTone);
    return ink;
}

FigureInks figureInks(const Theme& theme, bool greyscale)
{
    FigureInks inks;
    inks.paper = theme.base;
    inks.text = theme.text;
    inks.muted = theme.mutedText;
    inks.rule = mixed(theme.base, theme.text, kGridShare);
    inks.memoryGround = mixed(theme.base, theme.text, kLaneTone);
    inks.phases = theme.phases;
    for (std::size_t i = 0; i < kCategories; ++i) {
        if (!greyscale) {
            inks.categories[i] = printed(theme, colourOf(theme, static_cast<Category>(i)));
            continue;
        }
        const QColor fill = mixed(theme.base, theme.text, kTones[i].dark);
        inks.categories[i] = {fill, theme.text, textOn(fill), kTones[i].hatch};
    }
    inks.idle = greyscale ? FigureInk{mixed(theme.base, theme.text, kIdleTone),
                                      mixed(theme.base, theme.text, kIdleTone), theme.text}
                          : FigureInk{theme.idle, theme.hatch, theme.text, Hatch::Rising};
    constexpr std::array<Tone, kMemoryKinds> kMemoryTones{{{0.55, Hatch::None},
                                                           {0.30, Hatch::Rising},
                                                           {0.75, Hatch::None},
                                                           {0.12, Hatch::Falling},
                                                           {0, Hatch::Level}}};
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const QColor fill
            = greyscale ? mixed(theme.base, theme.text, kMemoryTones[i].dark) : theme.memory[i];
        inks.memory[i] = printed(theme, fill);
        if (greyscale)
            inks.memory[i] = {fill, theme.text, textOn(fill), kMemoryTones[i].hatch};
    }
    if (greyscale) {
        constexpr std::array kPhaseTones{0.55, 0.25, 0.85};
        for (std::size_t i = 0; i < kPhaseTones.size(); ++i)
            inks.phases[i] = mixed(theme.base, theme.text, kPhaseTones[i]);
    } else {
        inks.categories[static_cast<std::size_t>(Category::NoData)].hatch = Hatch::Crossed;
        inks.categories[static_cast<std::size_t>(Category::NoData)].outline = theme.noDataDot;
        inks.shades = &theme;
    }
    return inks;
}

std::vector<QLineF> hatchLines(const QRectF& box, Hatch hatch, double step)
{
    std::vector<QLineF> lines;
    if (hatch == Hatch::Rising || hatch == Hatch::Crossed)
        rising(lines, box, step, false);
    if (hatch == Hatch::Falling || hatch == Hatch::Crossed)
        rising(lines, box, step, true);
    if (hatch == Hatch::Level)
        for (int i = 1; box.bottom() - i * step > box.top(); ++i)
            lines.emplace_back(box.left(), box.bottom() - i * step, box.right(),
                               box.bottom() - i * step);
    if (hatch == Hatch::Dotted)
        dots(lines, box, step);
    return lines;
}

} // namespace gui

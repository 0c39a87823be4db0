#include "gui/timeline/inks.h"

#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"

#include <algorithm>

namespace gui {
namespace {

constexpr double kFaded = 0.12;    // what is left of a hidden colour
constexpr double kSummed = 0.16;   // how far a row without ops is from the ground
constexpr double kChunkLine = 0.3; // how far the pattern of a chunk is from its fill

// Falling lines, 45 degrees, a line each half pattern.
Pattern hatched(std::array<QRgb, 2> colours)
{
    Pattern pattern;
    for (int y = 0; y < kPattern; ++y)
        for (int x = 0; x < kPattern; ++x)
            pattern[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]
                = colours[(x + y) % kPattern < 2 ? 1 : 0];
    return pattern;
}

// The same, rising.
Pattern mirrored(const Pattern& pattern)
{
    Pattern mirror = pattern;
    for (auto& line : mirror)
        std::reverse(line.begin(), line.end());
    return mirror;
}

Pattern dotted(QRgb ground, QRgb dot)
{
    Pattern pattern;
    for (int y = 0; y < kPattern; ++y)
        for (int x = 0; x < kPattern; ++x) {
            // Two rows of dots for each pattern, the second shifted by half of it.
            const bool even = y % kPattern < 2 && x % kPattern < 2;
            const bool odd = (y + 4) % kPattern < 2 && (x + 4) % kPattern < 2;
            pattern[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]
                = even || odd ? dot : ground;
        }
    return pattern;
}

// Fine, so that the letters on it read: rising lines, dots, level lines.
Pattern chunkPattern(std::size_t chunk, const Ink& ink)
{
    const QRgb line = chunkLineOn(ink.fill, ink.text).rgb();
    if (chunk == 2)
        return dotted(ink.fill, line);
    Pattern pattern;
    for (int y = 0; y < kPattern; ++y)
        for (int x = 0; x < kPattern; ++x) {
            const bool on = (chunk == 1 && (x + y) % 4 == 3) || (chunk == 3 && y % 4 == 0);
            // Mirrored, as a bubble's lines fall.
            pattern[static_cast<std::size_t>(y)][static_cast<std::size_t>(kPattern - 1 - x)]
                = on ? line : ink.fill;
        }
    return pattern;
}

// So that little of it is seen.
void fade(Ink& ink, Pattern& pattern, const QColor& base)
{
    for (auto& line : pattern)
        for (QRgb& pixel : line)
            pixel = mixed(base, QColor(pixel), kFaded).rgb();
    const QColor fill(ink.fill);
    ink.fill = ink.text = mixed(base, fill, kFaded).rgb();
    ink.outline = mixed(base, fill, 2 * kFaded).rgb();
}

} // namespace

QColor colourOf(const Theme& theme, Category category)
{
    switch (category) {
    case Category::Forward:
        return theme.forward;
    case Category::Backward:
        return theme.backward;
    case Category::InputGrad:
        return theme.inputGrad;
    case Category::WeightGrad:
        return theme.weightGrad;
    case Category::Recompute:
        return theme.recompute;
    case Category::Communication:
        return theme.transfer;
    case Category::Optimizer:
        return theme.optimizer;
    case Category::NoData:
        return theme.noData;
    case Category::Rerun:
        return theme.good;
    }
    return {};
}

QColor chunkLineOn(const QColor& fill, const QColor& text)
{
    return mixed(fill, text.lightnessF() > 0.5F ? Qt::black : Qt::white, kChunkLine);
}

std::array<QRgb, 2> Inks::idleColours(const Theme& theme, int phase)
{
    // A tint strong enough to see where a phase ends, weak enough to stay idle's colour.
    const QColor tint = theme.phases[static_cast<std::size_t>(phase)];
    return {mixed(theme.idle, tint, 0.10).rgb(), mixed(theme.hatch, tint, 0.22).rgb()};
}

Inks inksOf(const Theme& theme, const HiddenCategories& hidden)
{
    Inks inks;
    for (std::size_t category = 0; category < kCategories; ++category)
        for (int shade = 0; shade < kShades; ++shade) {
            const QColor fill
                = theme.shaded(colourOf(theme, static_cast<Category>(category)), shade);
            Ink& ink = inks.ops[category][static_cast<std::size_t>(shade)];
            Pattern& pattern = inks.chunks[category][static_cast<std::size_t>(shade)];
            ink = {fill.rgb(), theme.outline(fill).rgb(), textOn(fill).rgb()};
            pattern = chunkPattern(static_cast<std::size_t>(shade), ink);
            if (hidden[category])
                fade(ink, pattern, theme.base);
        }
    for (int phase = 0; phase < 3; ++phase) {
        inks.idle[static_cast<std::size_t>(phase)] = hatched(Inks::idleColours(theme, phase));
        inks.phases[static_cast<std::size_t>(phase)]
            = theme.phases[static_cast<std::size_t>(phase)].rgb();
    }
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        inks.memory[kind] = theme.memory[kind].rgb();
    inks.memoryGround = groundOf(theme, Ground::Stripe).rgb();
    inks.deviceMemory = theme.text.rgb();
    inks.deviceLimit = theme.warning.rgb();
    inks.predictedMemory = theme.predicted.rgb();
    inks.noData = dotted(theme.noData.rgb(), theme.noDataDot.rgb());
    inks.rerun = mirrored(hatched({mixed(theme.idle, theme.good, 0.25).rgb(), theme.good.rgb()}));
    inks.noDataMark = theme.noDataDot.rgb();
    inks.summed = mixed(theme.base, theme.mutedText, kSummed).rgb();
    inks.ghost = theme.text.rgb();
    inks.blank = theme.base.rgb();
    return inks;
}

} // namespace gui

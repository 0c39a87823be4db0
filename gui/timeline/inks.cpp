#include "gui/timeline/inks.h"

#include "gui/theme/contrast.h"

#include <algorithm>

namespace gui {
namespace {

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

} // namespace

std::array<QRgb, 2> Inks::idleColours(const Theme& theme, int phase)
{
    // A tint strong enough to see where a phase ends, weak enough to stay idle's colour.
    const QColor tint = theme.phases[static_cast<std::size_t>(phase)];
    return {mixed(theme.idle, tint, 0.10).rgb(), mixed(theme.hatch, tint, 0.22).rgb()};
}

Inks inksOf(const Theme& theme)
{
    Inks inks;
    for (std::size_t category = 0; category < kCategories; ++category)
        for (int shade = 0; shade < kShades; ++shade) {
            const QColor fill
                = theme.shaded(colourOf(theme, static_cast<Category>(category)), shade);
            inks.ops[category][static_cast<std::size_t>(shade)]
                = {fill.rgb(), theme.outline(fill).rgb(), textOn(fill).rgb()};
        }
    for (int phase = 0; phase < 3; ++phase) {
        inks.idle[static_cast<std::size_t>(phase)] = hatched(Inks::idleColours(theme, phase));
        inks.phases[static_cast<std::size_t>(phase)]
            = theme.phases[static_cast<std::size_t>(phase)].rgb();
    }
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        inks.memory[kind] = theme.memory[kind].rgb();
    inks.memoryGround = mixed(theme.base, theme.panel, 0.6).rgb();
    inks.deviceMemory = theme.text.rgb();
    inks.deviceLimit = theme.error.rgb();
    inks.predictedMemory = theme.predicted.rgb();
    inks.noData = dotted(theme.noData.rgb(), theme.noDataDot.rgb());
    inks.rerun = mirrored(hatched({mixed(theme.idle, theme.good, 0.25).rgb(), theme.good.rgb()}));
    inks.noDataMark = theme.noDataDot.rgb();
    inks.blank = theme.base.rgb();
    return inks;
}

} // namespace gui

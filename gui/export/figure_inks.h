// What a figure is printed with: the colours of a theme or, where there are none, tones and lines.

#pragma once

#include "gui/theme/theme.h"
#include "gui/timeline/category.h"
#include "gui/timeline/memory_lane.h"

#include <QLineF>
#include <QRectF>

#include <array>
#include <vector>

namespace gui {

enum class Hatch { None, Rising, Falling, Crossed, Level, Dotted };

struct FigureInk {
    QColor fill;
    QColor outline;
    QColor text;               // at least 4.5:1 on fill
    Hatch hatch = Hatch::None; // in the colour of the outline
    // Of the chunk, over all of that: finer, and in a colour of its own.
    Hatch pattern = Hatch::None;
    QColor patternLine{};
};

struct FigureInks {
    std::array<FigureInk, kCategories> categories; // of chunk 0
    FigureInk idle;
    std::array<QColor, 3> phases; // by plan::Phase
    QColor paper;
    QColor text;
    QColor muted;
    QColor rule;                                // axes
    std::array<FigureInk, kMemoryKinds> memory; // by MemoryKind
    QColor memoryGround;                        // of a lane

    // A chunk has the timeline's pattern, and its shade, too, where tones do not tell categories
    // apart.
    FigureInk of(Category category, int chunk) const;

    const Theme* shades = nullptr; // null: chunks have none
};

// `theme` lives as long as the program.
FigureInks figureInks(const Theme& theme, bool greyscale);

// The lines of a hatch in a box, `step` apart across it, which go on from one box to the next. Dots
// are short level lines, as long as kDot of a step.
inline constexpr double kDot = 0.3;
std::vector<QLineF> hatchLines(const QRectF& box, Hatch hatch, double step);

} // namespace gui

// A picture for a paper or a slide: vectors in whatever a file format needs, at the size at which
// it is printed.

#pragma once

#include "gui/theme/theme.h"

#include <QByteArray>
#include <QImage>
#include <QSizeF>

#include <algorithm>
#include <functional>
#include <optional>

class QPainter;
class QString;

namespace gui {

// All lengths of a figure are in tenths of a point, 720 to the inch, so that type can be set in
// sizes that are no whole number of points.
inline constexpr double kUnitsPerInch = 720;
inline constexpr double kUnitsPerPoint = kUnitsPerInch / 72;

// What it is printed on, which decides its width and the size of its type.
enum class Paper {
    Column, // 3.3 in, one column of two; type of 7 pt
    Page,   // 6.9 in, the whole width; type of 7.5 pt
    Slide,  // 13.33 × 7.5 in, as screens are; type of 18 pt
};

// What is drawn over and under the ops, of what there is.
struct FigureExtras {
    bool ghosts = false;       // the ops as predicted, over those that were measured
    bool criticalPath = false; //
    bool inner = false;        // what lay within the ops, and the kernels under them
    bool memory = false;       // under each row

    bool operator==(const FigureExtras&) const = default;
};

struct FigureLook {
    Paper paper = Paper::Page;
    bool title = false;
    bool legend = true;
    bool phases = true;                         // the strips over the rows
    bool chunks = true;                         // are named in the boxes, where there are several
    bool greyscale = false;                     // told apart by tone and hatching
    OpColours colours = OpColours::Bubblescope; // of ops, unless in greyscale
    FigureExtras extras{};
    // Ops narrower than this are drawn together, in columns of their shares of the time.
    double dot = kUnitsPerInch / 300;
    // Of a screen that shows it before it is printed: columns are as wide as that at least. What
    // there is besides, and where everything stands, is as it is printed.
    double pixel = 0;

    double columnWidth() const { return std::max(dot, pixel); }

    bool operator==(const FigureLook&) const = default;
};

double widthOf(Paper paper);    // units
double typeSizeOf(Paper paper); // units, of everything but titles

// Ready to be drawn. `paint` draws in units, from (0, 0) to `size`, and may be called any number of
// times, on any thread.
struct Figure {
    QSizeF size;
    std::function<void(QPainter&)> paint;
};

enum class FigureFormat { Svg, Pdf, Png };

// By the ending of the path; nothing: it is none of these.
std::optional<FigureFormat> figureFormatOf(const QString& path);

// The pixels of a PNG file of that scale: 96 to the inch at scale 1.
double unitsPerPixel(int scale);

// As it looks at that size; null where there is not enough memory.
QImage imageOf(const Figure& figure, QSize pixels);

// The file. `scale`, 1 .. 4, is that of a PNG file. Text of SVG is outlines, and PDF embeds its
// fonts, so that both look alike wherever they are opened. Empty where there is not enough memory.
QByteArray fileOf(const Figure& figure, FigureFormat format, int scale, const QString& title);

} // namespace gui

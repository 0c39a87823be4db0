// Every colour of the window: light, dark, and of high contrast. A view takes its colours from here
// and nowhere else.
//
// Any two of the op colours, idle and base are told apart under normal vision and
// under full protanopia, deuteranopia and tritanopia (CIEDE2000 of at least 20),
// save idle and base, which the hatch separates; not so those of papers (op_colours.h). The same
// holds for the colours of memory and base among themselves, and for those of curves.

#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace gui {

// Whose colours ops have; see op_colours.h.
enum class OpColours { Bubblescope, Megatron, ZeroBubble, DualPipe };

struct Theme {
    bool dark = false;
    OpColours opColours = OpColours::Bubblescope;

    QColor base;      // behind the timeline, the charts and the tables
    QColor panel;     // headers, ruler, rank labels
    QColor text;      // on base and on panel
    QColor mutedText; // units, hints, empty states; still at least 4.5:1
    QColor grid;      // hairlines
    QColor border;
    QColor accent; // selection, keyboard focus, cursor hairline

    QColor forward;
    QColor backward;
    QColor inputGrad;
    QColor weightGrad;
    QColor recompute;
    QColor transfer; // exposed transfers and collectives
    QColor optimizer;

    QColor idle;      // ground of a bubble
    QColor hatch;     // its lines
    QColor noData;    // ground of a stretch nothing is known about
    QColor noDataDot; // its dots

    std::array<QColor, 3> phases; // by plan::Phase: the strip over each row

    std::array<QColor, 5> memory; // weights, gradients, optimizer, activations, buffers

    std::array<QColor, 6> curves; // of a chart with several, at least 3:1 on base

    QColor predicted; // series and markers
    QColor measured;
    QColor good;
    QColor warning;
    QColor error;

    // The colours of the same thing in another model chunk: `colour` itself for
    // chunk 0, then lighter (darker in the dark theme) and back again every fourth.
    QColor shaded(const QColor& colour, int chunk) const;

    // From the least to the most of what is measured by its colour, for a share of 0 .. 1: lighter
    // with every step, and told apart with any kind of vision.
    QColor heat(double share) const;

    // The 1-pixel line around a box filled with `fill`.
    QColor outline(const QColor& fill) const;
};

const Theme& lightTheme();
const Theme& darkTheme();
const Theme& contrastTheme(); // dark, with text of at least 7:1 and lines of at least 4.5:1

// The theme that a palette was made of, with the colours of ops that it was made with; else the one
// that suits it: dark where its window text is lighter than its window. Ask again on
// QEvent::PaletteChange.
const Theme& themeFor(const QPalette& palette);

// For the Fusion style, with the colours of that theme.
QPalette fusionPalette(const Theme& theme);

} // namespace gui

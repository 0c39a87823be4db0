// Whether text can be read on a colour (WCAG 2.1).

#pragma once

#include <QColor>

namespace gui {

double relativeLuminance(const QColor& colour); // 0 black .. 1 white

// 1 .. 21, the same both ways round.
double contrastRatio(const QColor& a, const QColor& b);

// Black or white, whichever reads better on `fill`; at least 4.5:1 on any fill.
QColor textOn(const QColor& fill);

// `share` of `b` in `a`, 0 .. 1, mixed in sRGB.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace gui

#include "gui/theme/contrast.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// The sRGB transfer function, as WCAG 2.1 defines relative luminance by it.
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

} // namespace

double relativeLuminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

double contrastRatio(const QColor& a, const QColor& b)
{
    // The 0.05 are WCAG's, for the light that a screen reflects.
    const double first = relativeLuminance(a) + 0.05;
    const double second = relativeLuminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor textOn(const QColor& fill)
{
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrastRatio(fill, black) >= contrastRatio(fill, white) ? black : white;
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int from, int to) {
        return std::clamp(static_cast<int>(std::lround(from + (to - from) * share)), 0, 255);
    };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace gui

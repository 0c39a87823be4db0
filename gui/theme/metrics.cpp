#include "gui/theme/metrics.h"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace gui {
namespace {

constexpr std::array kScales{0.75, 0.875, 1.0, 1.125, 1.25, 1.5, 1.75, 2.0};
constexpr double kBody = 14;

double pixelsOf(Type type)
{
    switch (type) {
    case Type::Title:
        return 20;
    case Type::Body:
        return kBody;
    case Type::Small:
        return 12;
    }
    return kBody;
}

// The place of the nearest one.
std::size_t placeOf(double scale)
{
    const auto nearer
        = [scale](double a, double b) { return std::abs(a - scale) < std::abs(b - scale); };
    const auto nearest = std::min_element(kScales.begin(), kScales.end(), nearer);
    return static_cast<std::size_t>(nearest - kScales.begin());
}

} // namespace

Metrics::Metrics(double scale)
    : m_scale(kScales[placeOf(scale)])
{
}

int Metrics::px(double pixels) const
{
    const int rounded = static_cast<int>(std::lround(pixels * m_scale));
    return pixels > 0 ? std::max(1, rounded) : rounded;
}

QFont Metrics::font(const QFont& family, Type type) const
{
    QFont sized = family;
    sized.setPixelSize(px(pixelsOf(type)));
    return sized;
}

std::span<const double> Metrics::scales() { return kScales; }

Metrics Metrics::larger() const
{
    return Metrics(kScales[std::min(placeOf(m_scale) + 1, kScales.size() - 1)]);
}

Metrics Metrics::smaller() const
{
    const std::size_t place = placeOf(m_scale);
    return Metrics(kScales[place == 0 ? 0 : place - 1]);
}

Metrics metrics()
{
    // A font that the desktop gave is in points, and has no size in pixels.
    const int body = QGuiApplication::font().pixelSize();
    return Metrics(body > 0 ? body / kBody : 1);
}

} // namespace gui

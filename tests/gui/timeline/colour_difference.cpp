#include "tests/gui/timeline/colour_difference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gui::test {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr std::array<Matrix, 4> kVision{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
}};
constexpr Matrix kXyz{{{0.4124564, 0.3575761, 0.1804375},
                       {0.2126729, 0.7151522, 0.0721750},
                       {0.0193339, 0.1191920, 0.9503041}}};

Triple times(const Matrix& matrix, const Triple& v)
{
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
    return out;
}

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double cubeRoot(double t)
{
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

Triple lab(const QColor& colour, Vision vision)
{
    Triple seen = times(kVision[static_cast<std::size_t>(vision)],
                        {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& channel : seen)
        channel = std::clamp(channel, 0.0, 1.0);
    const Triple xyz = times(kXyz, seen);
    const double x = cubeRoot(xyz[0] / 0.95047);
    const double y = cubeRoot(xyz[1]);
    const double z = cubeRoot(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double radians(double degrees) { return degrees * M_PI / 180; }

double hue(double a, double b)
{
    const double degrees = a == 0 && b == 0 ? 0 : std::atan2(b, a) * 180 / M_PI;
    return degrees < 0 ? degrees + 360 : degrees;
}

double seventh(double c)
{
    return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)));
}

} // namespace

// Sharma, Wu and Dalal 2005, equations 2 to 22.
double colourDifference(const QColor& first, const QColor& second, Vision vision)
{
    const Triple p = lab(first, vision);
    const Triple q = lab(second, vision);
    const double g = 0.5 * (1 - seventh((std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2));
    const double a1 = p[1] * (1 + g);
    const double a2 = q[1] * (1 + g);
    const double c1 = std::hypot(a1, p[2]);
    const double c2 = std::hypot(a2, q[2]);
    const double h1 = hue(a1, p[2]);
    const double h2 = hue(a2, q[2]);
    const bool grey = c1 * c2 == 0;

    double turn = grey ? 0 : h2 - h1;
    turn += turn > 180 ? -360 : turn < -180 ? 360 : 0;
    const double dl = q[0] - p[0];
    const double dc = c2 - c1;
    const double dh = 2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2));

    const double l = (p[0] + q[0]) / 2;
    const double c = (c1 + c2) / 2;
    double h = grey ? h1 + h2 : (h1 + h2) / 2;
    if (!grey && std::abs(h1 - h2) > 180)
        h += h1 + h2 < 360 ? 180 : -180;
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h))
        + 0.32 * std::cos(radians(3 * h + 6)) - 0.20 * std::cos(radians(4 * h - 63));
    const double sl = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
    const double sc = 1 + 0.045 * c;
    const double sh = 1 + 0.015 * c * t;
    const double bend = 30 * std::exp(-std::pow((h - 275) / 25, 2));
    const double rt = -std::sin(radians(2 * bend)) * 2 * seventh(c);
    return std::sqrt(std::pow(dl / sl, 2) + std::pow(dc / sc, 2) + std::pow(dh / sh, 2)
                     + rt * (dc / sc) * (dh / sh));
}

} // namespace gui::test

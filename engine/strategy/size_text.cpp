#include "engine/strategy/size_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace strategy {

std::string sizeText(double bytes)
{
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    while (std::abs(bytes) >= 999.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    const double size = std::abs(bytes);
    const int decimals = unit == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", bytes, decimals, kUnits[unit]);
}

} // namespace strategy

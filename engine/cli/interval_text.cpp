#include "engine/cli/interval_text.h"

#include <fmt/format.h>

namespace cli {

std::string intervalText(const std::optional<strategy::Interval>& seconds)
{
    return seconds ? fmt::format("{:.3g}-{:.3g}", seconds->low, seconds->high) : std::string();
}

std::string intervalCells(const std::optional<strategy::Interval>& seconds)
{
    return seconds ? fmt::format("{:.9g},{:.9g}", seconds->low, seconds->high) : ",";
}

std::string equalText(std::size_t count, std::string_view best)
{
    if (count < 2)
        return {};
    return fmt::format("=  equal to {}, as far as their 80 % intervals tell\n"
                       "{} strategies are equal within their intervals\n",
                       best, count);
}

} // namespace cli

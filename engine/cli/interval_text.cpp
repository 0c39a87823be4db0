#include "engine/cli/interval_text.h"

#include <fmt/format.h>

namespace cli {

std::string intervalText(const std::optional<strategy::Interval>& seconds)
{
    return seconds ? fmt::format("{:.4g} to {:.4g}", seconds->low, seconds->high) : std::string();
}

std::string intervalCells(const std::optional<strategy::Interval>& seconds)
{
    return seconds ? fmt::format("{:.9g},{:.9g}", seconds->low, seconds->high) : ",";
}

std::string equalLegend(const strategy::EqualRules& rules, std::string_view what)
{
    if (!rules.any())
        return {};
    std::string text = fmt::format("=  predictions cannot tell it from {}:", what);
    if (rules.variants)
        text += fmt::format("\n   on as many like devices, {} within {:.0f} % (closer than that "
                            "their order has not been checked)",
                            rules.perToken ? "times per token" : "steps",
                            100 * (strategy::kApart - 1));
    if (rules.intervals)
        text += fmt::format("{}80 % intervals{} that overlap", rules.variants ? "\n   else, " : " ",
                            rules.perToken ? " per token" : "");
    return text + '\n';
}

std::string equalCount(std::size_t count, std::string_view ofWhat)
{
    return count < 2
        ? std::string()
        : fmt::format("as far as predictions tell, {} of the {} may be the best\n", count, ofWhat);
}

} // namespace cli

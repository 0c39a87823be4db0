#include "engine/cli/report_units.h"

#include <fmt/format.h>

#include <iterator>

namespace cli {

void appendUs(std::string& text, plan::Nanoseconds time)
{
    auto ns = time.count();
    if (ns < 0) {
        text += '-';
        ns = -ns;
    }
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{}", ns / 1000);
    if (ns % 1000 == 0)
        return;
    // Digit by digit rather than through a double, so that every nanosecond is exact.
    fmt::format_to(out, ".{:03}", ns % 1000);
    text.erase(text.find_last_not_of('0') + 1);
}

std::string usText(plan::Nanoseconds time)
{
    std::string text;
    appendUs(text, time);
    return text;
}

std::string csvCell(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + '"';
}

} // namespace cli

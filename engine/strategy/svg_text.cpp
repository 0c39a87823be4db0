#include "engine/strategy/svg_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace strategy {
namespace {

// Bytes of the well-formed UTF-8 character at the front, 0 if there is none.
std::size_t utf8Length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first < 0xf0) {
        // Overlong forms, surrogates and the two code points that XML excludes are refused, as a
        // parser of the picture would.
        const bool sound = follows(1) && follows(2) && !(first == 0xe0 && byte(1) < 0xa0)
            && !(first == 0xed && byte(1) >= 0xa0)
            && !(first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe);
        return sound ? 3 : 0;
    }
    if (first >= 0xf0 && first < 0xf5) {
        const bool sound = follows(1) && follows(2) && follows(3)
            && !(first == 0xf0 && byte(1) < 0x90) && !(first == 0xf4 && byte(1) >= 0x90);
        return sound ? 4 : 0;
    }
    return 0;
}

} // namespace

std::string escapedXml(std::string_view text)
{
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    std::string escaped;
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const char front = text.front();
        // XML has no way to write most control characters, not even as references.
        if (length == 0 || (length == 1 && static_cast<unsigned char>(front) < 0x20))
            escaped += kReplacement;
        else if (front == '&')
            escaped += "&amp;";
        else if (front == '<')
            escaped += "&lt;";
        else if (front == '>')
            escaped += "&gt;";
        else
            escaped += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return escaped;
}

std::string shortTime(plan::Nanoseconds time)
{
    struct Unit {
        std::int64_t nanoseconds;
        const char* name;
    };
    constexpr std::array kUnits{Unit{1'000'000'000, "s"}, Unit{1'000'000, "ms"}, Unit{1000, "us"}};
    if (time.count() == 0)
        return "0";
    for (const Unit& unit : kUnits) {
        if (time.count() < unit.nanoseconds)
            continue;
        std::string number = fmt::format("{:.3f}", double(time.count()) / double(unit.nanoseconds));
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.')
            number.pop_back();
        return number + " " + unit.name;
    }
    return fmt::format("{} ns", time.count());
}

std::string timeIn(std::optional<plan::Nanoseconds> unit, plan::Nanoseconds time)
{
    if (!unit)
        return shortTime(time);
    // As few decimals as there are, three at most.
    const double units = double(time.count()) / double(unit->count());
    return fmt::format("{} u", std::round(units * 1000) / 1000);
}

std::vector<plan::Nanoseconds> axisTicks(plan::Nanoseconds longest,
                                         std::optional<plan::Nanoseconds> unit)
{
    if (unit) {
        constexpr double kPartsOfUnit = 1000; // as fine as ticks can be
        const double part = double(unit->count()) / kPartsOfUnit;
        auto ticks = axisTicks(plan::Nanoseconds(std::llround(double(longest.count()) / part)));
        for (plan::Nanoseconds& tick : ticks)
            tick = plan::Nanoseconds(std::llround(double(tick.count()) * part));
        return ticks;
    }
    constexpr std::int64_t kMost = 10;
    std::int64_t power = 1;
    std::int64_t step = 1;
    while (longest.count() / step > kMost) {
        // Steps that people count in.
        for (const int times : {1, 2, 5, 10}) {
            step = power * times;
            if (longest.count() / step <= kMost)
                break;
        }
        power *= 10;
    }
    std::vector<plan::Nanoseconds> ticks;
    for (std::int64_t at = 0; at <= longest.count(); at += step)
        ticks.emplace_back(at);
    return ticks;
}

double lineWidth(std::string_view words)
{
    double width = 0;
    for (const char letter : words) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isFirst = (byte & 0xc0) != 0x80;
        width += !isFirst ? 0 : byte >= 0xe0 ? 12 : 6.6; // Chinese is as wide as it is high
    }
    return width;
}

} // namespace strategy

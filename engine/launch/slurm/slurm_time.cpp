#include "engine/launch/slurm/slurm_time.h"

#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace launch {

namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

std::optional<std::int64_t> digits(std::string_view text)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    // Nine digits of days are within an int64_t of seconds.
    if (text.empty() || text.size() > 9 || text.front() == '-' || read.ec != std::errc()
        || read.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

// The numbers between colons; nullopt where one is none.
std::optional<std::vector<std::int64_t>> numbersIn(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    for (;;) {
        const std::size_t colon = text.find(':');
        const auto number = digits(text.substr(0, colon));
        if (!number || numbers.size() == 3)
            return std::nullopt;
        numbers.push_back(*number);
        if (colon == std::string_view::npos)
            return numbers;
        text.remove_prefix(colon + 1);
    }
}

} // namespace

std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text)
{
    std::int64_t seconds = 0;
    const std::size_t dash = text.find('-');
    // What the first number stands for depends on what is around it.
    std::array<std::int64_t, 3> units = {kMinute, 1, 0};
    if (dash != std::string_view::npos) {
        const auto days = digits(text.substr(0, dash));
        if (!days)
            return std::nullopt;
        seconds = *days * kDay;
        text.remove_prefix(dash + 1);
        units = {kHour, kMinute, 1};
    }
    const auto numbers = numbersIn(text);
    if (!numbers)
        return std::nullopt;
    if (numbers->size() == 3)
        units = {kHour, kMinute, 1};
    for (std::size_t i = 0; i < numbers->size(); ++i)
        seconds += (*numbers)[i] * units[i];
    if (seconds < 1 || seconds > kMostJobTime.count())
        return std::nullopt;
    return std::chrono::seconds(seconds);
}

std::string toSlurmTime(std::chrono::seconds time)
{
    const std::int64_t left = time.count();
    return fmt::format("{}-{:02}:{:02}:{:02}", left / kDay, left % kDay / kHour,
                       left % kHour / kMinute, left % kMinute);
}

std::string toText(std::chrono::seconds time)
{
    std::string text;
    std::int64_t left = time.count();
    for (const auto& [unit, name] : {std::pair(kDay, "d"), std::pair(kHour, "h"),
                                     std::pair(kMinute, "min"), std::pair(std::int64_t{1}, "s")}) {
        if (left / unit > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : " ", left / unit, name);
        left %= unit;
    }
    return text.empty() ? "0 s" : text;
}

} // namespace launch

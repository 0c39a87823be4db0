#include "engine/launch/hosts/host_list.h"

#include "engine/launch/hosts/host.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace launch {

namespace {

constexpr int kMostCount = (1 << 20) - 1;

std::optional<int> numberIn(std::string_view text, int most)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > most)
        return std::nullopt;
    return number;
}

plan::Error notAList(std::string_view list)
{
    return plan::Error{
        fmt::format("'{}' is not a list of nodes as Slurm writes them", list.substr(0, 200))};
}

// Up to the next comma outside of brackets, which is taken off the list, too.
std::string_view takeItem(std::string_view& list)
{
    std::size_t end = 0;
    for (bool inside = false; end < list.size() && (inside || list[end] != ','); ++end)
        inside = list[end] == '[' || (inside && list[end] != ']');
    const std::string_view item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    return item;
}

// "1-3,07" as 1 2 3 07: as wide as it is written.
bool expandRange(std::string_view ranges, std::vector<std::string>& numbers)
{
    constexpr int kMostNumber = 999'999'999;
    while (!ranges.empty()) {
        const std::size_t comma = std::min(ranges.find(','), ranges.size());
        const std::string_view range = ranges.substr(0, comma);
        ranges.remove_prefix(std::min(comma + 1, ranges.size()));
        const std::size_t dash = std::min(range.find('-'), range.size());
        const std::string_view from = range.substr(0, dash);
        const auto first = numberIn(from, kMostNumber);
        const auto last
            = dash == range.size() ? first : numberIn(range.substr(dash + 1), kMostNumber);
        if (!first || !last || *last < *first
            || static_cast<std::size_t>(*last - *first) >= kMostHosts - numbers.size())
            return false;
        for (int number = *first; number <= *last; ++number)
            numbers.push_back(fmt::format("{:0{}}", number, from.size()));
    }
    return !numbers.empty();
}

// The names that one item stands for.
bool expandItem(std::string_view item, std::vector<std::string>& names)
{
    std::vector<std::string> made = {""};
    while (!item.empty()) {
        const std::size_t open = std::min(item.find('['), item.size());
        for (std::string& name : made)
            name += item.substr(0, open);
        item.remove_prefix(open);
        if (item.empty())
            break;
        const std::size_t close = item.find(']');
        std::vector<std::string> numbers;
        if (close == std::string_view::npos || !expandRange(item.substr(1, close - 1), numbers)
            || made.size() > kMostHosts / numbers.size())
            return false;
        item.remove_prefix(close + 1);
        std::vector<std::string> longer;
        longer.reserve(made.size() * numbers.size());
        for (const std::string& name : made) {
            for (const std::string& number : numbers)
                longer.push_back(name + number);
        }
        made = std::move(longer);
    }
    if (names.size() + made.size() > kMostHosts)
        return false;
    for (std::string& name : made) {
        if (!isHostName(name))
            return false;
        names.push_back(std::move(name));
    }
    return true;
}

} // namespace

plan::Result<std::vector<std::string>> expandHostList(std::string_view list)
{
    std::vector<std::string> names;
    for (std::string_view rest = list; !rest.empty();) {
        if (!expandItem(takeItem(rest), names))
            return notAList(list);
    }
    if (names.empty())
        return notAList(list);
    return names;
}

plan::Result<std::vector<int>> expandCounts(std::string_view counts)
{
    std::vector<int> numbers;
    for (std::string_view rest = counts; !rest.empty();) {
        std::string_view item = takeItem(rest);
        int times = 1;
        if (const std::size_t open = item.find("(x"); open != std::string_view::npos) {
            const auto given = item.ends_with(')')
                ? numberIn(item.substr(open + 2, item.size() - open - 3), kMostCount)
                : std::nullopt;
            if (!given)
                return notAList(counts);
            times = *given;
            item = item.substr(0, open);
        }
        const auto number = numberIn(item, kMostCount);
        if (!number || numbers.size() + static_cast<std::size_t>(times) > kMostHosts)
            return notAList(counts);
        numbers.insert(numbers.end(), static_cast<std::size_t>(times), *number);
    }
    if (numbers.empty())
        return notAList(counts);
    return numbers;
}

} // namespace launch

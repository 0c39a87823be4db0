// The output of those commands that hangs on nothing but the script.

#include "engine/strategy/convert/shell_text.h"

namespace strategy {

// Of the two commands whose output hangs on nothing but the script: `seq 0 3`, and an array echoed
// with another separator.
bool ShellExpansion::readKnownOutput(Fields& fields, std::string_view command, bool split, int line)
{
    constexpr long long kMostNumbers = 10'000;
    GlyphText text;
    const auto add = [&](std::string_view word) {
        for (const char c : word)
            text.push_back({c, line, -1});
    };
    if (command.starts_with("seq ")) {
        std::vector<long long> numbers;
        for (std::size_t at = command.find(' '); at != std::string_view::npos;) {
            const std::size_t begin = command.find_first_not_of(' ', at);
            at = command.find(' ', begin);
            if (begin == std::string_view::npos)
                break;
            const auto number = arithmeticOf(command.substr(begin, at - begin));
            if (!number)
                return false;
            numbers.push_back(*number);
        }
        if (numbers.empty() || numbers.size() > 3)
            return false;
        const long long first = numbers.size() > 1 ? numbers[0] : 1;
        const long long step = numbers.size() > 2 ? numbers[1] : 1;
        if (step < 1)
            return false;
        if (first < -kMostNumbers || numbers.back() > first + kMostNumbers)
            return false;
        for (long long number = first; number <= numbers.back(); number += step)
            add((text.empty() ? "" : " ") + std::to_string(number));
        appendValue(fields, text, split);
        return true;
    }
    // IFS=', '; echo "${NAME[*]}": the first character stands between the items.
    constexpr std::string_view kSeparator = "IFS=";
    constexpr std::string_view kEcho = "echo \"${";
    constexpr std::string_view kEveryItem = "[*]}\"";
    const std::size_t echo = command.find(kEcho);
    if (!command.starts_with(kSeparator) || echo == std::string_view::npos
        || !command.ends_with(kEveryItem))
        return false;
    const std::size_t quoted = command[4] == '\'' || command[4] == '"' ? 5 : 4;
    const auto found = m_variables.find(command.substr(
        echo + kEcho.size(), command.size() - echo - kEcho.size() - kEveryItem.size()));
    if (found == m_variables.end())
        return false;
    for (std::size_t i = 0; i < found->second.items.size(); ++i) {
        if (i > 0)
            text.push_back({command[quoted], line, -1});
        const GlyphText& item = found->second.items[i];
        text.insert(text.end(), item.begin(), item.end());
    }
    appendValue(fields, text, split);
    return true;
}

} // namespace strategy

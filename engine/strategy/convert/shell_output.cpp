// The output of those commands that hangs on nothing but the script.

#include "engine/strategy/convert/shell_text.h"

#include <utility>

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
    constexpr std::string_view kSequence = "seq";
    if (command.starts_with(kSequence) && command.substr(kSequence.size()).starts_with(' ')) {
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
    constexpr std::string_view kEcho = "echo";
    constexpr std::string_view kOpening = "\"${";
    constexpr std::string_view kEveryItem = "[*]}\"";
    const std::size_t name = command.find(kOpening);
    if (!command.starts_with(kSeparator) || name == std::string_view::npos
        || command.substr(0, name).find(kEcho) == std::string_view::npos
        || !command.ends_with(kEveryItem))
        return false;
    const char quote = command[kSeparator.size()];
    const bool isQuoted = quote == '\'' || quote == '"';
    const char separator = command[kSeparator.size() + (isQuoted ? 1 : 0)];
    const bool isEmpty = separator == ';' || (isQuoted && separator == quote);
    const auto found = m_variables.find(command.substr(
        name + kOpening.size(), command.size() - name - kOpening.size() - kEveryItem.size()));
    if (found == m_variables.end())
        return false;
    for (std::size_t i = 0; i < found->second.items.size(); ++i) {
        if (i > 0 && !isEmpty)
            text.push_back({separator, line, -1});
        const GlyphText& item = found->second.items[i];
        text.insert(text.end(), item.begin(), item.end());
    }
    appendValue(fields, text, split);
    return true;
}

// A here-document is expanded like a text in quotes, but for the quotes in it.
GlyphText ShellExpansion::expandBody(std::string_view body, int line)
{
    Fields fields;
    const int before = std::exchange(m_line, line);
    readWithin(body, [&] {
        if (peek() == '$' || peek() == '`')
            readDollar(fields, false, true);
        else
            literal(fields, take());
    });
    m_line = before;
    return std::move(fields.current);
}

} // namespace strategy

#include "engine/strategy/problem.h"

#include "engine/plan/edit_distance.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>

namespace strategy {
namespace {

constexpr std::size_t kShownBytes = 60;
constexpr std::size_t kLongestName = 64; // longer ones are nobody's slip of the pen

} // namespace

std::string toText(std::string_view file, const Problem& problem)
{
    std::string text(file);
    if (problem.line > 0)
        text += ':' + std::to_string(problem.line);
    return text + ": " + problem.key + ": " + problem.sentence;
}

std::string shown(std::string_view text)
{
    constexpr char kHex[] = "0123456789abcdef";
    std::string result;
    while (!text.empty()) {
        if (result.size() >= kShownBytes)
            return result + "...";
        const std::size_t length = characterLength(text);
        // A line break would end the sentence for whoever reads line by line.
        if (length == 0 || text.front() == '\n' || text.front() == '\r') {
            const auto byte = static_cast<unsigned char>(text.front());
            result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
            text.remove_prefix(1);
            continue;
        }
        result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result;
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> names)
{
    std::string_view best;
    if (name.size() > kLongestName)
        return best;
    std::size_t bestDistance = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const std::string_view candidate : names) {
        const std::size_t distance = plan::editDistance(name, candidate);
        // A short name is near to everything: all of its letters changed is no spelling of it.
        if (distance < bestDistance && distance < candidate.size()) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

std::string listed(std::span<const std::string_view> names)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

} // namespace strategy

// Reads a literal strategy and gives its problems as the lines `check` prints.

#pragma once

#include "engine/strategy/yaml.h"

#include <string>
#include <string_view>
#include <vector>

namespace strategy {

inline std::vector<std::string> linesOf(const std::vector<Problem>& problems)
{
    std::vector<std::string> lines;
    lines.reserve(problems.size());
    for (const Problem& problem : problems)
        lines.push_back(toText("f.yaml", problem));
    return lines;
}

inline std::vector<std::string> problemsOf(std::string_view text)
{
    return linesOf(readStrategy(text).problems);
}

inline std::vector<std::string> warningsOf(std::string_view text)
{
    return linesOf(readStrategy(text).warnings);
}

using Lines = std::vector<std::string>;

// A valid file to which one line is added.
inline std::string withLine(std::string_view line)
{
    return "bubblescope: 1\ncosts: {forward: 1}\n" + std::string(line) + "\n";
}

} // namespace strategy

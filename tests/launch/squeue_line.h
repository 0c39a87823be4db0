// Lines as squeue prints them, for tests.

#pragma once

#include "engine/launch/slurm/job.h"

#include <map>
#include <sstream>
#include <string>

// A job with these columns, the others empty. A longer text is cut, as squeue cuts it.
inline std::string squeueLine(const std::map<std::string, std::string>& columns)
{
    std::istringstream asked(launch::jobColumns());
    std::string line;
    for (std::string column; std::getline(asked, column, ',');) {
        const std::size_t colon = column.find(':');
        const auto found = columns.find(column.substr(0, colon));
        std::string text = found == columns.end() ? "" : found->second;
        text.resize(std::stoul(column.substr(colon + 1)), ' ');
        line += text;
    }
    return line + "\n";
}

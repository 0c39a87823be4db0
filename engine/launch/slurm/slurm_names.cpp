#include "engine/launch/slurm/slurm_names.h"

#include <algorithm>
#include <cctype>

namespace launch {

namespace {

constexpr std::string_view kMoreOfNames = "._-+@:/=";

} // namespace

bool isSlurmName(std::string_view name)
{
    return !name.empty() && name.size() <= 128
        && std::isalnum(static_cast<unsigned char>(name.front())) != 0
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return c < 0x80
                   && (std::isalnum(c) != 0
                       || kMoreOfNames.find(static_cast<char>(c)) != std::string_view::npos);
           });
}

std::vector<std::string> slurmNamesIn(std::string_view list)
{
    std::vector<std::string> names;
    for (;;) {
        const std::size_t comma = list.find(',');
        names.emplace_back(list.substr(0, comma));
        if (!isSlurmName(names.back()))
            return {};
        if (comma == std::string_view::npos)
            return names;
        list.remove_prefix(comma + 1);
    }
}

bool isSlurmMemory(std::string_view size)
{
    const std::string_view digits = size.substr(0, size.find_first_not_of("0123456789"));
    const std::string_view unit = size.substr(digits.size());
    if (size == "0")
        return true;
    return !digits.empty() && digits.size() <= 9 && digits.front() != '0'
        && (unit == "K" || unit == "M" || unit == "G" || unit == "T");
}

} // namespace launch

#include "engine/launch/run_name.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <random>

#include <fmt/format.h>

namespace launch {

namespace {

std::tm utc(std::chrono::system_clock::time_point time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm fields = {};
    gmtime_r(&seconds, &fields);
    return fields;
}

} // namespace

bool isRunName(std::string_view name)
{
    constexpr std::size_t kLongest = 64;
    // It becomes the name of a folder and of a socket's folder, whose paths have little room; a dot
    // in front would hide it, a dash would look like an option.
    if (name.empty() || name.size() > kLongest || name.front() == '.' || name.front() == '-')
        return false;
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return (c < 0x80 && std::isalnum(c) != 0) || c == '.' || c == '_' || c == '-';
    });
}

std::string runName(std::chrono::system_clock::time_point started, std::uint16_t random)
{
    const std::tm at = utc(started);
    // Names sort by their start, and runs of one second differ by chance.
    return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}-{:04x}", at.tm_year + 1900, at.tm_mon + 1,
                       at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec, random);
}

std::string utcText(std::chrono::system_clock::time_point time)
{
    const std::tm at = utc(time);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", at.tm_year + 1900, at.tm_mon + 1,
                       at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec);
}

std::uint64_t randomNumber()
{
    std::random_device source;
    return (std::uint64_t{source()} << 32) | source();
}

} // namespace launch

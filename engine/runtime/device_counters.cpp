#include "engine/runtime/device_counters.h"

#include <algorithm>

#include <fmt/format.h>

namespace engine {

std::string othersInWords(const std::vector<DeviceProcess>& processes,
                          const std::vector<std::uint32_t>& own)
{
    constexpr double kGibibyte = 1024.0 * 1024 * 1024;
    std::vector<std::string> words;
    for (const DeviceProcess& process : processes) {
        if (std::find(own.begin(), own.end(), process.pid) != own.end())
            continue;
        words.push_back(fmt::format("process {} {}{}", process.pid, words.empty() ? "holds " : "",
                                    process.bytes ? fmt::format("{:.1f} GiB{}",
                                                                double(*process.bytes) / kGibibyte,
                                                                words.empty() ? " of it" : "")
                                                  : std::string("an unknown part of it")));
    }
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

} // namespace engine

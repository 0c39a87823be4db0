#include "engine/launch/hostfile.h"

#include "engine/launch/private_file.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include <fmt/format.h>

namespace launch {

namespace {

constexpr int kMostSlots = 1 << 16;

// 0 for no word; nothing where the word is not slots=N.
std::optional<int> slotsIn(std::string_view word)
{
    constexpr std::string_view kSlots = "slots=";
    if (word.empty())
        return 0;
    if (!word.starts_with(kSlots))
        return std::nullopt;
    word.remove_prefix(kSlots.size());
    int slots = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), slots);
    if (error != std::errc() || end != word.data() + word.size() || slots < 1 || slots > kMostSlots)
        return std::nullopt;
    return slots;
}

} // namespace

plan::Result<Hosts> readHostfile(const std::filesystem::path& file)
{
    constexpr std::size_t kLimit = std::size_t{1} << 20;
    const auto text = readWhole(file, kLimit, true);
    if (!text)
        return text.error();
    Hosts hosts;
    std::istringstream lines(*text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name;
        std::string slotsWord;
        std::string more;
        if (!(words >> name))
            continue;
        words >> slotsWord >> more;
        const auto slots = slotsIn(slotsWord);
        if (!isHostName(name) || !slots || !more.empty())
            return plan::Error{fmt::format("{}:{}: expected a host name and, after it, slots=N "
                                           "with N from 1 to {}",
                                           file.string(), number, kMostSlots)};
        const auto known = std::find_if(hosts.begin(), hosts.end(),
                                        [&](const Host& host) { return host.name == name; });
        if (known == hosts.end())
            hosts.push_back({name, *slots});
        else
            known->slots += *slots;
    }
    if (hosts.empty())
        return plan::Error{file.string() + ": names no host"};
    return hosts;
}

} // namespace launch

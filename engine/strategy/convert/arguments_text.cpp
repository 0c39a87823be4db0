#include "engine/strategy/convert/arguments_text.h"

#include "engine/strategy/convert/arguments.h"

#include <algorithm>

namespace strategy {
namespace {

// The launcher spells its flags with _, the programs theirs with -.
std::string flagOf(const std::string& key, bool launcher)
{
    std::string flag = "--" + key;
    if (!launcher)
        std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

std::string argument(const std::string& flag, const std::string& value)
{
    return "    " + flag + (value.empty() ? "" : ' ' + value) + '\n';
}

bool isLaunchers(const KeptKey& key) { return key.key.starts_with(kLauncherPrefix); }

} // namespace

ArgumentsText::ArgumentsText(const Strategy& strategy, std::span<const KeptKey> kept)
    : exporting(strategy, shellQuoted)
    , m_kept(kept.begin(), kept.end())
{
    for (const KeptKey& key : m_kept)
        if (!isLaunchers(key))
            // By key, since - and _ are one to the program.
            exporting.kept.emplace(flagKey(key.key), key.text);
}

void ArgumentsText::close(std::string array)
{
    m_arrays.push_back({std::move(array), exporting.keys().size()});
}

std::string ArgumentsText::whole(std::string_view program)
{
    std::string text = "#!/bin/bash\n";
    if (!exporting.strategy.name.empty())
        text += "# " + exporting.strategy.name + '\n';
    std::string use;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        text += '\n' + m_arrays[i].name + "=(\n";
        for (; begin < m_arrays[i].end; ++begin) {
            const KeptKey& key = exporting.keys()[begin];
            // A switch stands alone: "true" is how a setting says that it was given.
            text += argument(flagOf(key.key, i == 0), key.text == "true" ? "" : key.text);
        }
        for (const KeptKey& key : m_kept)
            if (i == 0 && isLaunchers(key)
                && !exporting.has(flagKey(key.key.substr(kLauncherPrefix.size()))))
                text += argument(key.key.substr(kLauncherPrefix.size()), key.text);
        text += ")\n";
        use += i == 0 ? "" : " \\\n    \"${" + m_arrays[i].name + "[@]}\"";
    }
    std::string others;
    for (const KeptKey& key : m_kept)
        // What no array has said: flags of the original script that mean nothing to a strategy, in
        // an array of their own at the end.
        if (!isLaunchers(key) && !exporting.has(flagKey(key.key)))
            others += argument(key.key, key.text);
    if (!others.empty()) {
        text += "\nOTHER_ARGS=(\n" + others + ")\n";
        use += " \\\n    \"${OTHER_ARGS[@]}\"";
    }
    return text + "\ntorchrun \"${" + m_arrays.front().name + "[@]}\" " + std::string(program) + use
        + '\n';
}

} // namespace strategy

#include "engine/launch/gpu_query.h"

#include "engine/launch/program_query.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

plan::Result<Gpus> parseGpus(std::string_view output)
{
    const std::size_t begin = output.rfind("{\"missing\"");
    if (begin == std::string_view::npos)
        return plan::Error{"it did not say which GPUs there are"};
    const std::string_view line = output.substr(begin, output.find('\n', begin) - begin);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object())
        return plan::Error{"what it said of GPUs is not JSON"};
    Gpus gpus;
    // A newer engine may say more, an older one less.
    const auto text = [](const nlohmann::json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>()
                                                           : std::string();
    };
    gpus.missing = text(json, "missing");
    if (const auto list = json.find("gpus"); list != json.end() && list->is_array())
        for (const nlohmann::json& gpu : *list) {
            if (!gpu.is_object())
                continue;
            const auto bytes = [&gpu](const char* key) -> std::optional<std::uint64_t> {
                const auto found = gpu.find(key);
                return found != gpu.end() && found->is_number_unsigned()
                    ? std::optional(found->get<std::uint64_t>())
                    : std::nullopt;
            };
            gpus.gpus.push_back({.name = text(gpu, "name"),
                                 .memory = bytes("memory_bytes").value_or(0),
                                 .freeMemory = bytes("free_bytes"),
                                 .others = text(gpu, "others"),
                                 .mode = text(gpu, "mode")});
        }
    return gpus;
}

Gpus askForGpus(const std::filesystem::path& engine, const Environment& environment,
                std::chrono::milliseconds patience)
{
    const auto answer = askProgram({engine.string(), "--devices"},
                                   rankEnvironment(environment, {}, false), patience);
    if (const auto* none = std::get_if<NoAnswer>(&answer))
        return {.missing = none->isLate()
                    ? fmt::format("the GPU's driver has not answered within {} s; see dmesg and "
                                  "nvidia-smi",
                                  patience.count() / 1000)
                    : none->why};
    auto gpus = parseGpus(std::get<ProgramAnswer>(answer).output);
    return gpus ? *std::move(gpus)
                : Gpus{.missing = engine.string() + " --devices: " + gpus.error().message};
}

} // namespace launch

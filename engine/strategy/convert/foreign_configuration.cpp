#include "engine/strategy/convert/foreign_configuration.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

struct Foreign {
    std::string_view name;
    std::array<std::string_view, 2> keys; // that only its files have together
};

constexpr std::array kForeign = std::to_array<Foreign>({
    {"GPT-NeoX", {"pipe_parallel_size", "model_parallel_size"}},
    {"GPT-NeoX", {"pipe-parallel-size", "model-parallel-size"}},
    {"OLMo", {"device_train_microbatch_size", "model.d_model"}},
});

} // namespace

void refuseForeign(Settings& settings)
{
    const auto find = [&](std::string_view key) {
        return std::find_if(settings.entries.begin(), settings.entries.end(),
                            [&](const Setting& setting) { return setting.key == key; });
    };
    for (const Foreign& one : kForeign) {
        const auto first = find(one.keys.front());
        if (first == settings.entries.end() || find(one.keys.back()) == settings.entries.end())
            continue;
        Problem problem{first->line, first->key,
                        "is a key of " + std::string(one.name)
                            + ", whose configurations are not read; read the config.json of its "
                              "model instead"};
        settings.entries.clear();
        settings.problems = {std::move(problem)};
        return;
    }
}

} // namespace strategy

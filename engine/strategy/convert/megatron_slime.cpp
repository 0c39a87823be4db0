#include "engine/strategy/convert/megatron_slime.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

constexpr std::string_view kName = "slime";

// Those that only it has. What is added stands on the line of the one that is found.
constexpr std::array<std::string_view, 3> kOwnKeys{"rollout_batch_size", "actor_num_nodes",
                                                   "num_rollout"};

struct Default {
    std::string_view key;
    std::string_view value;
};

// Of slime/backends/megatron_utils/arguments.py and slime/utils/arguments.py, THUDM/slime@624b824.
constexpr std::array kDefaults = std::to_array<Default>({
    {"bf16", "true"}, // unless fp16 is given
    {"use_distributed_optimizer", "true"},
    {"micro_batch_size", "1"},
    {"seq_length", "4096"},
});

} // namespace

void addSlimeDefaults(Importing& importing)
{
    const auto own = std::find_if(kOwnKeys.begin(), kOwnKeys.end(),
                                  [&](std::string_view key) { return importing.has(key); });
    if (own == kOwnKeys.end())
        return;
    for (const Default& one : kDefaults) {
        if (importing.has(one.key) || (one.key == "bf16" && importing.has("fp16")))
            continue;
        const Node value = wordNode(std::string(one.value), 0);
        importing.addBeside(
            {std::string(one.key), 0, value, {value}, false, std::string(one.value)}, *own);
        importing.remark(Remark::Kind::Assumed, one.key,
                         "is not in the file: " + std::string(one.value) + ", as "
                             + std::string(kName) + " has it by itself");
    }
}

} // namespace strategy

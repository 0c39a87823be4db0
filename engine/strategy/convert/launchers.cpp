#include "engine/strategy/convert/launchers.h"

#include <algorithm>

namespace strategy {
namespace {

struct LauncherFlag {
    std::string_view launcher;
    std::string_view flag;
    std::string_view key;
};

constexpr LauncherFlag kLauncherFlags[] = {
    {"deepspeed", "--num_nodes", "nnodes"},
    {"deepspeed", "--num_gpus", "nproc_per_node"},
    {"msrun", "--worker_num", "devices"},
    {"msrun", "--local_worker_num", "nproc_per_node"},
    {"srun", "-N", "nnodes"},
    {"srun", "--nodes", "nnodes"},
    {"srun", "--ntasks-per-node", "nproc_per_node"},
    {"srun", "--gpus-per-node", "nproc_per_node"},
    {"srun", "-n", "devices"},
    {"srun", "--ntasks", "devices"},
    {"mpirun", "-np", "devices"},
    {"mpirun", "-n", "devices"},
    {"mpirun", "-npernode", "nproc_per_node"},
    {"mpirun", "--npernode", "nproc_per_node"},
    {"mpiexec", "-np", "devices"},
    {"mpiexec", "-n", "devices"},
    {"mpiexec", "-ppn", "nproc_per_node"},
    {"mpiexec", "--ppn", "nproc_per_node"},
    {"accelerate", "--num_machines", "nnodes"},
    {"accelerate", "--num_processes", "devices"},
};

// The launcher that the word runs; empty if it is none.
std::string_view launcherOf(std::string_view word)
{
    word.remove_prefix(std::min(word.size(), word.rfind('/') + 1));
    const auto found = std::find_if(std::begin(kLauncherFlags), std::end(kLauncherFlags),
                                    [&](const LauncherFlag& one) { return one.launcher == word; });
    return found == std::end(kLauncherFlags) ? std::string_view{} : found->launcher;
}

} // namespace

std::vector<LaunchedSize> launchedSizes(std::span<const ShellWord> words)
{
    std::vector<LaunchedSize> sizes;
    std::string_view launcher;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (const std::string_view begun = launcherOf(words[i].text); !begun.empty())
            launcher = begun;
        for (const LauncherFlag& one : kLauncherFlags) {
            const std::string& text = words[i].text;
            if (one.launcher != launcher || !text.starts_with(one.flag))
                continue;
            ShellWord value{{}, words[i].line, words[i].unknown};
            std::string_view rest = std::string_view(text).substr(one.flag.size());
            if (rest.empty() && i + 1 < words.size())
                value = words[i + 1];
            else if (rest.starts_with('='))
                value.text = rest.substr(1);
            else if (one.flag.size() == 2 && !rest.empty() && rest.front() >= '0'
                     && rest.front() <= '9')
                value.text = rest; // -N4
            else
                continue;
            sizes.push_back({std::string(launcher) + ' ' + std::string(one.flag),
                             std::string(one.key), std::move(value)});
            break;
        }
    }
    std::reverse(sizes.begin(), sizes.end());
    return sizes;
}

} // namespace strategy

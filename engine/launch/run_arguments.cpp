#include "engine/launch/run_arguments.h"

#include "engine/strategy/estimate/time_scale.h"

#include <fmt/format.h>

namespace launch {

namespace {

// Empty: nobody has to say it.
std::string wordOf(Launcher launcher)
{
    switch (launcher) {
    case Launcher::Auto:
        break;
    case Launcher::Mpirun:
        return "mpirun";
    case Launcher::Srun:
        return "srun";
    }
    return {};
}

} // namespace

std::vector<std::string> argumentsOf(const RunRequest& request)
{
    std::vector<std::string> words;
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty())
            words.insert(words.end(), {name, value});
    };
    const auto flag = [&](const char* name, bool given) {
        if (given)
            words.emplace_back(name);
    };
    // A name that begins with a dash would be taken for an option.
    words.push_back(request.strategy.find('-') == 0 ? "./" + request.strategy : request.strategy);
    option("--steps", std::to_string(request.steps));
    option("--device", request.device != nullptr ? std::string(request.device->word) : "");
    option("--launcher", wordOf(request.launcher));
    option("--hostfile", request.hostfile.string());
    option("--nodes", request.nodes ? std::to_string(*request.nodes) : "");
    option("--ranks-per-node", request.ranksPerNode ? std::to_string(*request.ranksPerNode) : "");
    flag("--requeue", request.requeue);
    option("--listen", request.listen);
    option("--record", request.record.string());
    option("--json", request.json);
    option("--time-scale", request.timeScale ? strategy::digitsOf(*request.timeScale) : "");
    option("--timeout", request.timeout ? std::to_string(request.timeout->count()) : "");
    flag("--detach", request.detach);
    option("--gpus-per-rank",
           request.gpusPerRank ? fmt::format("{}", *request.gpusPerRank) : std::string());
    flag("--deterministic", request.deterministic);
    flag("--deep", request.deep);
    option("--messages", request.messages);
    flag("--take-turns", request.takeTurns);
    option("--threads", request.threads ? std::to_string(*request.threads) : "");
    option("--resume", request.resume.string());
    option("--flip-bit", request.flip ? plan::toText(*request.flip) : "");
    option("--slow", request.slow ? plan::toText(*request.slow) : "");
    return words;
}

} // namespace launch

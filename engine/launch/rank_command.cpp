#include "engine/launch/rank_command.h"

#include "engine/strategy/estimate/time_scale.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

std::string sessionText(std::uint64_t session) { return fmt::format("{:016x}", session); }

std::vector<std::string> argumentsOf(const RankCommand& command)
{
    std::vector<std::string> arguments = rankLauncher(command.launcher).arguments(command.target);
    arguments.insert(arguments.end(),
                     {command.engine.string(), command.strategy.string(), "--connection",
                      command.connection.string(), "--supervisor", command.supervisor, "--steps",
                      std::to_string(command.steps), "--device", command.device});
    if (command.timeScale != 1)
        arguments.insert(arguments.end(), {"--time-scale", strategy::digitsOf(command.timeScale)});
    if (command.timeout)
        arguments.insert(arguments.end(), {"--timeout", std::to_string(command.timeout->count())});
    if (!command.slow.empty())
        arguments.insert(arguments.end(), {"--slow", command.slow});
    if (command.training) {
        const TrainingArguments& training = *command.training;
        const auto option = [&](const char* name, const std::string& value) {
            if (!value.empty())
                arguments.insert(arguments.end(), {name, value});
        };
        option("--threads", std::to_string(training.threads));
        if (training.gpusPerRank != 1)
            option("--gpus-per-rank", fmt::format("{}", training.gpusPerRank));
        if (training.deterministic)
            arguments.emplace_back("--deterministic");
        if (training.deep)
            arguments.emplace_back("--deep");
        option("--messages", training.messages);
        if (training.takeTurns)
            arguments.emplace_back("--take-turns");
        option("--checkpoints", training.checkpoints.string());
        option("--resume", training.resume.string());
        option("--flight-records", training.records.string());
        option("--flip-bit", training.flip);
    }
    return arguments;
}

std::optional<std::filesystem::path> findProgram(std::string_view name, std::string_view path)
{
    // Absolute folders only: with an empty or a relative one in PATH, whatever lies in the current
    // folder would be started.
    while (!path.empty()) {
        const std::size_t colon = std::min(path.find(':'), path.size());
        const std::string_view directory = path.substr(0, colon);
        path.remove_prefix(std::min(colon + 1, path.size()));
        if (!directory.starts_with('/'))
            continue;
        const std::filesystem::path program = std::filesystem::path(directory) / name;
        struct stat status = {};
        if (stat(program.c_str(), &status) == 0 && S_ISREG(status.st_mode)
            && access(program.c_str(), X_OK) == 0)
            return program;
    }
    return std::nullopt;
}

plan::Result<std::filesystem::path> findLauncher(LauncherKind launcher,
                                                 const Environment& environment)
{
    const auto path = valueOf(environment, "PATH");
    if (auto found = findProgram(rankLauncher(launcher).program(), path.value_or("")))
        return *std::move(found);
    if (launcher == LauncherKind::Srun)
        return plan::Error{"there is no srun in PATH: run on a Slurm machine, or use "
                           "--launcher mpirun"};
    return plan::Error{"there is no mpirun in PATH: install Open MPI (on Debian and Ubuntu: "
                       "apt-get install openmpi-bin)"};
}

} // namespace launch

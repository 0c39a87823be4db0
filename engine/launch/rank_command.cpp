#include "engine/launch/rank_command.h"

#include "engine/launch/private_file.h"
#include "engine/strategy/estimate/time_scale.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

std::vector<std::string> mpirunArguments(const RankCommand& command)
{
    std::vector<std::string> arguments = {command.launcherPath.string()};
    const auto parameter = [&](std::string name, std::string value) {
        arguments.insert(arguments.end(), {"--mca", std::move(name), std::move(value)});
    };
    if (command.asRoot)
        arguments.emplace_back("--allow-run-as-root");
    // More ranks than cores is the normal case here; binding would stack them on one.
    arguments.insert(arguments.end(), {"--oversubscribe", "--bind-to", "none", "--tag-output"});
    parameter("plm", "isolated"); // this machine alone: no ssh agent is looked for
    // Ranks of one machine need no network, and one that comes and goes must not end them.
    parameter("oob_tcp_if_include", "lo");
    parameter("btl", "self,vader");
    // Containers often forbid reading another process's memory.
    parameter("btl_vader_single_copy_mechanism", "none");
    // A message up to this size leaves at once; a larger one needs its sender awake again.
    parameter("btl_vader_eager_limit", "131072");
    if (!command.sharedMemory.empty())
        parameter("btl_vader_backing_directory", command.sharedMemory.string());
    parameter("orte_tmpdir_base", command.mpiFiles.string());
    arguments.insert(arguments.end(), {"-np", std::to_string(command.ranks)});
    return arguments;
}

std::vector<std::string> srunArguments(const RankCommand& command)
{
    return {command.launcherPath.string(),
            "--ntasks",
            std::to_string(command.ranks),
            "--nodes",
            "1",
            "--overcommit",
            "--kill-on-bad-exit=1",
            "--cpu-bind=none",
            "--label",
            "--mpi=pmix"};
}

bool isHostName(std::string_view name)
{
    return !name.empty() && name.size() <= 253 && name.front() != '-'
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
           });
}

bool isThisMachine(std::string_view name)
{
    char own[256] = {};
    gethostname(own, sizeof own - 1);
    return name == "localhost" || name == "127.0.0.1" || name == own;
}

} // namespace

std::string_view programOf(Launcher launcher)
{
    return launcher == Launcher::Mpirun ? "mpirun" : "srun";
}

std::string sessionText(std::uint64_t session) { return fmt::format("{:016x}", session); }

std::vector<std::string> argumentsOf(const RankCommand& command)
{
    std::vector<std::string> arguments
        = command.launcher == Launcher::Mpirun ? mpirunArguments(command) : srunArguments(command);
    arguments.insert(arguments.end(),
                     {command.engine.string(), command.strategy.string(), "--endpoint",
                      command.rankEndpoint, "--supervisor", command.supervisor, "--run",
                      sessionText(command.session), "--steps", std::to_string(command.steps),
                      "--device", command.device});
    if (command.timeScale != 1)
        arguments.insert(arguments.end(), {"--time-scale", strategy::digitsOf(command.timeScale)});
    if (command.timeout)
        arguments.insert(arguments.end(), {"--timeout", std::to_string(command.timeout->count())});
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
        option("--control", training.control.string());
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

plan::Result<std::filesystem::path> findLauncher(Launcher launcher, const Environment& environment)
{
    const auto path = valueOf(environment, "PATH");
    if (auto found = findProgram(programOf(launcher), path.value_or("")))
        return *std::move(found);
    if (launcher == Launcher::Srun)
        return plan::Error{"there is no srun in PATH: run on a Slurm machine, or use "
                           "--launcher mpirun"};
    return plan::Error{"there is no mpirun in PATH: install Open MPI (on Debian and Ubuntu: "
                       "apt-get install openmpi-bin)"};
}

plan::Result<std::vector<std::string>> readHostfile(const std::filesystem::path& file)
{
    constexpr std::size_t kLimit = std::size_t{1} << 20;
    const auto text = readWhole(file, kLimit, true);
    if (!text)
        return text.error();
    std::vector<std::string> hosts;
    std::istringstream lines(*text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string host;
        std::string slots;
        std::string more;
        if (!(words >> host))
            continue;
        words >> slots >> more;
        const bool slotsFit = slots.empty()
            || (slots.starts_with("slots=") && slots.size() > 6 && slots.size() < 12
                && std::all_of(slots.begin() + 6, slots.end(),
                               [](unsigned char c) { return std::isdigit(c) != 0; }));
        if (!isHostName(host) || !slotsFit || !more.empty())
            return plan::Error{fmt::format("{}:{}: expected a host name and, after it, slots=N",
                                           file.string(), number)};
        // Refused instead of tried: telemetry and control have no keys for a network yet.
        if (!isThisMachine(host))
            return plan::Error{fmt::format("{}:{}: {} is not this machine; this version runs ranks "
                                           "on one machine only, so name localhost",
                                           file.string(), number, host)};
        hosts.push_back(host);
    }
    if (hosts.empty())
        return plan::Error{file.string() + ": names no host"};
    return hosts;
}

} // namespace launch

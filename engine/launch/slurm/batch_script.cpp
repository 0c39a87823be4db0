#include "engine/launch/slurm/batch_script.h"

#include "engine/launch/slurm/slurm_time.h"
#include "engine/options/values.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

bool isControl(unsigned char c) { return c < 0x20 || c == 0x7f; }

// For the header: sbatch reads quotes and backslashes itself, and fills in what follows a %.
plan::Result<std::string> inHeader(const std::filesystem::path& path)
{
    const std::string& text = path.native();
    if (text.empty())
        return text;
    const bool fits = std::none_of(text.begin(), text.end(), [](unsigned char c) {
        return isControl(c) || c == '"' || c == '\\' || c == '%';
    });
    if (!fits)
        return plan::Error{fmt::format("{}: Slurm's scripts can name no folder with \", \\, % or a "
                                       "line end in its name; give another with --record",
                                       options::inQuotes(text))};
    return '"' + text + '"';
}

// For the shell: all of it is text.
plan::Result<std::string> inShell(const std::string& argument)
{
    if (std::any_of(argument.begin(), argument.end(), isControl))
        return plan::Error{fmt::format("{}: cannot stand in a script, as it has a line end or "
                                       "another control character in it",
                                       options::inQuotes(argument))};
    std::string quoted = "'";
    for (const char c : argument)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

plan::Result<std::string> toText(const BatchScript& script)
{
    std::string text = "#!/bin/sh\n"
                       "# Written by bubblescope-run submit, for sbatch.\n";
    const auto option = [&](std::string_view name, std::string_view value) {
        if (!value.empty())
            text += fmt::format("#SBATCH --{}={}\n", name, value);
    };
    const auto folder = inHeader(script.folder);
    if (!folder)
        return folder.error();
    const auto output = inHeader(script.output);
    if (!output)
        return output.error();
    option("job-name", script.name);
    option("partition", script.partition);
    option("account", script.account);
    option("qos", script.qos);
    option("time", script.time ? toSlurmTime(*script.time) : "");
    option("nodes", std::to_string(script.nodes));
    option("ntasks", std::to_string(script.ranks));
    option("ntasks-per-node", std::to_string(script.ranksPerNode));
    option("cpus-per-task", script.cpusPerRank > 1 ? std::to_string(script.cpusPerRank) : "");
    // Known to every way that Slurm can select nodes, which --gpus-per-node is not.
    option("gres", script.gpusPerNode ? fmt::format("gpu:{}", *script.gpusPerNode) : "");
    option("mem", script.memory);
    option("signal", script.signalBefore ? fmt::format("B:USR1@{}", *script.signalBefore) : "");
    text += script.requeue ? "#SBATCH --requeue\n" : "#SBATCH --no-requeue\n";
    option("open-mode", "append"); // what a job has printed that is begun again stays
    option("chdir", *folder);
    option("output", *output);
    text += "# In place of this shell, which Slurm's signals would reach alone.\nexec";
    for (const std::string& argument : script.command) {
        const auto quoted = inShell(argument);
        if (!quoted)
            return quoted.error();
        text += ' ' + *quoted;
    }
    return text + '\n';
}

} // namespace launch

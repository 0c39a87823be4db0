// The options of bubblescope-run submit.

#include "engine/launch/run_options.h"
#include "engine/launch/slurm/batch_script.h"
#include "engine/launch/slurm/slurm_time.h"
#include "engine/launch/submit_command.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>

namespace launch {

namespace {

using Fits = bool (*)(const std::string&);

// A text of one form, which `form` tells.
void addWordOfForm(CLI::App& app, const std::string& name, const std::string& type,
                   std::string& target, Fits fits, const std::string& form,
                   const std::string& about)
{
    options::addValue(
        app, name, type,
        [&target, fits, form](const std::string& word) -> plan::Outcome {
            if (!fits(word))
                return plan::Error{"must be " + form + ", not " + options::inQuotes(word)};
            target = word;
            return plan::done();
        },
        about);
}

bool isName(const std::string& word) { return isSlurmName(word); }

void addWhere(CLI::App& app, SubmitRequest& request)
{
    const std::string name = "letters, digits and ._-+@:/=, the first a letter or a digit";
    addWordOfForm(
        app, "--partition", "P", request.partition,
        [](const std::string& word) { return !slurmNamesIn(word).empty(); },
        name + ", with commas between several names",
        "partition, or several with commas (default: SBATCH_PARTITION, else Slurm's)");
    addWordOfForm(app, "--account", "A", request.account, isName, name,
                  "account that pays (default: SBATCH_ACCOUNT, else your own)");
    addWordOfForm(app, "--qos", "Q", request.qos, isName, name,
                  "quality of service (default: SBATCH_QOS, else your own)");
    addWordOfForm(app, "--job-name", "NAME", request.jobName, isName, name,
                  "name of the job (default: the strategy's)");
    options::addValue(
        app, "--time", "T",
        [&request](const std::string& word) -> plan::Outcome {
            request.time = parseSlurmTime(word);
            if (request.time)
                return plan::done();
            return plan::Error{"must be MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS or "
                               "DAYS-HOURS:MINUTES:SECONDS, a year at most, not "
                               + options::inQuotes(word)};
        },
        "time limit as Slurm takes it: 30, 1:30:00, 2-12:00:00 (default: SBATCH_TIMELIMIT, else "
        "the partition's)");
}

void addHowMuch(CLI::App& app, SubmitRequest& request)
{
    options::addNumber(app, "--nodes", "N", request.nodes, 1, kMaxNodes,
                       "number of nodes (default: as the strategy's devices_per_node has it)");
    options::addNumber(app, "--ranks-per-node", "N", request.ranksPerNode, 1, kMaxRanksPerNode,
                       "ranks on a node, at most (default: spread over the nodes)");
    options::addNumber(app, "--gpus-per-node", "N", request.gpusPerNode, 1, kMaxGpusPerNode,
                       "GPUs of a node (default: what the ranks of --device cuda need)");
    addWordOfForm(
        app, "--mem", "M", request.memory,
        [](const std::string& word) { return isSlurmMemory(word); },
        "a number and K, M, G or T, or 0 for all that a node has",
        "memory of a node, as 100G (default: Slurm's)");
    options::addNumber(app, "--signal-before", "S", request.signalBefore, 1, kMaxSignalSeconds,
                       "seconds before the time limit at which the run is told to save a "
                       "checkpoint and end (default: 120 where it trains)");
    options::addFlag(app, "--print", request.print, "shows the script and submits nothing");
}

} // namespace

void addSubmitCommand(Commands& commands)
{
    const auto request = std::make_shared<SubmitRequest>();
    const Asked asked(request,
                      std::function([](const SubmitRequest& what, const ProgramEnvironment& in) {
                          return submitRun(what, in);
                      }));
    CLI::App& app = commands.line().command(
        "submit", "gives a run to Slurm, as a job of its own", [&commands, request, asked] {
            if (request->run.strategy.empty())
                options::refuse("a strategy file is needed");
            checkTogether(request->run);
            if (request->run.json == "-")
                options::refuse("--json - cannot go with submit: the report comes when the job has "
                                "ended; name a file, or read report.json in the run's directory");
            commands.choose(asked);
        });
    addStrategyOptions(app, request->run);
    addWhere(app, *request);
    addHowMuch(app, *request);
}

} // namespace launch

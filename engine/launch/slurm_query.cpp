#include "engine/launch/slurm_query.h"

#include "engine/launch/program_query.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/run_name.h"
#include "engine/launch/slurm/job_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

// SQUEUE_PARTITION hides jobs, SLURM_TIME_FORMAT turns times into words, LC_* translates errors:
// only where Slurm is stays.
Environment queryEnvironment(const Environment& own)
{
    Environment result = rankEnvironment(own, {}, false);
    std::erase_if(result, [](const std::string& entry) { return entry.starts_with("LC_"); });
    result.emplace_back("LC_ALL=C");
    result.emplace_back("SLURM_TIME_FORMAT=standard");
    if (const auto conf = valueOf(own, "SLURM_CONF"))
        result.push_back("SLURM_CONF=" + *conf);
    return result;
}

// "sbatch: error: Batch job submission failed: Invalid qos specification", without what each line
// begins with.
std::string wordsIn(std::string_view output)
{
    std::string words;
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        std::string_view line = output.substr(0, end);
        output.remove_prefix(std::min(end + 1, output.size()));
        for (const std::string_view begin :
             {"sbatch: ", "squeue: ", "scancel: ", "scontrol: ", "error: "})
            if (line.starts_with(begin))
                line.remove_prefix(begin.size());
        if (!line.empty() && words.size() < 1000)
            words += (words.empty() ? "" : "; ") + std::string(line);
    }
    return words;
}

plan::Result<ProgramAnswer> ask(std::string_view program, std::vector<std::string> arguments,
                                const Environment& own, std::chrono::milliseconds patience)
{
    const auto path = findProgram(program, valueOf(own, "PATH").value_or(""));
    if (!path)
        return plan::Error{
            fmt::format("there is no {} in PATH here; use a host of the cluster", program)};
    arguments.insert(arguments.begin(), path->string());
    auto answer = askProgram(arguments, queryEnvironment(own), patience);
    if (const auto* none = std::get_if<NoAnswer>(&answer))
        return plan::Error{none->isLate() ? fmt::format("{} has not answered within {} s", program,
                                                        patience.count() / 1000)
                                          : none->why};
    return std::get<ProgramAnswer>(std::move(answer));
}

// Of a job that does not begin by itself, the partition is needed for the numbers in its words.
bool needsPartition(const SlurmJob& job)
{
    const bool waits = job.state == JobState::Queued || job.state == JobState::Requeued;
    return waits && explainReason(job.reason).waiting != Waiting::ItsTurn;
}

void findPartitions(std::vector<SlurmJob>& jobs, const Environment& own,
                    std::chrono::milliseconds patience)
{
    if (std::none_of(jobs.begin(), jobs.end(), needsPartition))
        return;
    const auto all = askForPartitions(own, patience);
    if (!all)
        return;
    for (SlurmJob& job : jobs) {
        const auto found = std::find_if(all->begin(), all->end(), [&](const Partition& one) {
            return one.name == job.partition;
        });
        if (needsPartition(job) && found != all->end())
            job.asksOf = *found;
    }
}

} // namespace

plan::Result<std::string> askSlurm(std::string_view program,
                                   const std::vector<std::string>& arguments,
                                   const Environment& environment,
                                   std::chrono::milliseconds patience)
{
    auto answer = ask(program, arguments, environment, patience);
    if (!answer)
        return answer.error();
    if (!answer->isGood())
        return plan::Error{fmt::format("{} says: {}", program, wordsIn(answer->output))};
    return std::move(answer->output);
}

std::optional<SlurmJob> askForJob(std::string_view id, const Environment& environment,
                                  std::chrono::milliseconds patience)
{
    auto jobs = askForJobs({std::string(id)}, environment, patience);
    return jobs ? std::optional(std::move(jobs->front())) : std::nullopt;
}

std::optional<std::vector<SlurmJob>> askForJobs(const std::vector<std::string>& ids,
                                                const Environment& environment,
                                                std::chrono::milliseconds patience)
{
    if (ids.empty() || !std::all_of(ids.begin(), ids.end(), isJobId))
        return std::nullopt;
    const auto until = std::chrono::steady_clock::now() + patience;
    const auto answer
        = ask("squeue",
              {"--noheader", "--noconvert", "--states=all",
               fmt::format("--jobs={}", fmt::join(ids, ",")), "--Format=" + jobColumns()},
              environment, patience);
    if (!answer)
        return std::nullopt;
    std::vector<SlurmJob> jobs;
    bool any = false;
    for (const std::string& id : ids) {
        const auto job = parseJob(answer->output, id);
        any = any || job;
        jobs.push_back(job.value_or(SlurmJob{.id = id}));
    }
    // Of the only one asked for, a job that is forgotten is an error; of several it is no line.
    if (!any && !answer->isGood() && answer->output.find("Invalid job id") == std::string::npos)
        return std::nullopt;
    findPartitions(jobs, environment,
                   std::max(std::chrono::milliseconds(1),
                            std::chrono::duration_cast<std::chrono::milliseconds>(
                                until - std::chrono::steady_clock::now())));
    return jobs;
}

plan::Result<std::vector<Partition>> askForPartitions(const Environment& environment,
                                                      std::chrono::milliseconds patience)
{
    const auto answer
        = ask("scontrol", {"--all", "--oneliner", "show", "partition"}, environment, patience);
    if (!answer)
        return answer.error();
    auto partitions = parsePartitions(answer->output);
    if (!answer->isGood() || partitions.empty())
        return plan::Error{
            "Slurm does not tell its partitions: "
            + (wordsIn(answer->output).empty() ? "it has none" : wordsIn(answer->output))};
    return partitions;
}

plan::Result<std::filesystem::path> findSbatch(const Environment& environment)
{
    if (auto found = findProgram("sbatch", valueOf(environment, "PATH").value_or("")))
        return *std::move(found);
    return plan::Error{
        "there is no sbatch in PATH: submit on a machine of a Slurm cluster, such as "
        "its login node, or run it here with bubblescope-run FILE"};
}

std::optional<SubmittedJob> parseSubmitted(std::string_view output)
{
    std::optional<SubmittedJob> found;
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        const std::string_view line = output.substr(0, end);
        output.remove_prefix(std::min(end + 1, output.size()));
        const std::size_t semicolon = std::min(line.find(';'), line.size());
        const std::string_view id = line.substr(0, semicolon);
        const std::string_view cluster = line.substr(std::min(semicolon + 1, line.size()));
        // A site's own words may stand around it.
        if (isJobId(id) && (semicolon == line.size() || isRunName(cluster)))
            found = SubmittedJob{std::string(id), std::string(cluster)};
    }
    return found;
}

std::variant<SubmittedJob, SubmitFailure> submitScript(const std::filesystem::path& sbatch,
                                                       const std::filesystem::path& script,
                                                       const Environment& jobEnvironment,
                                                       std::chrono::milliseconds patience)
{
    using enum SubmitFailure::Kind;
    const auto answer
        = askProgram({sbatch.string(), "--parsable", script.string()}, jobEnvironment, patience);
    if (const auto* none = std::get_if<NoAnswer>(&answer)) {
        if (!none->isLate())
            return SubmitFailure{NotReached, none->why};
        return SubmitFailure{Unsure,
                             fmt::format("sbatch has not answered within {} s; squeue --me says "
                                         "whether it took the job all the same",
                                         patience.count() / 1000)};
    }
    const auto& said = std::get<ProgramAnswer>(answer);
    const std::string words = wordsIn(said.output);
    if (said.isGood()) {
        if (auto job = parseSubmitted(said.output))
            return *std::move(job);
        return SubmitFailure{Unsure,
                             "sbatch did not say which job it is; squeue --me does: " + words};
    }
    // Its exit code is the same for both.
    const bool reached = said.output.find("contact slurm controller") == std::string::npos
        && said.output.find("timed out") == std::string::npos;
    return SubmitFailure{reached ? Refused : NotReached, "sbatch: " + words};
}

Environment jobEnvironment(const Environment& own)
{
    Environment result = rankEnvironment(own, {}, false);
    // Folders of this machine, which the job's nodes have not; and no setting of SBATCH_*, which
    // would go before the lines of the script.
    std::erase_if(result, [](const std::string& entry) {
        return entry.starts_with("XDG_RUNTIME_DIR=") || entry.starts_with("TMPDIR=");
    });
    if (const auto conf = valueOf(own, "SLURM_CONF"))
        result.push_back("SLURM_CONF=" + *conf);
    return result;
}

} // namespace launch

#include "engine/launch/hosts/launcher_words.h"

#include "engine/launch/hosts/host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <utility>

namespace launch {

namespace {

// Calls `take` with each line until it says that it has what it wants.
template <class Take>
void eachLine(std::string_view text, const Take& take)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (take(text.substr(0, end)))
            return;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// The number that follows `before` in `text`, wherever the line breaks.
std::optional<int> numberAfter(std::string_view text, std::string_view before)
{
    const std::size_t found = text.find(before);
    if (found == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(found + before.size());
    // mpirun breaks its sentences at the width of a terminal.
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    int number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        return std::nullopt;
    return number;
}

// What stands after `before` up to the next of `ends`; empty where there is no such thing.
std::string_view wordAfter(std::string_view line, std::string_view before,
                           std::string_view ends = " ")
{
    const std::size_t found = line.find(before);
    if (found == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(found + before.size());
    return rest.substr(0, rest.find_first_of(ends));
}

// As the C library names them, which srun has them from.
constexpr std::array<std::pair<std::string_view, int>, 11> kSignals
    = {{{"Killed", SIGKILL},
        {"Terminated", SIGTERM},
        {"Segmentation fault", SIGSEGV},
        {"Aborted", SIGABRT},
        {"Bus error", SIGBUS},
        {"Floating point exception", SIGFPE},
        {"Illegal instruction", SIGILL},
        {"Interrupt", SIGINT},
        {"Hangup", SIGHUP},
        {"Out Of Memory", SIGKILL}, // by a control group's limit
        {"Alarm clock", SIGALRM}}};

// A line of srun: "srun: error: n2: task 2: Killed", "... tasks 0-3: Exited with exit code 1".
std::optional<RankVerdict> verdictOfSrun(std::string_view line)
{
    constexpr std::string_view kError = "srun: error: ";
    const std::size_t begin = line.find(kError);
    const std::size_t task = line.find(": task", begin == std::string_view::npos ? 0 : begin);
    if (begin == std::string_view::npos || task == std::string_view::npos)
        return std::nullopt;
    const auto rank
        = numberAfter(line, line.substr(task).starts_with(": tasks ") ? ": tasks " : ": task ");
    const std::size_t colon = line.find(": ", task + 2);
    if (!rank || colon == std::string_view::npos)
        return std::nullopt;
    const std::string_view how = line.substr(colon + 2);
    if (const auto code = numberAfter(how, "Exited with exit code"))
        return RankVerdict{*rank, 0, *code};
    for (const auto& [name, signal] : kSignals) {
        if (how.starts_with(name))
            return RankVerdict{*rank, signal, 0};
    }
    return std::nullopt;
}

// srun's own word that Slurm has ended the step, which may stand before slurmstepd's reason. Where
// srun ends the step because of a rank, the rank's line stands first.
bool tellsOfAborting(std::string_view line) { return line.starts_with("srun: Job step aborted: "); }

bool tellsOfCancelling(std::string_view line)
{
    return line.find("error: *** ") != std::string_view::npos
        && line.find(" CANCELLED AT ") != std::string_view::npos;
}

std::optional<RankVerdict> verdictOfSrunIn(std::string_view output)
{
    std::optional<RankVerdict> verdict;
    eachLine(output, [&](std::string_view line) {
        verdict = verdictOfSrun(line);
        // Whatever ends after that was ended by Slurm.
        return verdict || tellsOfCancelling(line) || tellsOfAborting(line);
    });
    return verdict;
}

std::optional<RankVerdict> verdictOfMpirunIn(std::string_view output)
{
    if (const std::size_t notice = output.find("mpirun noticed that process rank");
        notice != std::string_view::npos) {
        const std::string_view rest = output.substr(notice);
        const auto rank = numberAfter(rest, "process rank");
        const auto signal = numberAfter(rest, "exited on signal");
        if (rank && signal)
            return RankVerdict{*rank, *signal, 0};
    }
    // It did not even say to MPI that it ends.
    if (const std::size_t due = output.find("mpirun has exited due to process rank");
        due != std::string_view::npos) {
        if (const auto rank = numberAfter(output.substr(due), "process rank"))
            return RankVerdict{*rank, 0, 0};
    }
    // "Process name: [[45,1],2]" and "Exit code: 3"
    const std::size_t name = output.find("Process name: [[");
    if (name == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = output.substr(name);
    const auto rank = numberAfter(rest, "],");
    const auto code = numberAfter(rest, "Exit code:");
    if (!rank || !code)
        return std::nullopt;
    return RankVerdict{*rank, 0, *code};
}

std::string nodeIn(std::string_view word) { return isHostName(word) ? std::string(word) : ""; }

// Of "*** STEP 9.0 ON n1 CANCELLED AT ... DUE TO ... ***".
JobVerdict cancellingIn(std::string_view line)
{
    JobVerdict verdict;
    for (const std::string_view what : {"*** STEP ", "*** JOB "}) {
        if (const std::string_view step = wordAfter(line, what); isHostName(step))
            verdict.step = step;
    }
    if (line.find("DUE TO TIME LIMIT") != std::string_view::npos)
        verdict.how = JobEnd::TimeLimit;
    else if (line.find("DUE TO PREEMPTION") != std::string_view::npos)
        verdict.how = JobEnd::Preempted;
    else if (line.find("DUE TO NODE FAILURE") != std::string_view::npos)
        verdict.how = JobEnd::NodeFailed;
    return verdict;
}

} // namespace

std::optional<RankVerdict> verdictIn(std::string_view launcherOutput)
{
    if (const auto verdict = verdictOfMpirunIn(launcherOutput))
        return verdict;
    return verdictOfSrunIn(launcherOutput);
}

std::string JobVerdict::words() const
{
    switch (how) {
    case JobEnd::Cancelled:
        return "was cancelled";
    case JobEnd::TimeLimit:
        return "reached its time limit";
    case JobEnd::Preempted:
        return "was preempted by another job";
    case JobEnd::NodeFailed:
        return "lost its node" + (node.empty() ? "" : " " + node);
    }
    return "was cancelled";
}

std::optional<JobVerdict> jobVerdictIn(std::string_view launcherOutput)
{
    std::optional<JobVerdict> verdict;
    std::string lost;
    bool byRank = false;  // a rank ended before Slurm ended the rest
    bool aborted = false; // Slurm ended the ranks that are named from here on
    eachLine(launcherOutput, [&](std::string_view line) {
        if (const std::string_view node = wordAfter(line, "srun: error: Node failure on ", " ,");
            !node.empty()) {
            lost = nodeIn(node);
            verdict = JobVerdict{.how = JobEnd::NodeFailed, .step = {}, .node = lost};
        } else if (tellsOfCancelling(line)) {
            JobVerdict told = cancellingIn(line);
            if (!byRank || told.how != JobEnd::Cancelled) {
                told.node = told.how == JobEnd::NodeFailed ? lost : "";
                if (!verdict || told.how != JobEnd::Cancelled)
                    verdict = std::move(told);
            }
        } else if (tellsOfAborting(line)) {
            aborted = true;
        } else if (!verdict && !aborted && verdictOfSrun(line)) {
            byRank = true;
        }
        return false;
    });
    return verdict;
}

std::optional<HostVerdict> hostVerdictIn(std::string_view launcherOutput)
{
    // Each form of ssh with what stands before and after the host's name.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kForms
        = {{{"Connection to ", " closed by remote host"},
            {"Timeout, server ", " not responding"},
            {"ssh: connect to host ", " port "},
            {"ssh: Could not resolve hostname ", ": "},
            {"Connection closed by ", " port "},
            {"", ": Permission denied ("}}};
    std::optional<HostVerdict> verdict;
    eachLine(launcherOutput, [&](std::string_view line) {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        for (const auto& [before, after] : kForms) {
            const std::size_t end = line.find(after, before.size());
            if (!line.starts_with(before) || end == std::string_view::npos)
                continue;
            std::string_view host = line.substr(before.size(), end - before.size());
            host.remove_prefix(host.rfind('@') == std::string_view::npos ? 0 : host.rfind('@') + 1);
            if (!isHostName(host))
                continue;
            verdict = HostVerdict{std::string(host), std::string(line)};
            return true;
        }
        return false;
    });
    return verdict;
}

} // namespace launch

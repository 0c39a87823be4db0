#include "engine/launch/slurm/job.h"

#include "engine/launch/slurm/slurm_time.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <sys/wait.h>

namespace launch {

namespace {

constexpr std::size_t kFolderWidth = 1024;

struct Column {
    std::string_view name;
    std::size_t width; // characters
};

constexpr std::array<Column, 12> kJobColumns = {{{"JobID", 20},
                                                 {"State", 24},
                                                 {"RestartCnt", 12},
                                                 {"TimeLimit", 24},
                                                 {"StartTime", 24},
                                                 {"NumNodes", 16},
                                                 {"exit_code", 12},
                                                 {"BatchHost", 128},
                                                 {"Partition", 128},
                                                 {"NodeList", 1024},
                                                 {"Reason", 256},
                                                 {"WorkDir", kFolderWidth}}};

using Cells = std::array<std::string_view, kJobColumns.size()>;

constexpr std::array<std::pair<std::string_view, JobState>, 29> kStates
    = {{{"PENDING", JobState::Queued},
        {"CONFIGURING", JobState::Queued}, // its nodes are being started
        {"POWER_UP_NODE", JobState::Queued},
        {"RESV_DEL_HOLD", JobState::Queued},
        {"RUNNING", JobState::Running},
        {"RESIZING", JobState::Running},
        {"SIGNALING", JobState::Running},
        {"SUSPENDED", JobState::Suspended},
        {"STOPPED", JobState::Suspended},
        {"COMPLETING", JobState::Completing},
        {"STAGE_OUT", JobState::Completing},
        {"UPDATE_DB", JobState::Completing},
        {"REQUEUED", JobState::Requeued},
        {"REQUEUE_FED", JobState::Requeued},
        {"REQUEUE_HOLD", JobState::Requeued},
        {"SPECIAL_EXIT", JobState::Requeued},
        {"EXPEDITING", JobState::Requeued},
        {"PREEMPTED", JobState::Preempted},
        {"TIMEOUT", JobState::OutOfTime},
        {"DEADLINE", JobState::OutOfTime},
        {"NODE_FAIL", JobState::NodeFailed},
        {"BOOT_FAIL", JobState::NodeFailed},
        {"CANCELLED", JobState::Cancelled},
        {"REVOKED", JobState::Cancelled}, // another cluster has it
        {"FAILED", JobState::Failed},
        {"OUT_OF_MEMORY", JobState::Failed},
        {"LAUNCH_FAILED", JobState::Failed},
        {"RECONFIG_FAIL", JobState::Failed},
        {"COMPLETED", JobState::Completed}}};

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

Cells cellsOf(std::string_view line)
{
    Cells cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = trimmed(line.substr(0, kJobColumns[i].width));
        line.remove_prefix(std::min(line.size(), kJobColumns[i].width));
    }
    return cells;
}

// "4"; of "9-12" the first; "4K" where a version shortens it. 0 where there is no number.
std::int64_t countOf(std::string_view text)
{
    constexpr std::int64_t kMost = 1'000'000'000;
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || number < 0 || number > kMost)
        return 0;
    return read.ptr != text.data() + text.size() && *read.ptr == 'K' ? number * 1024 : number;
}

// 2026-11-28T06:29:35, and nothing where Slurm has no time.
std::string timeOf(std::string_view text)
{
    constexpr std::string_view kForm = "0000-00-00T00:00:00";
    const bool fits
        = text.size() == kForm.size()
        && std::equal(text.begin(), text.end(), kForm.begin(), [](char c, char form) {
               return form == '0' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == form;
           });
    return fits ? std::string(text) : std::string();
}

// The same for what Slurm says in words.
std::string wordOf(std::string_view text)
{
    return text == "n/a" || text == "N/A" || text == "None" || text == "(null)" ? std::string()
                                                                                : std::string(text);
}

JobState jobStateOf(std::string_view word, std::int64_t restarts)
{
    // "CANCELLED by 1000", as some tools say it.
    word = word.substr(0, word.find(' '));
    const auto found = std::find_if(kStates.begin(), kStates.end(),
                                    [&](const auto& state) { return state.first == word; });
    if (found == kStates.end())
        return JobState::Unknown;
    // One that waits again differs from one that waits the first time in the count alone.
    return found->second == JobState::Queued && restarts > 0 ? JobState::Requeued : found->second;
}

SlurmJob jobOf(const Cells& cells)
{
    const auto& [id, state, restarts, limit, start, nodes, status, host, partition, list, reason,
                 folder]
        = cells;
    SlurmJob job;
    job.id = id;
    job.restarts = countOf(restarts);
    job.state = jobStateOf(state, job.restarts);
    job.slurmState = state;
    job.timeLimit = parseSlurmTime(limit);
    job.start = timeOf(start);
    job.nodeCount = countOf(nodes);
    const int ended = static_cast<int>(countOf(status)); // as waitpid() has it
    job.exitCode = WIFEXITED(ended) ? WEXITSTATUS(ended) : 0;
    job.signal = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
    job.batchHost = wordOf(host);
    job.partition = wordOf(partition);
    job.nodes = wordOf(list);
    job.reason = wordOf(reason);
    if (folder.size() < kFolderWidth) // else it is cut
        job.folder = wordOf(folder);
    // In sentences of Slurm's, versions have either blanks or these.
    std::replace(job.reason.begin(), job.reason.end(), '_', ' ');
    return job;
}

} // namespace

std::string jobColumns()
{
    std::string columns;
    for (const Column& column : kJobColumns)
        columns += fmt::format("{}{}:{}", columns.empty() ? "" : ",", column.name, column.width);
    return columns;
}

std::optional<SlurmJob> parseJob(std::string_view output, std::string_view id)
{
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        const Cells cells = cellsOf(output.substr(0, end));
        // Warnings stand among the lines, and other jobs of a set of jobs.
        if (isJobId(id) && cells.front() == id)
            return jobOf(cells);
        output.remove_prefix(std::min(end + 1, output.size()));
    }
    return std::nullopt;
}

bool isJobId(std::string_view id)
{
    return !id.empty() && id.size() <= 10 && id.front() != '0'
        && std::all_of(id.begin(), id.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

} // namespace launch

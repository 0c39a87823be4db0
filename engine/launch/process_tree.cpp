#include "engine/launch/process_tree.h"

#include "engine/launch/environment.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <thread>

#include <sys/prctl.h>
#include <unistd.h>

namespace launch {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

std::vector<ProcessEntry> descendantsOf(pid_t root, const std::vector<pid_t>& except)
{
    // One look at /proc for the whole tree: between two looks processes come and go.
    std::multimap<pid_t, ProcessEntry> byParent;
    for (const ProcessEntry& entry : readProcesses())
        byParent.emplace(entry.parent, entry);

    std::vector<ProcessEntry> found;
    std::vector<pid_t> toVisit = {root};
    while (!toVisit.empty()) {
        const pid_t parent = toVisit.back();
        toVisit.pop_back();
        const auto [begin, end] = byParent.equal_range(parent);
        for (auto child = begin; child != end; ++child) {
            const ProcessEntry& entry = child->second;
            if (std::find(except.begin(), except.end(), entry.pid) != except.end())
                continue;
            if (!hasEnded(entry))
                found.push_back(entry);
            // A dead process that was not reaped yet may have living children.
            toVisit.push_back(entry.pid);
        }
    }
    return found;
}

std::vector<ProcessEntry> processesOfRun(const std::string& run, const std::string& folder)
{
    std::vector<ProcessEntry> found;
    const std::string variable(kRunVariable);
    for (const ProcessEntry& entry : readProcesses()) {
        // Whoever looks for a run's processes may bear its mark itself.
        if (!hasEnded(entry) && entry.pid != getpid() && environmentOf(entry.pid, variable) == run
            && (folder.empty() || environmentOf(entry.pid, std::string(kFolderVariable)) == folder))
            found.push_back(entry);
    }
    return found;
}

bool becomeSubreaper() { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0; }

std::size_t endProcesses(const std::function<std::vector<ProcessEntry>()>& living,
                         const std::function<void()>& reap, const EndOptions& options)
{
    constexpr std::chrono::milliseconds kLook{20};
    // Asked once and given time, because a rank that ends by itself leaves its shared memory and
    // files in order.
    const Clock::time_point killAt = Clock::now() + options.grace;
    const Clock::time_point giveUpAt = killAt + options.patience;
    std::set<pid_t> asked;
    for (;;) {
        reap();
        const std::vector<ProcessEntry> left = living();
        const Clock::time_point now = Clock::now();
        if (left.empty() || now >= giveUpAt)
            return left.size();
        for (const ProcessEntry& entry : left) {
            if (now >= killAt) {
                sendSignal(entry, SIGKILL);
            } else if (asked.insert(entry.pid).second) {
                sendSignal(entry, SIGTERM);
                sendSignal(entry, SIGCONT); // a stopped process cannot end itself
            }
        }
        std::this_thread::sleep_for(kLook);
    }
}

} // namespace launch

// Which process a number meant: a pid alone may be used again by another one.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace launch {

// One line of /proc.
struct ProcessEntry {
    pid_t pid = 0;
    pid_t parent = 0;
    char state = '?';             // of its first thread, as in proc(5): R, S, D, T, Z, ...
    int threads = 0;              // that have not ended; the first counts until the last has
    std::uint64_t startTicks = 0; // clock ticks after boot

    bool operator==(const ProcessEntry&) const = default;
};

// A stop signal holds the process, or a debugger does.
inline bool isHeld(const ProcessEntry& entry) { return entry.state == 'T' || entry.state == 't'; }

// None of its threads runs any more. Where only the first has ended, the state is Z as well, but
// nobody can reap the process yet.
inline bool hasEnded(const ProcessEntry& entry)
{
    return entry.state == 'X' || (entry.state == 'Z' && entry.threads <= 1);
}

// nullopt where there is no such process.
std::optional<ProcessEntry> readProcess(pid_t pid);

// All processes there are now.
std::vector<ProcessEntry> readProcesses();

// Value of a variable in the environment the process was started with; nullopt where
// it is not set or the process is not ours to look at.
std::optional<std::string> environmentOf(pid_t pid, const std::string& name);

// A process that can be recognised later, also by another process.
struct ProcessIdentity {
    pid_t pid = 0;
    std::uint64_t startTicks = 0;
    std::string bootId;

    bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity ownIdentity();

// True while that very process runs, until hasEnded().
bool isRunning(const ProcessIdentity& identity);

// True while that very process is held by a stop signal or a debugger.
bool isHeld(const ProcessIdentity& identity);

// "DEVICE:INODE" of a folder: the same after it was moved, another for a copy. Empty where there
// is none.
std::string folderIdentity(const std::filesystem::path& folder);

// True while that process has the folder open.
bool hasOpen(pid_t pid, const std::filesystem::path& folder);

// True while that very process runs `program` (a file name) as this user.
bool isRunning(const ProcessIdentity& identity, const std::string& program);

// Sends `signal` to that very process. False: it is gone, or not ours.
bool sendSignal(const ProcessIdentity& identity, int signal);
bool sendSignal(const ProcessEntry& entry, int signal);

} // namespace launch

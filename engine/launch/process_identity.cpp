#include "engine/launch/process_identity.h"

#include "engine/strategy/file_descriptor.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace launch {

namespace {

// Empty where the process is gone, also if it went after its file was opened: then reading
// fails, which only the stream's own functions take without an exception.
std::string readProcFile(pid_t pid, const char* name)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/" + name, std::ios::binary);
    std::string text;
    char block[4096];
    do {
        file.read(block, sizeof block);
        text.append(block, static_cast<std::size_t>(file.gcount()));
    } while (file);
    return file.bad() ? std::string() : text;
}

std::string bootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    file >> id;
    return id;
}

std::optional<pid_t> toPid(std::string_view text)
{
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
    if (error != std::errc() || end != text.data() + text.size() || pid <= 0)
        return std::nullopt;
    return pid;
}

} // namespace

std::optional<ProcessEntry> readProcess(pid_t pid)
{
    const std::string stat = readProcFile(pid, "stat");
    // The second field is a name in parentheses that may itself hold parentheses.
    const std::size_t name = stat.rfind(')');
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream fields(stat.substr(name + 1));
    ProcessEntry entry;
    entry.pid = pid;
    const auto skip = [&fields](int count) {
        for (std::string skipped; count > 0; --count)
            fields >> skipped;
    };
    fields >> entry.state >> entry.parent;
    skip(15); // to field 20
    fields >> entry.threads;
    skip(1);
    // When the process started, in ticks since the boot; with the boot it names a process for ever,
    // which a number alone does not.
    fields >> entry.startTicks;
    if (!fields)
        return std::nullopt;
    return entry;
}

std::vector<ProcessEntry> readProcesses()
{
    std::vector<ProcessEntry> entries;
    DIR* proc = opendir("/proc");
    if (proc == nullptr)
        return entries;
    while (const dirent* item = readdir(proc)) {
        if (const auto pid = toPid(item->d_name)) {
            if (const auto entry = readProcess(*pid))
                entries.push_back(*entry);
        }
    }
    closedir(proc);
    return entries;
}

// Of the environment it was started with, which only its user and root can read.
std::optional<std::string> environmentOf(pid_t pid, const std::string& name)
{
    const std::string all = readProcFile(pid, "environ");
    const std::string wanted = name + "=";
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\0', at), all.size());
        if (all.compare(at, wanted.size(), wanted) == 0)
            return all.substr(at + wanted.size(), end - at - wanted.size());
        at = end + 1;
    }
    return std::nullopt;
}

ProcessIdentity ownIdentity()
{
    const auto entry = readProcess(getpid());
    return {getpid(), entry ? entry->startTicks : 0, bootId()};
}

bool isRunning(const ProcessIdentity& identity)
{
    if (identity.pid <= 0 || identity.bootId != bootId())
        return false;
    const auto entry = readProcess(identity.pid);
    return entry && entry->startTicks == identity.startTicks && !hasEnded(*entry);
}

bool isHeld(const ProcessIdentity& identity)
{
    const auto entry = readProcess(identity.pid);
    return isRunning(identity) && entry && isHeld(*entry);
}

std::string folderIdentity(const std::filesystem::path& folder)
{
    struct stat status = {};
    if (stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return {};
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

bool hasOpen(pid_t pid, const std::filesystem::path& folder)
{
    const std::string wanted = folderIdentity(folder);
    std::error_code error;
    std::filesystem::directory_iterator item("/proc/" + std::to_string(pid) + "/fd", error);
    for (; !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
        if (!wanted.empty() && folderIdentity(item->path()) == wanted)
            return true;
    }
    return false;
}

bool isRunning(const ProcessIdentity& identity, const std::string& program)
{
    const std::string proc = "/proc/" + std::to_string(identity.pid);
    std::error_code error;
    const std::string found = std::filesystem::read_symlink(proc + "/exe", error).filename();
    struct stat status = {};
    // A program that was installed anew while it runs bears the mark " (deleted)".
    return !error && (found == program || found == program + " (deleted)")
        && stat(proc.c_str(), &status) == 0 && status.st_uid == geteuid() && isRunning(identity);
}

bool sendSignal(const ProcessIdentity& identity, int signal)
{
    // The descriptor holds the process; what is checked afterwards is what is signalled.
    const strategy::FileDescriptor held(static_cast<int>(syscall(SYS_pidfd_open, identity.pid, 0)));
    if (!held || !isRunning(identity))
        return false;
    return syscall(SYS_pidfd_send_signal, held.number(), signal, nullptr, 0) == 0;
}

bool sendSignal(const ProcessEntry& entry, int signal)
{
    return sendSignal(ProcessIdentity{entry.pid, entry.startTicks, bootId()}, signal);
}

} // namespace launch

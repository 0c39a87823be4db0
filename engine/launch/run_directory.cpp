#include "engine/launch/run_directory.h"

#include "engine/launch/private_file.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/run_name.h"
#include "telemetry/endpoint.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kElsewhere = "; name another place with --record";

// A directory of this user's; not open where it is anything else.
strategy::FileDescriptor openOwn(const fs::path& directory)
{
    strategy::FileDescriptor held(
        open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status = {};
    if (held && (fstat(held.number(), &status) != 0 || status.st_uid != geteuid()))
        held.close();
    return held;
}

// Whether the path leads to what is held, and not to what others have made there since.
bool isAt(const fs::path& path, const strategy::FileDescriptor& held)
{
    struct stat found = {};
    struct stat status = {};
    return lstat(path.c_str(), &found) == 0 && fstat(held.number(), &status) == 0
        && found.st_dev == status.st_dev && found.st_ino == status.st_ino;
}

// Makes a directory that nobody holds and holds it. Another run's start may take a new one for
// a dead one, and remove it before it is held.
plan::Outcome makeLocked(const fs::path& directory, SessionLocks& locks)
{
    constexpr int kTries = 100;
    for (int i = 0; i < kTries; ++i) {
        if (const auto unmade = telemetry::makePrivateDirectory(directory.string())) {
            std::error_code ignored;
            if (fs::exists(fs::symlink_status(directory, ignored)) || i + 1 == kTries)
                return plan::Error{unmade->message};
            continue;
        }
        strategy::FileDescriptor held = openOwn(directory);
        if (!held)
            continue;
        // A lock says that a run is live: the kernel takes it back when the process is gone,
        // however it went.
        if (flock(held.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK)
                return fileError(directory, "cannot be locked", errno);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            continue;
        }
        if (isAt(directory, held)) {
            locks.push_back(std::move(held));
            return plan::done();
        }
    }
    return plan::Error{directory.string() + ": belongs to a run that is live"};
}

// Makes `directory` unless it is there; `made` says which.
plan::Outcome makeOrTake(const fs::path& directory, bool& made)
{
    made = mkdir(directory.c_str(), 0700) == 0;
    if (made)
        return plan::done();
    const int error = errno;
    std::error_code ignored;
    if (fs::is_directory(directory, ignored))
        return plan::done();
    if (error == EEXIST)
        return plan::Error{directory.string() + ": is not a directory" + kElsewhere};
    return plan::Error{directory.string()
                       + ": the directory cannot be made: " + std::strerror(error) + kElsewhere};
}

} // namespace

plan::Result<fs::path> makeRunDirectory(const Places& places, const std::string& run,
                                        const fs::path& wanted, bool& made)
{
    fs::path directory = wanted;
    if (wanted.empty()) {
        if (const auto ready = makeDirectories(places.runs); !ready)
            return plan::Error{ready.error().message + kElsewhere};
        directory = places.runs / run;
    }
    std::error_code error;
    directory = fs::absolute(directory, error).lexically_normal();
    if (!directory.has_filename())
        directory = directory.parent_path();

    if (const auto ready = makeOrTake(directory, made); !ready)
        return ready.error();
    return directory;
}

SessionDirectories sessionDirectoriesOf(const Places& places, const std::string& run)
{
    const fs::path sockets = places.sockets / run;
    return {sockets, sockets / "mpi", "/dev/shm/bubblescope-" + run};
}

plan::Result<SessionDirectories> makeSessionDirectories(const Places& places,
                                                        const std::string& run, SessionLocks& locks)
{
    SessionDirectories made = sessionDirectoriesOf(places, run);
    const fs::path shared = std::exchange(made.sharedMemory, {});
    const auto fail = [&](const plan::Error& error) {
        removeSessionDirectories(made);
        return error;
    };
    if (const auto problem = telemetry::makePrivateDirectory(places.sockets.string()))
        return plan::Error{problem->message};
    // Who starts a run tidies up after those that were killed; nobody else would.
    removeDeadSessions(places);
    if (const auto locked = makeLocked(made.sockets, locks); !locked)
        return locked.error();
    if (const auto problem = telemetry::makePrivateDirectory(made.mpiFiles.string()))
        return fail(plan::Error{problem->message});
    // Not asked for: without it, MPI finds a place of its own.
    if (access("/dev/shm", W_OK | X_OK) == 0 && makeLocked(shared, locks))
        made.sharedMemory = shared;
    return made;
}

void removeSessionDirectories(const SessionDirectories& directories)
{
    std::error_code ignored;
    for (const fs::path& directory : {directories.sockets, directories.sharedMemory}) {
        if (!directory.empty())
            fs::remove_all(directory, ignored);
    }
}

void removeDeadSession(const SessionDirectories& directories)
{
    std::error_code ignored;
    for (const fs::path& directory : {directories.sockets, directories.sharedMemory}) {
        const strategy::FileDescriptor held = openOwn(directory);
        if (held && flock(held.number(), LOCK_EX | LOCK_NB) == 0 && isAt(directory, held))
            fs::remove_all(directory, ignored);
    }
}

void removeDeadSessions(const Places& places)
{
    constexpr std::string_view kShared = "bubblescope-";
    std::set<std::string> names;
    std::error_code error;
    for (fs::directory_iterator item(places.sockets, error), end; !error && item != end;
         item.increment(error))
        names.insert(item->path().filename());
    for (fs::directory_iterator item("/dev/shm", error), end; !error && item != end;
         item.increment(error)) {
        const std::string name = item->path().filename();
        if (name.starts_with(kShared))
            names.insert(name.substr(kShared.size()));
    }
    for (const std::string& name : names) {
        // Ranks may outlive their supervisor for a moment, and still use what would be removed.
        if (isRunName(name) && processesOfRun(name).empty())
            removeDeadSession(sessionDirectoriesOf(places, name));
    }
}

} // namespace launch

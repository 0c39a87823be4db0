#include "engine/launch/run_directory.h"

#include "engine/launch/private_file.h"
#include "telemetry/endpoint.h"

#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kElsewhere = "; name another place with --record";

plan::Outcome checkEmpty(const fs::path& directory)
{
    std::error_code error;
    const fs::directory_iterator entries(directory, error);
    if (error)
        return plan::Error{directory.string() + ": cannot be looked into: " + error.message()};
    if (entries != fs::directory_iterator())
        return plan::Error{directory.string() + ": is not empty; a recording needs a new or an "
                                                "empty directory"};
    return plan::done();
}

// Makes `directory` unless an empty one is there; `made` says which.
plan::Outcome makeOrTake(const fs::path& directory, bool& made)
{
    made = mkdir(directory.c_str(), 0700) == 0;
    if (made)
        return plan::done();
    const int error = errno;
    std::error_code ignored;
    if (fs::is_directory(directory, ignored))
        return checkEmpty(directory);
    if (error == EEXIST)
        return plan::Error{directory.string() + ": is not a directory" + kElsewhere};
    return plan::Error{directory.string() + ": the directory cannot be made: "
                       + std::strerror(error) + kElsewhere};
}

} // namespace

plan::Result<fs::path> makeRunDirectory(const Places& places, const std::string& run,
                                        const fs::path& wanted)
{
    fs::path directory = wanted;
    if (wanted.empty()) {
        if (const auto made = makeDirectories(places.runs); !made)
            return plan::Error{made.error().message + kElsewhere};
        directory = places.runs / run;
    }
    std::error_code error;
    directory = fs::absolute(directory, error).lexically_normal();
    if (!directory.has_filename())
        directory = directory.parent_path();

    bool made = false;
    if (const auto ready = makeOrTake(directory, made); !ready)
        return ready.error();
    // A page of text shows at once whether the disk is full or read-only.
    const fs::path probe = directory / "probe";
    const auto written = writeAtomically(probe, std::string(8192, ' '));
    unlink(probe.c_str());
    if (!written) {
        if (made)
            rmdir(directory.c_str());
        return written.error();
    }
    return directory;
}

SessionDirectories sessionDirectoriesOf(const Places& places, const std::string& run)
{
    const fs::path sockets = places.sockets / run;
    return {sockets, sockets / "mpi", "/dev/shm/bubblescope-" + run};
}

plan::Result<SessionDirectories> makeSessionDirectories(const Places& places,
                                                        const std::string& run)
{
    SessionDirectories made = sessionDirectoriesOf(places, run);
    const fs::path shared = std::exchange(made.sharedMemory, {});
    for (const fs::path& directory : {places.sockets, made.sockets, made.mpiFiles}) {
        if (const auto problem = telemetry::makePrivateDirectory(directory.string())) {
            removeSessionDirectories(made);
            return plan::Error{problem->message};
        }
    }
    if (access("/dev/shm", W_OK | X_OK) == 0 && !telemetry::makePrivateDirectory(shared.string()))
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

} // namespace launch

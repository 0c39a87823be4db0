// The directory of one run, and the one for its sockets.

#pragma once

#include "engine/launch/places.h"
#include "engine/plan/result.h"
#include "engine/strategy/file_descriptor.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

// Makes the directory of a run, mode 0700: RUNS/<run>, or `wanted` where it is given; that
// one may exist already. `made` says whether it is new. After an error nothing new is there.
plan::Result<std::filesystem::path> makeRunDirectory(const Places& places, const std::string& run,
                                                     const std::filesystem::path& wanted,
                                                     bool& made);

// Short-lived files of a run: sockets and MPI's own.
struct SessionDirectories {
    std::filesystem::path sockets;      // PLACES.sockets/<run>
    std::filesystem::path mpiFiles;     // inside it
    std::filesystem::path sharedMemory; // in /dev/shm; empty where that cannot be written
};

// Says that a run lives: a lock on its directories that the kernel gives back when the last
// process that holds one of these descriptors has ended.
using SessionLocks = std::vector<strategy::FileDescriptor>;

// Where a run has or had them.
SessionDirectories sessionDirectoriesOf(const Places& places, const std::string& run);

// Makes them, mode 0700, checking that nobody else can have prepared them, and locks them.
// Removes what dead runs have left there before.
plan::Result<SessionDirectories>
makeSessionDirectories(const Places& places, const std::string& run, SessionLocks& locks);

// Removes them with all they hold; ones that are gone already are fine.
void removeSessionDirectories(const SessionDirectories& directories);

// The same for those of a run that no process holds any more; others stay.
void removeDeadSession(const SessionDirectories& directories);

// All that is left of runs that were killed together with their guards, or before they had one.
void removeDeadSessions(const Places& places);

} // namespace launch

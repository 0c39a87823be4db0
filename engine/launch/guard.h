// A small process that outlives the supervisor: where the supervisor is killed without a
// word, the guard ends what the run has started and removes the run's sockets. While a stop
// signal holds the supervisor, the guard holds the ranks.

#pragma once

#include "engine/strategy/file_descriptor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace launch {

// The guard is a child of the supervisor in a session of its own, and ignores the signals that end
// programs. It learns of the supervisor's end from a pipe that the kernel closes with it.
class Guard {
public:
    // Forks, so call it while the process has one thread. `run` names the processes to end
    // (see processesOfRun()); `directories` are removed with all they hold. No guard where
    // the kernel has no process left: the ranks still end by themselves.
    // So is the socket at `viewerEndpoint`, wherever that is. The guard holds those of
    // `locks` that are open as long as it lives. It gives mpirun 2.5 s to end the ranks itself,
    // then sends signals.
    static std::optional<Guard> post(const std::string& run,
                                     const std::vector<std::filesystem::path>& directories,
                                     const std::string& viewerEndpoint = {},
                                     const std::vector<strategy::FileDescriptor>& locks = {});

    Guard(Guard&&) = default;
    Guard& operator=(Guard&&) = delete;
    ~Guard(); // dismiss()

    pid_t pid() const { return m_pid; }

    // All is well: the guard ends without doing anything, and is waited for. May be called twice.
    void dismiss();

private:
    Guard(pid_t pid, strategy::FileDescriptor lifeline)
        : m_pid(pid)
        , m_lifeline(std::move(lifeline))
    {
    }

    pid_t m_pid;
    strategy::FileDescriptor m_lifeline; // closes with the supervisor, however that ends
};

} // namespace launch

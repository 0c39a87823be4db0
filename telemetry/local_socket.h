// The place of an ipc endpoint, taken before ZeroMQ gets it: ZeroMQ would delete whatever file
// lies at the path.

#pragma once

#include "telemetry/result.h"

#include <optional>
#include <string>

#include <sys/types.h>

namespace telemetry {

// A Unix socket that listens. Its path is there as long as this object, which removes it
// unless something else lies there by then.
class LocalSocket {
public:
    // Takes nothing.
    LocalSocket() = default;

    // `endpoint`: see checkEndpoint(); of a tcp one nothing is taken. A socket of this user's
    // at the path that nobody answers at is replaced: a dead process left it. Anything else
    // that lies there stays, and is the error.
    static Result<LocalSocket> listen(const std::string& endpoint);

    LocalSocket(LocalSocket&& other) noexcept;
    LocalSocket& operator=(LocalSocket&& other) noexcept;
    ~LocalSocket();

    // Removes the path. While the socket is still open nobody else takes it for a dead one.
    void leave();

    // The descriptor, -1 where nothing is taken. Whoever asks owns it.
    int release();

private:
    std::string m_path;
    int m_descriptor = -1;
    dev_t m_device = 0;
    ino_t m_inode = 0;
};

// Removes the socket that a dead process of this user's has left at an ipc endpoint; anything else
// stays.
void removeDeadSocket(const std::string& endpoint);

// Empty where listen() would take the endpoint now; otherwise why not.
std::optional<Error> checkFree(const std::string& endpoint);

} // namespace telemetry

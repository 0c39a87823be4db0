// The supervisor's side of control: a socket of its own, apart from telemetry's, where
// clients leave commands and world rank 0 fetches them. One thread does it all.
// All functions may be called from any thread.

#pragma once

#include "telemetry/control_desk.h"

#include <memory>

namespace telemetry {

class ControlServer {
public:
    // Makes the key in the folder of the endpoint's socket, which must be private (see
    // makePrivateDirectory()), binds and starts the thread. `endpoint`: ipc:// and a path. The
    // error says why no commands can be taken.
    static Result<std::unique_ptr<ControlServer>> start(const std::string& endpoint,
                                                        std::uint64_t run);

    ~ControlServer(); // stop()
    ControlServer(const ControlServer&) = delete;
    ControlServer& operator=(const ControlServer&) = delete;

    // The run takes no step because somebody asked for it, as far as the run has answered. Costs no
    // more than an atomic read.
    bool paused() const;
    ControlCounts counts() const;

    // Tells those who wait that the run has ended, and ends the thread. At most 0.5 s.
    void stop();

private:
    struct State;
    explicit ControlServer(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace telemetry

// The supervisor's side of control: a socket of its own, apart from telemetry's, where
// clients leave commands and world rank 0 fetches them. One thread does it all.
// All functions may be called from any thread.

#pragma once

#include "telemetry/control_desk.h"
#include "telemetry/curve_keys.h"

#include <memory>

namespace telemetry {

struct ControlServerOptions {
    std::uint64_t run = 0;              // commands to another run count as bad
    std::string endpoint{};             // to bind; ipc: in a private directory
    ControlKey key{};                   // that every command must carry
    std::optional<CurveServer> curve{}; // needed over tcp; see checkKeys()
};

class ControlServer {
public:
    // Binds and starts the thread. The error says why no commands can be taken.
    static Result<std::unique_ptr<ControlServer>> start(const ControlServerOptions& options);

    ~ControlServer(); // stop()
    ControlServer(const ControlServer&) = delete;
    ControlServer& operator=(const ControlServer&) = delete;

    // Where to connect: the endpoint of the options, with the port that a * became.
    const std::string& endpoint() const;

    // Gives the run a command of the supervisor's own, behind those that wait. Returns at once;
    // what the run says to it is counted and told to nobody.
    void ask(const ControlCommand& command);

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

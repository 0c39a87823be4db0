// The rank's side of control: world rank 0 asks here for commands, at step boundaries.
//
// One thread. Nothing here waits: a supervisor that is gone means that no commands come.

#pragma once

#include "telemetry/connection_file.h"

#include <memory>
#include <string_view>

namespace telemetry {

class ControlRank {
public:
    // `connection`: of the run, see readConnection(). Connecting goes on behind.
    static Result<std::unique_ptr<ControlRank>> open(const Connection& connection);

    ~ControlRank();
    ControlRank(const ControlRank&) = delete;
    ControlRank& operator=(const ControlRank&) = delete;

    // The next command, each once, in the order they were given; nothing where none has
    // come, or while the last one given is not answered. Takes a microsecond and never waits;
    // twice a second it also tells the supervisor where to send.
    std::optional<ControlCommand> poll();

    // To the command that poll() gave last: it was done, or the sentence why not. The text
    // is cut to 255 bytes. Precondition: it is not answered yet.
    void answer(std::string_view text, bool accepted);

private:
    struct State;
    explicit ControlRank(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace telemetry

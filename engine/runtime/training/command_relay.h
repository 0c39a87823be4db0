// Commands to a run: world rank 0 gets them, all ranks do them, between the same two steps.

#pragma once

#include "engine/runtime/host_communicator.h"
#include "engine/runtime/waiting.h"
#include "telemetry/control.h"

#include <functional>
#include <optional>
#include <string>

namespace training {

using Command = telemetry::ControlCommand;

// Where world rank 0 gets them from, and gives the answers to.
class CommandSource {
public:
    virtual ~CommandSource() = default;

    // The next one, if there is one. Never waits.
    virtual std::optional<Command> poll() = 0;
    // To the command given last, before the next is asked for.
    virtual void answer(const std::string& sentence, bool accepted) = 0;
};

// Used by one thread.
class CommandRelay {
public:
    // `source`: on world rank 0, where commands can come at all; `listening` says on every
    // rank whether it has one. All must outlive this.
    CommandRelay(engine::HostCommunicator& world, CommandSource* source, bool listening,
                 engine::Waiting& waiting);

    // All ranks call it together: the command that came, the same on all.
    plan::Result<std::optional<Command>> next();
    // While nothing is to be done: the same, after some time if there is none.
    plan::Result<std::optional<Command>> wait();

    // By all ranks; only world rank 0's is told.
    void answer(const std::string& sentence, bool accepted);

private:
    plan::Result<std::optional<Command>> share(const std::optional<Command>& own);

    engine::HostCommunicator& m_world;
    CommandSource* m_source;
    bool m_listening;
    engine::Waiting& m_waiting;
};

} // namespace training

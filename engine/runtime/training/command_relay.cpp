#include "engine/runtime/training/command_relay.h"

#include <algorithm>
#include <cstring>

namespace training {

using namespace std::chrono_literals;

using engine::Nanoseconds;

namespace {

constexpr Nanoseconds kLook = 50ms;   // while waiting, between two looks for a command
constexpr Nanoseconds kRound = 500ms; // the others are told at least so often that none came

// As it goes from rank to rank.
struct CommandBytes {
    std::int32_t kind = 0; // 0: there is none
    std::int32_t rank = -1;
    double factor = 1;
    char schedule[telemetry::kMaxScheduleName + 1] = {};
};

} // namespace

CommandRelay::CommandRelay(engine::HostCommunicator& world, CommandSource* source, bool listening,
                           engine::Waiting& waiting)
    : m_world(world)
    , m_source(source)
    , m_listening(listening)
    , m_waiting(waiting)
{
}

plan::Result<std::optional<Command>> CommandRelay::next()
{
    // Known on all ranks: a run that takes no commands sends nothing between its steps.
    if (!m_listening)
        return std::optional<Command>();
    std::optional<Command> own;
    if (m_source != nullptr)
        own = m_source->poll();
    return share(own);
}

plan::Result<std::optional<Command>> CommandRelay::wait()
{
    std::optional<Command> own;
    if (m_source != nullptr) {
        const Nanoseconds until = m_waiting.now() + kRound;
        while (!(own = m_source->poll()) && m_waiting.now() < until)
            if (auto slept = m_waiting.sleepUntil(m_waiting.now() + kLook); !slept)
                return slept.error();
    }
    return share(own);
}

plan::Result<std::optional<Command>> CommandRelay::share(const std::optional<Command>& own)
{
    CommandBytes bytes;
    if (own) {
        bytes.kind = static_cast<std::int32_t>(own->kind);
        bytes.rank = own->rank;
        bytes.factor = own->factor;
        // A fixed size, so that no rank has to be told how long the message is.
        std::memcpy(bytes.schedule, own->schedule.data(),
                    std::min(own->schedule.size(), sizeof bytes.schedule - 1));
    }
    if (auto shared
        = engine::finish(m_world.broadcast(std::as_writable_bytes(std::span(&bytes, 1)), 0));
        !shared)
        return shared.error();
    if (bytes.kind == 0)
        return std::optional<Command>();
    return std::optional(
        Command{static_cast<Command::Kind>(bytes.kind), bytes.rank, bytes.factor, bytes.schedule});
}

void CommandRelay::answer(const std::string& sentence, bool accepted)
{
    if (m_source != nullptr)
        m_source->answer(sentence, accepted);
}

} // namespace training

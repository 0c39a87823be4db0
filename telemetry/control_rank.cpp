#include "telemetry/control_rank.h"

#include "telemetry/endpoint.h"
#include "telemetry/socket_options.h"

#include <cassert>
#include <chrono>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kReadyInterval{500};
constexpr int kQueue = 16;
constexpr int kMostAtOnce = 16; // frames that one poll() looks at

} // namespace

struct ControlRank::State {
    explicit State(const Connection& connection)
        : key(connection.controlKey)
        , run(connection.run)
        , context(1)
        , socket(context, zmq::socket_type::dealer)
    {
        limitSocket(socket, kQueue);
        limitMessages(socket, sizeof(ControlFrame));
        connectSocket(socket, connection.controlEndpoint, connection.asController());
    }

    ControlKey key;
    std::uint64_t run;
    zmq::context_t context;
    zmq::socket_t socket;
    std::uint64_t readies = 0;
    Clock::time_point lastReady{};
    std::uint64_t lastNumber = 0; // of the commands given
    bool open = false;            // the last one is not answered
    ControlAnswer lastAnswer;

    void sayReady(Clock::time_point now);
    void sendAnswer();
    std::optional<ControlCommand> take(ByteView bytes);
};

void ControlRank::State::sayReady(Clock::time_point now)
{
    lastReady = now;
    trySend(socket, encodeReady({.key = key, .run = run, .number = ++readies}));
}

void ControlRank::State::sendAnswer()
{
    trySend(socket, encode({.key = key, .run = run, .number = lastNumber}, lastAnswer));
}

std::optional<ControlCommand> ControlRank::State::take(ByteView bytes)
{
    auto message = decodeControl(bytes, key, run);
    if (!message || message->kind != ControlFrameKind::Command || message->number < lastNumber)
        return std::nullopt;
    if (message->number == lastNumber) { // the answer was lost on its way
        if (!open)
            sendAnswer();
        return std::nullopt;
    }
    lastNumber = message->number;
    open = true;
    return std::move(message->command);
}

ControlRank::ControlRank(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

ControlRank::~ControlRank() = default;

Result<std::unique_ptr<ControlRank>> ControlRank::open(const Connection& connection)
{
    const std::string& endpoint = connection.controlEndpoint;
    if (auto problem = checkEndpoint(endpoint))
        return std::move(*problem);
    if (auto problem = checkKeys(endpoint, std::optional(connection.asController())))
        return std::move(*problem);
    try {
        return std::unique_ptr<ControlRank>(new ControlRank(std::make_unique<State>(connection)));
    } catch (const std::exception& fault) { // from zmq or memory
        return Error{"commands cannot be taken at " + endpoint + ": " + fault.what()};
    }
}

std::optional<ControlCommand> ControlRank::poll()
{
    try {
        const auto now = Clock::now();
        if (now - m_state->lastReady >= kReadyInterval)
            m_state->sayReady(now);
        zmq::message_t message;
        // Bounded, so that a flood of frames cannot hold up the step.
        for (int i = 0; i < kMostAtOnce && !m_state->open; ++i) {
            if (!m_state->socket.recv(message, zmq::recv_flags::dontwait))
                return std::nullopt;
            const bool whole = !message.more();
            while (message.more() && m_state->socket.recv(message, zmq::recv_flags::dontwait)) {}
            if (!whole)
                continue;
            if (auto command = m_state->take(bytesOf(message)))
                return command;
        }
    } catch (const zmq::error_t&) {
        // The run goes on without commands.
    }
    return std::nullopt;
}

void ControlRank::answer(std::string_view text, bool accepted)
{
    assert(m_state->open);
    m_state->open = false;
    m_state->lastAnswer = {accepted, std::string(text)};
    try {
        m_state->sendAnswer();
    } catch (const zmq::error_t&) {
        // Whoever asked waits in vain, until its deadline.
    }
}

} // namespace telemetry

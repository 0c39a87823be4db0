#include "telemetry/control_client.h"

#include "telemetry/endpoint.h"
#include "telemetry/open_files.h"
#include "telemetry/socket_options.h"

#include <algorithm>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kQueue = 4;
constexpr std::chrono::milliseconds kLook = 100ms;
constexpr std::uint64_t kNumber = 1; // the first and only one of this connection

// What has arrived, if it is the answer.
std::optional<ControlAnswer> receive(zmq::socket_t& socket, const ControlKey& key,
                                     std::uint64_t run)
{
    zmq::message_t message;
    while (socket.recv(message, zmq::recv_flags::dontwait)) {
        auto decoded = decodeControl(bytesOf(message), key, run);
        if (decoded && decoded->kind == ControlFrameKind::Answer && decoded->number == kNumber)
            return std::move(decoded->answer);
    }
    return std::nullopt;
}

} // namespace

Result<ControlAnswer> giveCommand(const Connection& connection, const ControlCommand& command,
                                  std::chrono::milliseconds deadline,
                                  const std::function<bool()>& alive)
{
    const std::string& endpoint = connection.controlEndpoint;
    const ControlKey& key = connection.controlKey;
    const std::optional keys = connection.asController();
    if (auto problem = problemOf(command))
        return std::move(*problem);
    if (endpoint.empty())
        return Error{"the run takes no commands"};
    if (auto problem = checkEndpoint(endpoint))
        return std::move(*problem);
    if (auto problem = checkKeys(endpoint, keys))
        return std::move(*problem);
    if (auto problem = makeRoomForFiles(kFilesOfAContext))
        return std::move(*problem);
    const auto until = Clock::now() + deadline;
    try {
        zmq::context_t context(1);
        zmq::socket_t socket(context, zmq::socket_type::dealer);
        limitSocket(socket, kQueue);
        limitMessages(socket, sizeof(ControlFrame));
        connectSocket(socket, endpoint, keys);
        trySend(socket, encode({.key = key, .run = connection.run, .number = kNumber}, command));
        bool lives = true;
        for (;;) {
            zmq::pollitem_t item{socket.handle(), 0, ZMQ_POLLIN, 0};
            const auto left
                = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
            zmq::poll(&item, 1, std::clamp(left, 0ms, kLook));
            if (auto answer = receive(socket, key, connection.run))
                return *std::move(answer);
            if (!lives)
                return Error{"the run ended before it answered"};
            lives = alive();
            if (lives && Clock::now() >= until)
                return Error{"the run has not answered in time; it looks for commands between "
                             "two steps, so this one may take longer"};
        }
    } catch (const zmq::error_t& fault) {
        return Error{"the run cannot be asked at " + endpoint + ": " + fault.what()};
    }
}

} // namespace telemetry

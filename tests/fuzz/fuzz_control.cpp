// Bytes as frames of control: as they are, and with magic, size, key and run put right so that
// what is behind them is reached. What decodes means the same when it is encoded again, and
// the desk stands whatever its peers send.

#include "telemetry/control_desk.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace telemetry;

namespace {

constexpr ControlKey kKey{std::byte{3}, std::byte{5}};
constexpr std::uint64_t kRun = 9;

void checkMeaning(ByteView bytes)
{
    const auto message = decodeControl(bytes, kKey, kRun);
    if (!message)
        return;
    const ControlAddress address{kKey, kRun, message->number};
    const auto again = message->kind == ControlFrameKind::Command
        ? decodeControl(encode(address, message->command), kKey, kRun)
        : message->kind == ControlFrameKind::Answer
        ? decodeControl(encode(address, message->answer), kKey, kRun)
        : decodeControl(encodeReady(address), kKey, kRun);
    if (!again || again->kind != message->kind || again->number != message->number
        || !(again->command == message->command) || !(again->answer == message->answer))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    auto rest = std::as_bytes(std::span(data, size));
    checkMeaning(rest);
    ControlDesk desk(kKey, kRun);
    ControlDesk::Time now{std::chrono::hours{1}};
    // A byte that says who sends, then what of a frame is not put right.
    while (rest.size() > 1) {
        const std::string peer(1, static_cast<char>('a' + std::to_integer<int>(rest.front()) % 4));
        rest = rest.subspan(1);
        ControlFrame frame;
        const std::size_t length = std::min(rest.size(), sizeof frame);
        std::memcpy(&frame, rest.data(), length);
        rest = rest.subspan(length);
        frame.magic = kControlMagic;
        frame.version = kControlVersion;
        frame.bytes = sizeof frame;
        frame.key = kKey;
        frame.run = kRun;
        const auto bytes = std::as_bytes(std::span(&frame, 1));
        checkMeaning(bytes);
        desk.take(peer, bytes, now);
        while (const auto out = desk.next())
            if (frame.reserved3 % 7 == 1)
                desk.undeliverable(out->peer);
        desk.look(now += std::chrono::minutes{1});
    }
    desk.end();
    while (desk.next())
        continue;
    return 0;
}

#include "telemetry/control.h"

#include "telemetry/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace telemetry {
namespace {

constexpr std::string_view kFromStep = "from step ";
constexpr std::string_view kSlowed = " on, everything takes ";
constexpr std::string_view kAsFast = " on, as fast as it can again";

bool isScheduleName(std::string_view name)
{
    return !name.empty() && name.size() <= kMaxScheduleName
        && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
           });
}

ControlFrame frameOf(const ControlAddress& address, ControlFrameKind kind)
{
    return {.bytes = sizeof(ControlFrame),
            .kind = kind,
            .key = address.key,
            .run = address.run,
            .number = address.number};
}

Bytes wireBytes(const ControlFrame& frame)
{
    Bytes bytes(sizeof frame);
    std::memcpy(bytes.data(), &frame, sizeof frame);
    return bytes;
}

std::string shortNumber(double number)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", number);
    return text;
}

} // namespace

std::string slowedByHandText(int step, double factor)
{
    return std::string(kSlowedByHand) + std::string(kFromStep) + std::to_string(step)
        + std::string(factor > 1 ? kSlowed : kAsFast)
        + (factor > 1 ? shortNumber(factor) + " times as long" : std::string());
}

std::optional<SlowedByHand> parseSlowedByHand(std::string_view line)
{
    if (!line.starts_with(kSlowedByHand))
        return {};
    line.remove_prefix(kSlowedByHand.size());
    SlowedByHand found;
    if (!line.starts_with(kFromStep))
        return found;
    line.remove_prefix(kFromStep.size());
    const char* const end = line.data() + line.size();
    int step = 0;
    const auto [rest, error] = std::from_chars(line.data(), end, step);
    if (error != std::errc{} || step < 0)
        return found;
    const std::string_view said(rest, std::size_t(end - rest));
    found = {.step = step, .ends = said == kAsFast};
    if (said.starts_with(kSlowed))
        std::from_chars(said.data() + kSlowed.size(), end, found.factor);
    return found;
}

std::optional<Error> problemOf(const ControlCommand& command)
{
    using Kind = ControlCommand::Kind;
    if (command.kind < Kind::Pause || command.kind > Kind::Swap)
        return Error{"this is not a command that a run knows"};
    if (command.kind == Kind::Slow
        && (command.rank < 0 || static_cast<std::uint32_t>(command.rank) >= kMaxRanks))
        return Error{"slow needs the number of a rank, from 0"};
    if (command.kind == Kind::Slow
        && !(command.factor >= 1 && command.factor <= kMostSlowFactor)) // also not a number
        return Error{"slow needs a factor from 1 to 100; 1 ends it"};
    if (command.kind == Kind::Swap && !isScheduleName(command.schedule))
        return Error{"swap needs the name of a schedule; bubblescope-plan schedules lists them"};
    return {};
}

std::string toText(const ControlCommand& command)
{
    switch (command.kind) {
    case ControlCommand::Kind::Pause:
        return "pause";
    case ControlCommand::Kind::Resume:
        return "resume";
    case ControlCommand::Kind::StopAfterStep:
        return "stop after the step";
    case ControlCommand::Kind::Checkpoint:
        return "checkpoint";
    case ControlCommand::Kind::Slow:
        return "slow " + std::to_string(command.rank) + " " + shortNumber(command.factor);
    case ControlCommand::Kind::Swap:
        return "swap " + command.schedule;
    }
    return "no command";
}

bool sameKey(const ControlKey& a, const ControlKey& b)
{
    std::byte differs{0};
    for (std::size_t i = 0; i < a.size(); ++i)
        differs |= a[i] ^ b[i];
    volatile std::byte seen = differs; // no early way out for the compiler either
    return seen == std::byte{0};
}

Bytes encodeReady(const ControlAddress& address)
{
    return wireBytes(frameOf(address, ControlFrameKind::Ready));
}

Bytes encode(const ControlAddress& address, const ControlCommand& command)
{
    ControlFrame frame = frameOf(address, ControlFrameKind::Command);
    frame.command = static_cast<std::uint8_t>(command.kind);
    // Commands without a rank carry 0, as the field has no sign; decoding looks at it for Slow
    // alone.
    frame.rank = static_cast<std::uint32_t>(std::max(command.rank, 0));
    frame.factor = command.factor;
    copyText(frame.text, command.schedule);
    return wireBytes(frame);
}

Bytes encode(const ControlAddress& address, const ControlAnswer& answer)
{
    ControlFrame frame = frameOf(address, ControlFrameKind::Answer);
    frame.accepted = answer.accepted ? 1 : 0;
    copyText(frame.text, answer.text);
    return wireBytes(frame);
}

std::optional<ControlMessage> decodeControl(ByteView bytes, const ControlKey& key,
                                            std::uint64_t run)
{
    ControlFrame frame;
    if (bytes.size() != sizeof frame)
        return std::nullopt;
    std::memcpy(&frame, bytes.data(), sizeof frame);
    // One answer for all of them, so that whoever guesses does not learn which was wrong.
    const bool ours = frame.magic == kControlMagic && frame.version == kControlVersion
        && frame.bytes == sizeof frame && sameKey(frame.key, key) && frame.run == run;
    const auto text = textOf(frame.text);
    if (!ours || frame.number == 0 || text.size() >= sizeof frame.text || !isCleanText(text))
        return std::nullopt;

    ControlMessage message{.kind = frame.kind, .number = frame.number};
    switch (frame.kind) {
    case ControlFrameKind::Ready:
        return message;
    case ControlFrameKind::Answer:
        message.answer = {frame.accepted == 1, std::string(text)};
        return frame.accepted <= 1 ? std::optional(message) : std::nullopt;
    case ControlFrameKind::Command:
        break;
    default:
        return std::nullopt;
    }
    if (frame.rank >= kMaxRanks)
        return std::nullopt;
    message.command.kind = static_cast<ControlCommand::Kind>(frame.command);
    if (message.command.kind == ControlCommand::Kind::Slow) {
        message.command.rank = static_cast<int>(frame.rank);
        message.command.factor = frame.factor;
    }
    if (message.command.kind == ControlCommand::Kind::Swap)
        message.command.schedule = text;
    return problemOf(message.command) ? std::nullopt : std::optional(message);
}

} // namespace telemetry

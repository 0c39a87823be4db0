// Commands to a live run: what may be asked of it, and the bytes in which it is asked.
// Apart from telemetry's frames and sockets, so that nothing that telemetry receives can
// start an action. See "Control of a run" in telemetry/WIRE.md.
//
// A frame is one ControlFrame, always the same length. It carries the control key of the run: 256
// random bits that stand in its connection file (see connection_file.h).

#pragma once

#include "telemetry/codec.h"
#include "telemetry/result.h"

#include <array>
#include <optional>
#include <string>

namespace telemetry {

// The first bytes of a frame, different from those of telemetry's frames: one taken for the other
// is refused.
inline constexpr std::uint32_t kControlMagic = 0x31544342; // "BCT1" in a hex dump
inline constexpr std::uint16_t kControlVersion = 1;
inline constexpr double kMostSlowFactor = 100;
// How a rank's log line begins that says it obeys Slow: a recording shows by it that its times are
// not the machine's.
inline constexpr std::string_view kSlowedByHand = "slowed by hand: ";
inline constexpr std::size_t kMaxScheduleName = 31;
inline constexpr const char* kControlSocketName = "control";

// What a person asks of a run. The run carries it out between two steps.
struct ControlCommand {
    // Values are on the wire: never change or reuse one.
    enum class Kind : std::uint8_t {
        Pause = 1,
        Resume = 2,
        StopAfterStep = 3,
        Checkpoint = 4,
        Slow = 5, // one rank, by a factor
        Swap = 6, // to another schedule
    };

    Kind kind = Kind::Pause;
    int rank = -1;          // Slow: of the world, [0, kMaxRanks)
    double factor = 1;      // Slow: [1, kMostSlowFactor]; 1 ends it
    std::string schedule{}; // Swap: its name, a-z 0-9 and -, [1, kMaxScheduleName] of them

    bool operator==(const ControlCommand&) const = default;
};

// What is wrong with its form; whether it suits the run is for the run to say.
std::optional<Error> problemOf(const ControlCommand& command);

// "pause", "slow 3 1.5", "swap zb-h1".
std::string toText(const ControlCommand& command);

// The log line of a rank that obeys Slow, from `step` on; a factor of 1 ends an earlier one.
std::string slowedByHandText(int step, double factor);

// What such a line says.
struct SlowedByHand {
    int step = 0;      // the first such one
    bool ends = false; // it is as fast again as it can
    double factor = 0; // everything takes so many times as long; 0: it ends, or does not say

    bool operator==(const SlowedByHand&) const = default;
};

// Empty for another line. One of which no step can be read is of the whole run: slow from step 0.
std::optional<SlowedByHand> parseSlowedByHand(std::string_view line);

// What the run, or the supervisor in its place, says to a command.
struct ControlAnswer {
    bool accepted = false;
    std::string text{}; // a sentence: what was done, or why not

    bool operator==(const ControlAnswer&) const = default;
};

// 256 random bits. Whoever can read them may give the run commands.
using ControlKey = std::array<std::byte, 32>;

// A fresh key. The error: the system gives no random numbers.
Result<ControlKey> makeControlKey();

// In a time that does not depend on where they differ, so that a key cannot be guessed byte by
// byte.
bool sameKey(const ControlKey& a, const ControlKey& b);

// Values are on the wire: never change or reuse one.
enum class ControlFrameKind : std::uint8_t {
    Ready = 1,   // rank to supervisor: takes commands here
    Command = 2, // client to supervisor, supervisor to rank
    Answer = 3,  // the other way
};

// The bytes: little-endian, no padding, as in wire.h.
struct ControlFrame {
    std::uint32_t magic = kControlMagic;
    std::uint16_t version = kControlVersion;
    std::uint16_t reserved = 0;
    std::uint32_t bytes = 0; // of the whole frame
    ControlFrameKind kind = ControlFrameKind::Ready;
    std::uint8_t command = 0;  // Command: ControlCommand::Kind
    std::uint8_t accepted = 0; // Answer: 0 or 1
    std::uint8_t reserved2 = 0;
    ControlKey key{};
    std::uint64_t run = 0;    // as FrameHeader::run
    std::uint64_t number = 0; // Ready, Command: rising, from 1; Answer: of the command
    std::uint32_t rank = 0;
    std::uint32_t reserved3 = 0;
    double factor = 0;
    char text[256] = {}; // Swap: the schedule; Answer: the sentence
};
static_assert(sizeof(ControlFrame) == 336 && std::is_trivially_copyable_v<ControlFrame>);

// Of the frame that a command or an answer becomes.
struct ControlAddress {
    ControlKey key{};
    std::uint64_t run = 0;
    std::uint64_t number = 0;
};

// The bytes of a frame of each kind.
Bytes encodeReady(const ControlAddress& address);
Bytes encode(const ControlAddress& address, const ControlCommand& command); // without a problem
Bytes encode(const ControlAddress& address, const ControlAnswer& answer);   // text cut to fit

// A frame that decodeControl() accepted, without its key. Owns its texts.
struct ControlMessage {
    ControlFrameKind kind = ControlFrameKind::Ready;
    std::uint64_t number = 0;
    ControlCommand command{}; // of a Command
    ControlAnswer answer{};   // of an Answer
};

// Empty for bytes that are no valid frame of that run, or that lack its key.
std::optional<ControlMessage> decodeControl(ByteView bytes, const ControlKey& key,
                                            std::uint64_t run);

} // namespace telemetry

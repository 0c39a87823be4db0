// The devices that the ranks of a run compute on.
//
// kRunDevices has one row per device. Whatever depends on the device asks its row; its word is
// compared nowhere else. A new device is a row here, its job in engine/runtime and its name in
// the window. The tables are constants: nothing here allocates or fails.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace strategy {

// The order is that of kRunDevices.
enum class RunDeviceKind { Emulated, Cpu, Cuda };

// What the parts of the program need to know of a device. Texts are in English, for the commands.
struct RunDevice {
    RunDeviceKind kind;
    // In --device, in run.json, in reports and in a rank's hello, where a number may follow, as in
    // "cuda:0". In sentences, too: "the device is emulated".
    std::string_view word;
    // What its ranks do in a step, as the second half of a sentence.
    std::string_view work;
    bool trains;        // computes the strategy's model; has losses, checkpoints and samples
    bool paced;         // an op takes what is predicted for it, over a time scale
    bool takesCommands; // between two steps: pause, resume, checkpoint, slow, swap
};

// A row's place is its kind's number, which the assertion below holds.
inline constexpr std::array kRunDevices{
    RunDevice{.kind = RunDeviceKind::Emulated,
              .word = "emulated",
              .work = "messages are real, compute is waited for",
              .trains = false,
              .paced = true,
              .takesCommands = false},
    RunDevice{.kind = RunDeviceKind::Cpu,
              .word = "cpu",
              .work = "this machine's processor trains the model",
              .trains = true,
              .paced = false,
              .takesCommands = true},
    RunDevice{.kind = RunDeviceKind::Cuda,
              .word = "cuda",
              .work = "GPUs train the model",
              .trains = true,
              .paced = false,
              .takesCommands = true},
};

// The row of that device, in constant time.
constexpr const RunDevice& runDevice(RunDeviceKind kind)
{
    return kRunDevices[static_cast<std::size_t>(kind)];
}

// The device that a word names, whatever its number; nullptr: none that is known here. A recording
// can come from a version that knows more.
constexpr const RunDevice* findRunDevice(std::string_view word)
{
    const auto found = std::find_if(
        kRunDevices.begin(), kRunDevices.end(),
        [bare = word.substr(0, word.find(':'))](const RunDevice& row) { return row.word == bare; });
    return found == kRunDevices.end() ? nullptr : &*found;
}

static_assert(std::all_of(kRunDevices.begin(), kRunDevices.end(),
                          [](const RunDevice& row) { return &runDevice(row.kind) == &row; }));

} // namespace strategy

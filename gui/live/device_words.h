// The devices of a run in the language of the window. Their rows, and what depends on them, are in
// strategy/run_device.h; a new row needs its words here.

#pragma once

#include "engine/strategy/run_device.h"

#include <QString>

namespace gui {

// What files and command lines call it: "cpu".
QString deviceWord(const strategy::RunDevice& device);

// As the list of devices names it, and within a sentence: "emulated".
QString deviceName(strategy::RunDeviceKind kind);

// What it does with a strategy that it can run, as a sentence. Empty for a device that this version
// does not have.
QString deviceWork(strategy::RunDeviceKind kind);

// The devices whose runs take commands while they go on, by name and separated by commas; without
// those that this version does not have.
QString devicesThatTakeCommands();

} // namespace gui

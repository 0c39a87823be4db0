// Devices and measured efficiencies known by name: the files of resources/hardware, which
// the programs carry with them.

#pragma once

#include "engine/plan/cost/machine.h"
#include "engine/plan/result.h"
#include "engine/strategy/profile.h"
#include "engine/strategy/profile_text.h"
#include "engine/strategy/strategy.h"

#include <span>
#include <string>
#include <string_view>

namespace strategy {

// A device as a file of resources/hardware describes it, with the usual links of its machines.
struct Hardware {
    std::string name;  // of the file, "a100-80gb"
    std::string title; // for people, "NVIDIA H100 SXM 80 GB"
    DeviceSpec device;
    double nodeLatencyUs = 0;
    double networkLatencyUs = 0;
    // What the library of collectives keeps of a device's memory for each group of ranks. NCCL: a
    // buffer of 4 MiB (NCCL_BUFFSIZE in its user guide) for each of up to 24 channels and
    // direction.
    double communicatorMib = 2 * 24 * 4;
    std::string profile;    // of its efficiencies
    std::string evidence{}; // a sentence on what stands behind those; empty: runs of its own
};

// All that the program carries, by name. They are read at the first call, by any thread, and stay.
std::span<const Hardware> hardware();
std::span<const Profile> profiles();
std::span<const SoftwareStack> softwareStacks();

// The names of hardware(), in alphabetical order. Reads none of the files.
std::span<const std::string_view> deviceNames();

// nullptr for a name of none.
const Hardware* findHardware(std::string_view name);
const Profile* findProfile(std::string_view name);
const SoftwareStack* findSoftwareStack(std::string_view name);

// The profile of what all kinds of device have in common, for those without one of their own.
inline constexpr std::string_view kCommonProfile = "common";

// The known device that a driver gives that name, as "NVIDIA H100 80GB HBM3" is h100; nullptr where
// none is. A part of a divided GPU (MIG) is as fast as no whole one, and a card (PCIe, NVL) has
// less power and fewer links than the module of the same model, which is the known one.
const Hardware* hardwareOfGpu(std::string_view driversName);

// The name of the profile a cluster was given or names, or else its device has; empty where
// there is none.
std::string profileNameOf(const Cluster& cluster);

// The profile that a cluster was given, or the one of that name; nullptr: there is none.
const Profile* profileOf(const Cluster& cluster);

// The text of a file, read strictly: the error names line and key, in the file NAME.yaml.
plan::Result<Hardware> readHardware(std::string_view name, std::string_view text);

// The device a cluster names or describes, its links, and the efficiencies it names, with that
// software; what all devices have in common where a described one names none. Precondition: check()
// accepts it.
plan::Machine machineOf(const Cluster& cluster, Framework framework = Framework::Megatron);

} // namespace strategy

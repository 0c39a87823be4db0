// What a rank trains on: the five interfaces of a device in one. The processor's is in cpu/, a
// GPU's in cuda/; whoever makes a rank chooses one, and nothing above knows which.

#pragma once

#include "engine/runtime/device_counters.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/kernel_activity.h"
#include "engine/runtime/lanes.h"
#include "engine/runtime/standing.h"
#include "engine/runtime/store.h"
#include "engine/runtime/training/kernels.h"
#include "engine/runtime/training/op_ranges.h"
#include "engine/runtime/training/rank_groups.h"
#include "engine/runtime/transport.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace training {

// The ranks of one pipeline among those of the run, and which of them exchange messages.
struct PipelineRoutes {
    engine::HostCommunicator& world;        // all ranks of the run
    std::vector<int> members;               // ranks of the run, by their place in the pipeline
    std::vector<std::pair<int, int>> pairs; // places, as connectedPairs() gives them
    // That a rank may have on their way at once; with so many the schedule runs to its end, see
    // plan::rankBuffersNeeded().
    std::size_t messages = 1;
};

// Used by one thread. All that it gives is destroyed before it.
class Device {
public:
    virtual ~Device() = default;

    // What it is, in a line for the log; and as telemetry tells it, where it is more than a
    // processor.
    virtual std::string description() const = 0;
    virtual std::optional<engine::DeviceDescription> details() const { return std::nullopt; }

    // What counts what it does, or none where nothing does. The error says what is missing; the
    // device works without.
    virtual plan::Result<std::unique_ptr<engine::DeviceCounters>> counters()
    {
        return std::unique_ptr<engine::DeviceCounters>();
    }

    virtual Kernels& kernels() = 0;
    virtual engine::Store& store() = 0;
    virtual engine::Lanes& lanes() = 0;
    // Told of what the rank queues; those of a device that no tool watches do nothing.
    virtual OpRanges& opRanges();

    // What it did within the ops since the last call, where it was opened to tell that; asked at
    // the end of a step, when the device has nothing left to do. The error, told once, says why it
    // cannot: there will be none then.
    virtual plan::Result<std::optional<engine::KernelNews>> takeKernels()
    {
        return std::optional<engine::KernelNews>();
    }

    // How many computes may be queued that are not over: a device that works by itself is never
    // to wait for the host within a step.
    virtual std::size_t depth() const = 0;

    // Whether its groups and messages reach the devices of all ranks of the run, by ways of their
    // own. All ranks call it once, before the first group, and are told alike. The error says why
    // not; the device computes all the same, and its values can go over the host.
    virtual plan::Outcome connect(engine::HostCommunicator& /*world*/) { return plan::done(); }

    // Collectives among the devices of the ranks of `host`, which may be none: then neither is
    // there a group. All members call it in the same order.
    virtual plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) = 0;

    // Messages between the devices of the ranks of a pipeline. All ranks of the run call it, once.
    // `host` does so between their processors, and outlives the device. What is given belongs to
    // the device, or is `host`.
    virtual plan::Result<engine::Transport*> transport(engine::Transport& host,
                                                       const PipelineRoutes& routes)
        = 0;

    // How long one wait for the device, and one operation of its groups, may take from here on;
    // nothing to a device that does what it is asked to at once.
    virtual void setPatience(engine::Nanoseconds) {}

    // Asked where the rank stands when it gives up, until the device is gone or has another one.
    virtual void setWitness(const engine::Witness&) {}

    // The rank gives up for that reason: keeps what is known of its groups for whoever looks for
    // the cause. Waits for nobody.
    virtual void noteFailure(const plan::Error&) {}

    // Ends what its groups and messages have with other devices. All ranks call it after a run that
    // went well, with nothing under way; without it whoever is left gives up on the others.
    virtual plan::Outcome close() { return plan::done(); }
};

// Like MakeGroup, of the host's groups: among all ranks' processors. A null pointer stands for a
// group that this rank is not in; the error is of the transport.
using MakeHostGroup = std::function<plan::Result<std::unique_ptr<engine::HostCommunicator>>(
    const std::string& name, const std::vector<int>& members)>;

// What makes the groups of a rank on that device, which outlives it. `make` is kept, with whatever
// it refers to.
MakeGroup groupsOn(Device& device, MakeHostGroup make);

} // namespace training

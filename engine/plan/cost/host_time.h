// What states kept in the host's memory cost: bytes that move between a device and its host, and
// the optimizer that runs there (ZeRO-Offload, arXiv 2101.06840; ZeRO-Infinity, arXiv 2104.07857).

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/cost/layer_time.h"

namespace plan {

class HostTime {
public:
    // The machine must outlive it.
    explicit HostTime(const Machine& machine)
        : m_device(machine.device)
    {
    }

    // Seconds that so many bytes take one way, over the device's own link to its host. The other
    // way moves beside it. What is reached of the link's speed is assumed, not fitted.
    double move(double bytes) const;

    // Seconds in which the host's processors update so many weights: their states are read and
    // written, the gradient read, the weight written as it is moved back.
    double optimizer(double weights, const Recipe& recipe) const;

private:
    const Device& m_device;
};

// A device never runs further than the host has queued: makes the times of a stage's ops as long as
// it takes the host to queue their kernels. Ranks of a pipeline wait for each other at every
// message, host and device alike, so each op has that bound, the two parts of a
// split backward together; without one the host runs ahead
// through forward and backward. `again`: what the backward computes again.
void waitForHost(const Job& job, LayerTime& time, const PartTime& again);

} // namespace plan

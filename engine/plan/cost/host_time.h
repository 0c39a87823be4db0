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

// Seconds that a backward waits for the host: a whole one, and its two parts where they are ops of
// their own. Each >= 0, and those of the parts together no less than that of the whole.
struct BackwardWaits {
    double whole = 0;
    double inputGrad = 0;
    double weightGrad = 0;
};

// A device never runs further than the host has queued: an op takes at least what it takes the host
// to queue its kernels. Ranks of a pipeline wait for each other at every message, host and device
// alike, so each op has that bound: the forward is made as long, and what a backward lacks is
// returned. Without a pipeline the host runs ahead through forward and backward, and both are made
// as long together. `again`: what the backward computes again, which belongs to its input gradient.
BackwardWaits waitForHost(const Job& job, LayerTime& time, const PartTime& again);

} // namespace plan

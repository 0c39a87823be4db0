#include "engine/plan/cost/host_time.h"

#include <algorithm>
#include <cstddef>

namespace plan {
namespace {

// Shares of the two speeds that software reaches. They are fitted to nothing: one published pair
// of runs (README of pytorch/ao, low_bit_optim, 1.1 billion weights) lies 0.25 s (own optimizer,
// beside the backward) and 1.86 s (another, untuned) above the run without offload, and a test
// holds the prediction between them.
constexpr double kLinkShare = 0.8;
constexpr double kMemoryShare = 0.5;

// What queueing a kernel costs the host, as a share of what an eager framework takes: compiled code
// has no interpreter between two kernels, and a recorded graph has one launch for all of them
// (NVIDIA's measurements of straight-line graphs: about 1 us a kernel).
constexpr double kLaunchShare[] = {1, 0.4, 0.1}; // by Launch

} // namespace

double HostTime::move(double bytes) const { return bytes / (kLinkShare * m_device.hostSpeed); }

double HostTime::optimizer(double weights, const Recipe& recipe) const
{
    const double bytes = 2.0 * recipe.optimizer + recipe.gradient + recipe.moved;
    return weights * bytes / (kMemoryShare * m_device.hostMemorySpeed);
}

BackwardWaits waitForHost(const Job& job, LayerTime& time, const PartTime& again)
{
    if (job.machine.device.onHost)
        return {};
    const double launch
        = job.machine.efficiency.launch * kLaunchShare[static_cast<std::size_t>(job.launch)];
    const double forwardHost = launch * time.forward.launches;
    const double backwardHost
        = launch * (time.inputGrad.launches + time.weightGrad.launches + again.launches);
    const double backward = time.inputGrad.total() + time.weightGrad.total() + again.total();
    if (job.cut.pipeline > 1) {
        const auto lacking = [launch](double launches, double seconds) {
            return std::max(0.0, launch * launches - seconds);
        };
        time.forward.busy += lacking(time.forward.launches, time.forward.total());
        return {.whole = std::max(0.0, backwardHost - backward),
                .inputGrad = lacking(time.inputGrad.launches + again.launches,
                                     time.inputGrad.total() + again.total()),
                .weightGrad = lacking(time.weightGrad.launches, time.weightGrad.total())};
    }
    const double all = forwardHost + backwardHost;
    const double missing = std::max(0.0, all - time.forward.total() - backward);
    time.forward.busy += missing * (all > 0 ? forwardHost / all : 0);
    time.inputGrad.busy += missing * (all > 0 ? backwardHost / all : 0);
    return {};
}

} // namespace plan

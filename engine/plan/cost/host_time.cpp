#include "engine/plan/cost/host_time.h"

namespace plan {
namespace {

// Shares of the two speeds that software reaches. They are fitted to nothing: one published pair
// of runs (README of pytorch/ao, low_bit_optim, 1.1 billion weights) lies 0.25 s (own optimizer,
// beside the backward) and 1.86 s (another, untuned) above the run without offload, and a test
// holds the prediction between them.
constexpr double kLinkShare = 0.8;
constexpr double kMemoryShare = 0.5;

} // namespace

double HostTime::move(double bytes) const { return bytes / (kLinkShare * m_device.hostSpeed); }

double HostTime::optimizer(double weights, const Recipe& recipe) const
{
    const double bytes = 2.0 * recipe.optimizer + recipe.gradient + recipe.moved;
    return weights * bytes / (kMemoryShare * m_device.hostMemorySpeed);
}

} // namespace plan

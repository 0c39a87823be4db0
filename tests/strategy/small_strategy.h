// A small model on a few devices, for tests of what looks at many strategies.

#pragma once

#include "engine/strategy/strategy.h"

namespace strategy {

inline Strategy smallStrategy()
{
    Strategy strategy;
    strategy.name = "small";
    strategy.model = Model{};
    strategy.model->layers = 8;
    strategy.model->hidden = 2048;
    strategy.model->heads = 16;
    strategy.model->vocab = 32000;
    strategy.model->sequence = 1024;
    strategy.parallel.pipeline = 4;
    strategy.batch = {1, 32};
    strategy.cluster.devices = 8;
    strategy.cluster.device = "a100-80gb";
    return strategy;
}

// The same on devices of less memory.
inline Strategy smallStrategyWith(double memoryGib)
{
    Strategy strategy = smallStrategy();
    strategy.cluster.spec = DeviceSpec{};
    strategy.cluster.spec->memoryGib = memoryGib;
    strategy.cluster.spec->frameworkGib = 0.25;
    return strategy;
}

} // namespace strategy

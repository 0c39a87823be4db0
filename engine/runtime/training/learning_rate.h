// The learning rate of each step: it rises from 0 over the warm-up, then stays, falls in a
// line, or falls along half a cosine (Loshchilov & Hutter 2017, eq. 5) to the least.

#pragma once

#include "engine/strategy/strategy.h"

namespace training {

// step: from 0. steps: of the run, over which the rate decays where no number is given.
double learningRateAt(const strategy::Training& training, long long step, long long steps);

} // namespace training

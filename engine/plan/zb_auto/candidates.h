// The start candidates that the catalogue has.

#pragma once

#include "engine/plan/zb_auto/run.h"

namespace plan::zb_auto {

// Offers every schedule of the catalogue that fits the shape and the caps, as it stands
// and with its backwards split; the newest first. The limits do not end that, so that the
// best of the run is no worse than any; being told to stop does, and being proven the best.
void tryCatalog(Run& run, const AutoRequest& request, const Problem& problem);

// The same schedule with every whole backward as input gradient and weight gradient, and
// nothing fused. It holds what the whole one holds.
Schedule split(const Schedule& schedule);

} // namespace plan::zb_auto

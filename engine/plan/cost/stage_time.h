// What the ops of a stage and the end of a step are both made of. Internal to the cost of a step.

#pragma once

#include "engine/plan/cost/collective_time.h"
#include "engine/plan/cost/host_time.h"
#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/cost/stage_parameters.h"
#include "engine/plan/cost/step_costs.h"

#include <algorithm>
#include <vector>

namespace plan {

// What moves layer by layer beside the work on the other layers: at least one layer's part is
// seen, and all that takes longer than that work.
struct Beside {
    double layers; // >= 1

    double shown(double moved, double busy, bool overlapped) const
    {
        return overlapped ? std::max(moved / layers, moved - busy * (layers - 1) / layers) : moved;
    }
};

void addTimes(LayerTime& time, const LayerTime& one, int count);

// Of all layers of a stage, the first of which has that number, without what stands at the model's
// ends.
LayerTime timeOfLayers(const Job& job, const LayerCosts& layers, const StageLayers& held,
                       long long first);

// Of weights that ZeRO may divide over its ranks, those of one.
double ownedWeights(const RankGrid& grid, const HeldParameters& held, bool isDivided);

// What both look at. All that is given must outlive it.
class StepBasis {
public:
    StepBasis(const Job& job, const Schedule& schedule, const LayerSplit& split,
              const LayerCosts& layers);

protected:
    const Job& m_job;
    const Schedule& m_schedule;
    const LayerSplit& m_split;
    const LayerCosts& m_layers;
    RankGrid m_grid;
    CollectiveTime m_collectives;
    HostTime m_host;
    std::vector<long long> m_first; // layer of each stage
};

} // namespace plan

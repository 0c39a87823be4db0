// The tokens of each microbatch of a step, as one rank's rows see them.

#pragma once

#include "engine/runtime/training/grid.h"
#include "engine/runtime/training/model_stage.h"
#include "engine/runtime/training/samples.h"

#include <memory>
#include <vector>

namespace training {

// Step s consists of samples [s * global, (s + 1) * global); microbatch j of data rank d has
// the `micro` samples from (j * D + d) * micro on. So the samples of a step are the same
// however they are dealt.
class StepTokens {
public:
    StepTokens(std::unique_ptr<Samples> samples, const Dims& dims, const Grid& grid,
               const Place& place, int globalBatch);

    void beginStep(int step) { m_step = step; }

    // Throws Failure where the samples cannot be read.
    MicrobatchTokens of(int microbatch);

private:
    std::unique_ptr<Samples> m_samples;
    const Dims& m_dims;
    Grid m_grid;
    Place m_place;
    int m_globalBatch;
    std::vector<int> m_rows; // place in the sequence of each row
    int m_step = 0;
    std::vector<int> m_buffer;
};

} // namespace training

// The tokens of each microbatch of a step, as one rank's rows see them.

#pragma once

#include "engine/runtime/training/grid.h"
#include "engine/runtime/training/samples.h"

#include <memory>
#include <vector>

namespace training {

// A step consists of the next `global` samples: step s of a run from its start of those from
// s * global on. Microbatch j of data rank d has the `micro` samples from (j * D + d) * micro
// on of them. So the samples of a step are the same however they are dealt; and a run that is
// resumed with another global batch goes on with the sample after the last it has seen.
class StepTokens {
public:
    // `dims` must outlive this.
    StepTokens(std::unique_ptr<Samples> samples, const Dims& dims, const Grid& grid,
               const Place& place, int globalBatch);

    // That step begins with that sample, and each later one where the one before it ends.
    void startAt(std::int64_t step, std::int64_t sample);

    // The first sample of a step, which is how many were seen before it.
    std::int64_t firstSample(std::int64_t step) const;

    void beginStep(int step) { m_first = firstSample(step); }

    // In host memory, for each row of this rank: its token, and the token after it.
    struct Rows {
        std::vector<int> inputs;
        std::vector<int> targets;
    };
    // Throws Failure where the samples cannot be read.
    Rows of(int microbatch);

private:
    std::unique_ptr<Samples> m_samples;
    const Dims& m_dims;
    Grid m_grid;
    Place m_place;
    int m_globalBatch;
    std::vector<int> m_rows; // place in the sequence of each row
    std::int64_t m_startStep = 0;
    std::int64_t m_startSample = 0;
    std::int64_t m_first = 0; // of the step
    std::vector<int> m_buffer;
};

} // namespace training

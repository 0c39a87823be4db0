// What a paced rank prints of its run on request: how long steps took beside what was predicted,
// and how late its ops were.

#pragma once

#include "engine/runtime/rank_run.h"

#include <vector>

namespace engine {

// Prints to stdout, flushed line by line, because mpirun merges the output of all ranks.
class PacedReport final : public RunDuties {
public:
    // `control` must outlive this.
    PacedReport(Control& control, Nanoseconds predictedMakespan);

    // Notes how late each compute was, for end().
    void over(const Completion& completion) override;
    // All ranks agree on how long the step took; rank 0 prints it.
    plan::Outcome afterStep(int step, Nanoseconds lasted) override;
    // The median, the 99th percentile and the worst of this rank's lateness, in microseconds.
    plan::Outcome end() override;

private:
    Control& m_control;
    const Nanoseconds m_predicted;
    std::vector<Nanoseconds> m_lateness; // of every compute so far
};

} // namespace engine

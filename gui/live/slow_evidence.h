// What shows that a rank is slow: what its ops took before and since, beside the same of the other
// ranks and the prediction. Pure functions; any thread.

#pragma once

#include "engine/measured/straggler.h"
#include "gui/document/prediction.h"
#include "gui/live/step_history.h"

#include <vector>

namespace gui {

struct SlowEvidence {
    // Of one kind of op. Times are medians of what the rank computed, in ns, without the
    // collectives in it; 0: not known.
    struct Row {
        plan::OpKind kind = plan::OpKind::Forward;
        double before = 0;
        double since = 0;
        double others = 0;    // the same ratio, since by before, of the other ranks; 0: not known
        double predicted = 0; // ns

        double factor() const { return before > 0 ? since / before : 0; }
    };

    int rank = 0;       // of the pipeline
    int firstSlow = -1; // the first whole step that is kept with the rank slow; -1: none
    int stepsBefore = 0;
    int stepsSince = 0;
    std::vector<Row> rows{};        // of the kinds that the rank runs
    plan::Nanoseconds stepBefore{}; // median makespans; 0: not known
    plan::Nanoseconds stepSince{};  //
    // Shares of the step, of the mean step: in which the other ranks were idle, and in which this
    // one waited in collectives.
    double othersIdleBefore = 0;
    double othersIdleSince = 0;
    double collectiveBefore = 0;
    double collectiveSince = 0;

    // All its kinds of ops are slower by about the same factor.
    bool isAllAlike() const;
    // Some kind of its ops takes longer than before, or that is not known.
    bool isSlower() const;
};

// `steps`: whole, in rising order. `predicted`: of the run's strategy, where that says what an op
// takes; may be null.
SlowEvidence slowEvidence(const std::vector<StepPtr>& steps, const measured::Straggler& straggler,
                          const PredictionPtr& predicted);

} // namespace gui

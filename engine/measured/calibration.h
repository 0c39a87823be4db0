// From measured steps to the costs of a strategy, and how well a prediction with them
// agrees with what was measured.

#pragma once

#include "engine/measured/averages.h"
#include "engine/measured/cost_fit.h"
#include "engine/measured/rank_gaps.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace measured {

// What was fitted to the ops of one stage, beside what was seen of them.
struct StageFit {
    plan::StageCosts fitted;
    struct Seen {
        std::size_t ops = 0;
        Nanoseconds lasts{}; // average of the spans
    };
    std::array<Seen, 4> seen{}; // by plan::OpKind
};

// The costs and what speaks for them. The error of the fit itself says little, since the costs were
// made from the same steps; heldOutError is the one to go by.
struct Calibration {
    plan::Costs costs;
    std::optional<HopsByHost> byHost; // the costs' hops by host, where both kinds are known
    std::vector<StageFit> stages;
    std::vector<RankGaps> gaps; // [rank]; the launches are in the costs, the long ones nowhere

    Nanoseconds predictedStep{}; // makespan with those costs
    Nanoseconds measuredStep{};  // median of the steps used
    Nanoseconds shortestStep{};
    Nanoseconds longestStep{};
    double error = 0; // predicted / measured - 1
    // The same, fitted to every second step used and compared with the others; nothing
    // where only one was used.
    std::optional<double> heldOutError;
    // Of the three the one whose held-out errors, both ways, are the smallest together; of a
    // single step, its own error.
    Average average = Average::Median;
    // |predicted - measured| of an op's end, mean over ops and steps; and over measuredStep.
    Nanoseconds opDeviation{};
    double opError = 0;

    std::size_t stepsUsed = 0;
    std::size_t warmUpSteps = 0; // left out: before the step time settled, or as was asked
    std::size_t brokenSteps = 0; // left out: spans are lost, or a rank never ended it
    std::size_t otherSteps = 0;  // left out: the ops of another order
    std::string firstOther{};    // what was other about the first of them

    // Steps of the recording that the fit did not use.
    std::size_t stepsLeftOut() const { return warmUpSteps + brokenSteps + otherSteps; }
};

// Fails with a sentence that names both where a recording is of another shape.
plan::Outcome checkSameShape(const RunInfo& recorded, const plan::Shape& planned);

// How many steps at the beginning took longer than the later ones: those before the first
// that is within 5 %, or within three times the usual deviation where that is more, of the
// median of the second half; at most half of all. The deviation is 1.4826 times the median distance
// from that median, as it is of normally distributed times.
std::size_t warmUpSteps(const std::vector<Nanoseconds>& steps);

// `skip`: steps left out at the beginning; else as many as warmUpSteps() says. `hosts`: as of
// fitCosts(). Fails where no step is left to fit.
plan::Result<Calibration> calibrate(const plan::Schedule& schedule, const std::vector<Step>& steps,
                                    std::optional<std::size_t> skip = std::nullopt,
                                    const std::vector<int>& hosts = {});

} // namespace measured

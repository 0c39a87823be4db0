// Measured against predicted, in words: one definition of each number for both.

#pragma once

#include "engine/measured/step_assembler.h"
#include "gui/document/prediction.h"

#include <QString>

#include <string>

namespace gui {

// The measured side of a step, by the plan's own metrics. All are 0 for a step that measured
// nothing.
struct MeasuredNumbers {
    plan::Nanoseconds makespan{};
    double bubbleFraction = 0;                  // idle / (ranks * makespan)
    double bubbleOverhead = 0;                  // idle / busy
    int peakInFlight = 0;                       // of the fullest rank
    std::shared_ptr<const plan::Ledger> ledger; // null without a schedule
};

// Walks all spans of the step. `schedule` may be null, and there is then no ledger; `costs` are
// what the step was predicted with.
MeasuredNumbers measure(const measured::Step& step, const plan::Schedule* schedule,
                        const plan::Costs& costs);

// "step 7: predicted 165.0 ms, measured 165.9 ms (+0.5 %); bubble predicted 27.3 %, measured
// 27.6 % (+0.3 points)". Without a prediction only what was measured, and of one that does not know
// the time of a step (`knowsTime`) the bubble alone; spans that are missing are named.
QString comparisonSentence(const measured::Step& step, const MeasuredNumbers& numbers,
                           const Prediction* prediction, bool knowsTime);

// What is to be known beside such a difference of an emulated run: "; emulated, 1 s stands for
// 43.1 s", where its scale is neither 1 nor unknown (0), and on a line of its own that it could
// not keep up; empty where neither is so.
QString emulationRemark(float timeScale, const std::string& paceWarning);

// What a second of such a run stands for, "43.1 s"; empty where that is itself.
QString standsFor(float timeScale);

// "emulated: compute is paced, messages are real", and the scale.
QString emulatedText(float timeScale);

} // namespace gui

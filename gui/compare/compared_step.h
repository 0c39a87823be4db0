// One step of a comparison: its numbers and its picture, worked out from what an OpenComparison
// holds.

#pragma once

#include "engine/strategy/estimate/comparison.h"
#include "gui/live/run_digest.h"
#include "gui/timeline/track_data.h"
#include "gui/workspace/open_comparison.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// Immutable once made, and shared between the table and the tracks.
struct ComparedStep {
    QString name;        // as sourceLabel() has it
    QString schedule;    // in the catalogue's words, for machines
    int chunks = 1;      //
    QString whyNot;      // a sentence: there is no such step; empty: there is
    bool isKnown = true; // false: it is still being worked out, and whyNot says so
    int colour = 0;      // among Theme::curves
    TrackData track;     // without a timeline where there is a whyNot

    // Without a whyNot. Nothing: it is not known.
    plan::Nanoseconds makespan{};
    double bubbleFraction = 0; // see metrics.h, as the next two
    double bubbleOverhead = 0;
    std::optional<double> spanBubbleFraction{};
    int maxInFlight = 0;
    std::optional<double> maxActivations{}; // in p-ths of the model
    std::optional<std::size_t> transfers{};
    std::optional<int> weightsFactor{};
    std::optional<double> peakBytes{};   // of the fullest rank or device
    std::optional<double> memoryLimit{}; // of one device
    std::optional<double> tokensPerSecond{};
    StepWork work{};
    std::optional<StepSpread> spread{}; // of a whole run, which the step stands for
    std::vector<double> stepTimes{};    // ns, of the same, in order

    // False only where it is known that the memory does not suffice.
    bool fits() const { return !peakBytes || !memoryLimit || *peakBytes <= *memoryLimit; }
};

using ComparedStepPtr = std::shared_ptr<const ComparedStep>;
using Comparison = std::vector<ComparedStepPtr>; // none is null

// The strategy whose step is compared, with the costs of the prediction.
strategy::Strategy comparedStrategy(const Prediction& prediction);

// Pure; any thread. Each rank's share stays what it is, as `bubblescope-plan compare` has it. A
// schedule larger than the window predicts is refused like one that does not exist. After `stop`
// the answer means nothing.
ComparedStepPtr comparedStep(const ComparedSource& source, const plan::StopAsked& stop = {});

// What the steps of a comparison have in common, and with it what says which is the fastest.
enum class ComparedBy {
    Nothing, // they compute different things, as far as is known
    Step,    // they do the same work
    Sample,  // of the same model, which they train on different numbers of samples
};

ComparedBy comparedBy(const Comparison& comparison);

// The time that is the less the better, of a step or of a sample, in nanoseconds. Precondition: by
// either of the two.
double slownessOf(const ComparedStep& step, ComparedBy by);

// The place of the fastest; of those that fit where any does. -1: none has a time, or they are
// compared by nothing.
int fastestOf(const Comparison& comparison);

} // namespace gui

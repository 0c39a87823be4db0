// What a step does, as far as is known: which of two steps is the faster means nothing before both
// do the same.

#pragma once

#include "gui/document/prediction.h"

#include <optional>

namespace gui {

struct StepWork {
    double samples = 0;                     // that a step trains; 0: the work is not known
    std::optional<strategy::Model> model{}; // none: `computed` alone says what is computed
    double computed = 0;  // ns for a sample on every stage, at speed; of given costs
    double timeScale = 1; // a second of it stands for so many

    bool isKnown() const { return samples > 0; }
    bool operator==(const StepWork&) const = default;
};

// Of a step of that strategy, under whatever schedule.
StepWork workOf(const strategy::Strategy& strategy, double timeScale = 1);
StepWork workOf(const Prediction& prediction);

// Both are known, and compute the same of a sample. They may train other numbers of samples, and
// are compared by the time for one then.
bool isSameModel(const StepWork& a, const StepWork& b);

// And they train the same number of samples.
bool isSameWork(const StepWork& a, const StepWork& b);

} // namespace gui

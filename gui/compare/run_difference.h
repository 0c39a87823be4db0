// Which of two measured runs is faster, and whether that is more than how much their own steps
// vary.

#pragma once

#include "gui/compare/compared_step.h"

#include <QString>

namespace gui {

// What the difference of two step times is worth.
enum class Worth {
    None,   // they are equal
    Chance, // the middle halves of their step times overlap
    Real,   // they do not
    TooFew, // steps, to tell
};

inline constexpr int kFewestSteps = 5; // of each, that say anything of how they vary

Worth worthOf(const StepSpread& one, const StepSpread& other);
// Of two runs: where both have steps enough for it, as compareSteps() has it.
Worth worthOf(const ComparedStep& one, const ComparedStep& other);

// Two steps whose difference is too small to be written, or two runs of which differenceSentence()
// says that they are equally fast. `lead`: how much less one takes, a share of the other.
bool areEquallyFast(const ComparedStep& one, const ComparedStep& other, double lead);

// Of the first whole run and the one that differs most from it, translated: "b2 is 3.1 % faster
// than b1. That is more than chance: with 95 % confidence it is between 2.9 % and 3.3 %." Where one
// of them has too few steps for that, the middle halves of their step times are named instead. Runs
// whose steps train other numbers of tokens are left out. Empty where there are no two runs.
QString differenceSentence(const Comparison& comparison);

} // namespace gui

// What a strategy must have beyond check() to be trained, not only planned.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <string>
#include <vector>

#include <sys/stat.h>

namespace strategy {

// No model, a precision that training does not compute in, numbers that do not divide. With
// line 0. Precondition: check() finds no problem.
std::vector<Problem> checkTraining(const Strategy& strategy);

// Whether the text of training.data is there and long enough, as far as can be seen without
// reading it. Precondition: there is a model.
std::vector<Problem> checkTrainingText(const Strategy& strategy);

// What keeps a file from being such a text, whose samples have `sequence` tokens and one more;
// empty: nothing.
std::string problemOfText(const struct stat& status, int sequence);

} // namespace strategy

// What the evidence against a slow rank says, and what to do next, in words.

#pragma once

#include "gui/live/slow_evidence.h"

#include <QString>
#include <QStringList>

namespace gui {

// "F" as the op is called everywhere, and what it is: "F, forward".
QString opKindName(plan::OpKind kind);

// Lines: what became of the step, what the other ranks wait for, whether the rank itself waits.
QStringList evidenceLines(const SlowEvidence& evidence);

// Lines, the first to be done first. `byHand`: somebody has slowed the rank; `device`: the word of
// the run's device.
QStringList nextSteps(const SlowEvidence& evidence, int worldRank, bool byHand,
                      const std::string& device);

} // namespace gui

// What of a stage's costs is shown, in the dialog and in what is exported: a column a part.

#pragma once

#include "engine/plan/costs.h"

#include <QString>

#include <span>
#include <vector>

namespace gui {

struct StagePart {
    const char* name; // English; see nameOf()
    const char* tip;
    const char* key; // of a strategy file
    plan::Nanoseconds plan::StageCosts::*time;
};

// All that there may be.
std::span<const StagePart> stageParts();

// Forward, both gradients and recomputation, and what ops wait for the host where any stage has
// that.
std::vector<StagePart> shownStageParts(const plan::Costs& costs);
bool hasHostWaits(const plan::Costs& costs);

QString nameOf(const StagePart& part);
QString tipOf(const StagePart& part);

} // namespace gui
